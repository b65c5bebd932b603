-- Shared by all scripts. A script is one step: nobody sees half of it, and a failure before its first write leaves
-- nothing. Each script's first write is one that a full server refuses (SET, HSET, RPUSH, ZADD), so that "out of
-- memory" refuses the whole.
--
-- Arguments are read in order: take() gives the next one, list() a count and then as many.

local cursor = 0
local function take()
  cursor = cursor + 1
  return ARGV[cursor]
end

local function list()
  local items = {}
  for i = 1, tonumber(take()) do items[i] = take() end
  return items
end

-- Whole numbers of 13 digits: Lua's own conversion would write 1.8e+12.
local function text(number)
  return string.format('%.0f', number)
end

-- Milliseconds since the epoch. `key` holds the tests' offset; empty: there is none.
local function clock(key)
  local t = redis.call('TIME')
  local now = tonumber(t[1]) * 1000 + math.floor(tonumber(t[2]) / 1000)
  if key ~= '' then now = now + tonumber(redis.call('GET', key) or 0) end
  return now
end

-- Due rows. A claimed row's score has a fraction, unique to the claim; a mark always leaves a whole number. So a row
-- marked anew since its claim never equals the claim, even within one millisecond.
local function mark(due, member, at)
  local old = tonumber(redis.call('ZSCORE', due, member))
  if old then at = math.min(at, math.floor(old)) end
  redis.call('ZADD', due, text(at), member)
end

-- A new table: its document, its places in the lists of chat and people, its first surfaces.
local function create(now, commit)
  local document, due, chat, opened = take(), take(), take(), take()
  local id, head, expires, people, surfaces = take(), take(), take(), list(), list()
  local there = redis.call('HGET', document, 'commit')
  if there then return there == commit end
  redis.call('HSET', document, 'head', head, 'version', '1', 'start', '0', 'commit', commit)
  redis.call('ZADD', chat, opened, id)
  for _, person in ipairs(people) do redis.call('ZADD', person, text(now), id) end
  for _, surface in ipairs(surfaces) do mark(due, surface, now) end
  if expires ~= '' then redis.call('ZADD', due, expires, id) end
  return true
end
