-- Take or renew a lease: 1, or 0 while another holder has it.
local now, key, holder, span = clock(take()), take(), take(), tonumber(take())
local till, owner = string.match(redis.call('GET', key) or '', '^(%d+) (.*)$')
if owner and owner ~= holder and tonumber(till) > now then return 0 end
redis.call('SET', key, text(now + span) .. ' ' .. holder)
return 1
