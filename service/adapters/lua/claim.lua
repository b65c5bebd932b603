-- Take what is due, pushing each row ahead, so that a courier that dies costs that long and no more. A token is the
-- new score in 1/1024 ms: doubles hold that exactly for the next two hundred years. Answers member, token and the
-- time it was due, by turns.
local now, due, counter, limit = clock(take()), take(), take(), take()
local ahead_table, ahead_surface = tonumber(take()), tonumber(take())
local found = redis.call('ZRANGEBYSCORE', due, '-inf', text(now), 'WITHSCORES', 'LIMIT', '0', limit)
if #found == 0 then return {} end
local claimed, count = {}, redis.call('INCRBY', counter, #found / 2)
for i = 1, #found / 2 do
  local member = found[2 * i - 1]
  local ahead = string.find(member, ' ', 1, true) and ahead_surface or ahead_table
  local token = (now + ahead - 1) * 1024 + (count - i) % 1023 + 1
  redis.call('ZADD', due, string.format('%.10f', token / 1024), member)
  claimed[#claimed + 1] = member
  claimed[#claimed + 1] = text(token)
  claimed[#claimed + 1] = text(math.floor(tonumber(found[2 * i])))
end
return claimed
