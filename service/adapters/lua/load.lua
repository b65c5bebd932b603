-- One consistent read: head, version, the current deal's facts (one string: parsing one reply is cheaper than forty),
-- the time, the table's due row (empty: none), then the inbox.
local now, document, facts, inbox, due, member = clock(take()), take(), take(), take(), take(), take()
local found = redis.call('HMGET', document, 'head', 'version', 'start')
if not found[1] then return false end
local lines = table.concat(redis.call('LRANGE', facts, found[3], -1), '\n')
local row = tonumber(redis.call('ZSCORE', due, member))
return {found[1], found[2], lines, text(now), row and text(math.floor(row)) or '', redis.call('LRANGE', inbox, 0, -1)}
