-- Settle a claimed row: removed, or due again. Marked or claimed anew since: left as it is.
local due, member, token, again = take(), take(), tonumber(take()), take()
local score = redis.call('ZSCORE', due, member)
if not score or tonumber(score) * 1024 ~= token then return 0 end
if again == '' then redis.call('ZREM', due, member) else redis.call('ZADD', due, again, member) end
return 1
