-- One step of a table. 1: written, or found written by this very commit (a reply was lost and the request repeated);
-- 0: the version moved or the inbox grew, and nothing was written.
local now, commit, document, facts, inbox, due = clock(take()), take(), take(), take(), take(), take()
local id, version, handled, head, start, at = take(), take(), tonumber(take()), take(), take(), take()
local packed = take() -- all facts of a match that has ended, as one; empty: it goes on, or there are none
local lines, surfaces, joined, parted = list(), list(), list(), list()
local chat, opened = take(), take()
local ended, pasts, opens = take(), list(), take()

local found = redis.call('HMGET', document, 'version', 'commit')
if found[2] == commit then return 1 end -- before the version: the repeated request finds it raised
if found[1] ~= version or redis.call('LLEN', inbox) ~= handled then return 0 end

redis.call('HSET', document, 'head', head, 'version', text(version + 1), 'start', start, 'commit', commit)
if packed ~= '' then
  redis.call('DEL', facts)
  redis.call('RPUSH', facts, packed)
end
for i = 1, #lines, 500 do redis.call('RPUSH', facts, unpack(lines, i, math.min(i + 499, #lines))) end
if handled > 0 then redis.call('DEL', inbox) end -- all of it: a longer one has refused us
if at == '' then redis.call('ZREM', due, id) else redis.call('ZADD', due, at, id) end
for _, surface in ipairs(surfaces) do mark(due, surface, now) end
redis.call('ZADD', chat, 'NX', opened, id) -- a group that became a supergroup has a new id
for _, person in ipairs(joined) do redis.call('ZADD', person, 'NX', text(now), id) end
for _, person in ipairs(parted) do redis.call('ZREM', person, id) end
for _, past in ipairs(pasts) do redis.call('ZADD', past, ended, id) end
if opens == '1' then create(now, commit) end
return 1
