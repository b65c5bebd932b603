-- Put a command into the inbox. An update counts as seen only once its command was taken: one that found its slot
-- busy was told so, and is judged anew when it comes again.
local now, document, inbox, due = clock(take()), take(), take(), take()
local member, ahead, seen, field, keep = take(), tonumber(take()), take(), take(), take()
local nonce, slot, command, version, waiting_then = take(), take(), take(), take(), take()

local before = redis.call('HGET', seen, field)
if before == nonce then return {'taken'} end -- our own request, its reply lost
if before then return {'seen'} end
local found = redis.call('HGET', document, 'version')
if not found then return {'no table'} end
local entries = redis.call('LRANGE', inbox, 0, -1)
for _, entry in ipairs(entries) do
  local taken, waiting = string.match(entry, '^%d+\n([^\n]*)\n(.*)$')
  if taken == slot then return {'busy', waiting} end
end
-- After the slot: "it is on its way" is the better answer. Nothing is written for a judgement that has aged.
if version ~= '' and (version ~= found or tonumber(waiting_then) ~= #entries) then return {'moved'} end

redis.call('HSET', seen, field, nonce)
redis.call('PEXPIRE', seen, keep)
redis.call('RPUSH', inbox, text(now) .. '\n' .. slot .. '\n' .. command)
local row = tonumber(redis.call('ZSCORE', due, member))
if not row or row > now + ahead then redis.call('ZADD', due, text(now + ahead), member) end
return {'taken'}
