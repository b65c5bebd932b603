-- Remember rows of surfaces and mark surfaces, all or nothing. 1: done; 0: the lease of who writes is another's by now,
-- or gone. One that ran out and that nobody took is still his: nobody else has written since. `settled` is, for each
-- row, the wish for a repost that it was read with and has fulfilled (empty: none); a wish that came later stays.
local now, lease, holder, rows, due = clock(take()), take(), take(), take(), take()
local keys, documents, settled, forgotten, surfaces = list(), list(), list(), list(), list()

if lease ~= '' and string.match(redis.call('GET', lease) or '', '^%d+ (.*)$') ~= holder then return 0 end
for i, key in ipairs(keys) do
  redis.call('HSET', rows, key, documents[i])
  if settled[i] ~= '' and redis.call('HGET', rows, '?' .. key) == settled[i] then
    redis.call('HDEL', rows, '?' .. key)
  end
end
for _, key in ipairs(forgotten) do redis.call('HDEL', rows, key, '?' .. key) end
for _, surface in ipairs(surfaces) do mark(due, surface, now) end
return 1
