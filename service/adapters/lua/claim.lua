-- Take what is due, pushing each row ahead, so that a courier that dies costs that long and no more: all tables among
-- the oldest rows, and as many surfaces as there is room for. A token is the new score in 1/1024 ms: doubles hold that
-- exactly for the next two hundred years. Answers member, token and the time it was due, by turns.
local now, due, counter, room = clock(take()), take(), take(), tonumber(take())
local ahead_table, ahead_surface, looked_at = tonumber(take()), tonumber(take()), take()
local found = redis.call('ZRANGEBYSCORE', due, '-inf', text(now), 'WITHSCORES', 'LIMIT', '0', looked_at)
local taken = {}
for i = 1, #found, 2 do
  local surface = string.find(found[i], ' ', 1, true)
  if surface then room = room - 1 end
  if not surface or room >= 0 then
    taken[#taken + 1] = {found[i], tonumber(found[i + 1]), surface and ahead_surface or ahead_table}
  end
end
if #taken == 0 then return {} end
local claimed, count = {}, redis.call('INCRBY', counter, #taken)
for i, row in ipairs(taken) do
  local token = (now + row[3] - 1) * 1024 + (count - i) % 1023 + 1
  redis.call('ZADD', due, string.format('%.10f', token / 1024), row[1])
  claimed[#claimed + 1] = row[1]
  claimed[#claimed + 1] = text(token)
  claimed[#claimed + 1] = text(math.floor(row[2]))
end
return claimed
