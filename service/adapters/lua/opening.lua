-- Ask for an ephemeral surface: the tap that allows it, and until when. The surface is due.
local now, opening, due, member, query, span, kept = clock(take()), take(), take(), take(), take(), take(), take()
redis.call('SET', opening, text(now + tonumber(span)) .. ' ' .. query, 'PX', kept)
mark(due, member, now)
return 0
