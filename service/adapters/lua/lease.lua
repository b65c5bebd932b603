-- Take or renew a lease: 1, or 0 while another holder has it. Long after its end it vanishes. A holder `place/name`
-- need not wait for another of its place: whoever starts processes there knows that the one before has ended.
local now, key, holder, span = clock(take()), take(), take(), tonumber(take())
local till, owner = string.match(redis.call('GET', key) or '', '^(%d+) (.*)$')
-- Further ahead than any lease is long: the clock was put back since, and its holder is not to be waited for.
local held = owner and tonumber(till) > now and tonumber(till) <= now + span
local place = string.match(holder, '^[^/]+/')
if held and owner ~= holder and not (place and string.sub(owner, 1, #place) == place) then return 0 end
redis.call('SET', key, text(now + span) .. ' ' .. holder, 'PX', text(span * 10))
return 1
