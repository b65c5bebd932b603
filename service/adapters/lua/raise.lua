-- Raise a whole number in a hash; never lower it.
local key, field, value = take(), take(), take()
if tonumber(value) > tonumber(redis.call('HGET', key, field) or 0) then redis.call('HSET', key, field, value) end
return 0
