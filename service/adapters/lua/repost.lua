-- Ask for a surface to be shown afresh. One that has no row yet will be sent anew anyway.
local now, rows, due, key, member = clock(take()), take(), take(), take(), take()
local last = tonumber(redis.call('HGET', rows, '?' .. key) or 0)
if redis.call('HEXISTS', rows, key) == 1 then
  redis.call('HSET', rows, '?' .. key, text(math.max(now, last + 1))) -- never the same wish twice
end
mark(due, member, now)
return 0
