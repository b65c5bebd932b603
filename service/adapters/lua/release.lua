-- Give a lease back, if it is still one's own.
local key, holder = take(), take()
local owner = string.match(redis.call('GET', key) or '', '^%d+ (.*)$')
if owner == holder then redis.call('DEL', key) end
return 0
