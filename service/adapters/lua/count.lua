-- What a finished match adds to statistics. 1: it is counted, now or before; 0: one of them has changed meanwhile.
local document = take()
local names, fields, befores, afters = list(), list(), list(), list()
if redis.call('HGET', document, 'counted') then return 1 end
for i = 1, #names do
  if (redis.call('HGET', names[i], fields[i]) or '') ~= befores[i] then return 0 end
end
redis.call('HSET', document, 'counted', '1')
for i = 1, #names do redis.call('HSET', names[i], fields[i], afters[i]) end
return 1
