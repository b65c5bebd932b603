-- Take what is due, pushing each row ahead, so that a courier that dies costs that long and no more. A token is the
-- new score in 1/1024 ms: doubles hold that exactly for the next two hundred years.
local now, due, counter, limit = clock(take()), take(), take(), take()
local ahead_table, ahead_surface = tonumber(take()), tonumber(take())
local members = redis.call('ZRANGEBYSCORE', due, '-inf', text(now), 'LIMIT', '0', limit)
if #members == 0 then return {} end
local claimed, count = {}, redis.call('INCRBY', counter, #members)
for i, member in ipairs(members) do
  local ahead = string.find(member, ' ', 1, true) and ahead_surface or ahead_table
  local token = (now + ahead - 1) * 1024 + (count - i) % 1023 + 1
  redis.call('ZADD', due, string.format('%.10f', token / 1024), member)
  claimed[#claimed + 1] = member
  claimed[#claimed + 1] = text(token)
end
return claimed
