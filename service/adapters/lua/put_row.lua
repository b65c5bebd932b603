-- Remember a surface's row. `settled` is the wish for a repost that the row was read with and has fulfilled (empty:
-- none); a wish that came later stays.
local rows, key, row, settled = take(), take(), take(), take()
redis.call('HSET', rows, key, row)
if settled ~= '' and redis.call('HGET', rows, '?' .. key) == settled then redis.call('HDEL', rows, '?' .. key) end
return 0
