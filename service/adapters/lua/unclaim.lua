-- Surfaces that were claimed and never finished are due now. A claim's score has a fraction and lies within its span;
-- a mark's is a whole number.
local now, due, ahead = clock(take()), take(), tonumber(take())
local rows = redis.call('ZRANGEBYSCORE', due, '(' .. text(now), text(now + ahead), 'WITHSCORES')
local freed = 0
for i = 1, #rows, 2 do
  local score = tonumber(rows[i + 1])
  if score ~= math.floor(score) and string.find(rows[i], ' ', 1, true) then
    redis.call('ZADD', due, text(now), rows[i])
    freed = freed + 1
  end
end
return freed
