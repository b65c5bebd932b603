-- Store a new table. 1: it is there now (a repeated request finds its own commit); 0: the id was taken.
local now, commit = clock(take()), take()
return create(now, commit) and 1 or 0
