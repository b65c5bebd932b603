-- Put a command into the inbox. An update counts as seen only once its command was taken: one that found its slot
-- busy was told so, and is judged anew when it comes again.
local now, document, inbox, due = clock(take()), take(), take(), take()
local member, ahead, seen, field, keep = take(), tonumber(take()), take(), take(), take()
local nonce, slot, command = take(), take(), take()

local before = redis.call('HGET', seen, field)
if before == nonce then return {'taken'} end -- our own request, its reply lost
if before then return {'seen'} end
if redis.call('EXISTS', document) == 0 then return {'no table'} end
for _, entry in ipairs(redis.call('LRANGE', inbox, 0, -1)) do
  local taken, waiting = string.match(entry, '^%d+\n([^\n]*)\n(.*)$')
  if taken == slot then return {'busy', waiting} end
end

redis.call('HSET', seen, field, nonce)
redis.call('PEXPIRE', seen, keep)
redis.call('RPUSH', inbox, text(now) .. '\n' .. slot .. '\n' .. command)
local row = tonumber(redis.call('ZSCORE', due, member))
if not row or row > now + ahead then redis.call('ZADD', due, text(now + ahead), member) end
return {'taken'}
