-- Mark surfaces as out of date, at a time or (empty) now.
local now, due, at, surfaces = clock(take()), take(), take(), list()
for _, surface in ipairs(surfaces) do mark(due, surface, at == '' and now or tonumber(at)) end
return 0
