/**
 * The scripts of the Redis store. Each takes the prefix as its key and one JSON argument.
 *
 * Keys: `<prefix>:s:<owner>/<kind>/<subject>` members by time; `<prefix>:o:<owner>` the sets of an owner by the time of
 * their newest member; `<prefix>:c:<kind>/<subject>` who has any of them. What is older than the window does not count,
 * and a key outlives its window by a minute. `<prefix>:m` is the latest moment of a charge.
 */
import { EVERYBODY } from './ledger-store.ts';

const COMMON = `
local prefix = KEYS[1]
local input = cjson.decode(ARGV[1])
local at, window, ttl = input.at, input.window, input.ttl
local edge = '(' .. string.format('%.0f', at - window)
local now = string.format('%.0f', at)
local function key_of(owner, set) return prefix .. ':s:' .. owner .. '/' .. set end
local function live(owner, set) return redis.call('ZCOUNT', key_of(owner, set), edge, '+inf') end
local function has(owner, set, member)
  local score = redis.call('ZSCORE', key_of(owner, set), member)
  return score and tonumber(score) > at - window
end
`;

/** Decides a batch and writes it: returns refused and reached positions. */
export const CHARGE_SCRIPT = `${COMMON}
local mine, everybodys, rows, refused, reached = {}, {}, {}, {}, {}
local function pending(map, set)
  if not map[set] then map[set] = { members = {}, size = 0 } end
  return map[set]
end
local function join(map, set, member)
  local p = pending(map, set)
  if not p.members[member] then p.members[member] = true; p.size = p.size + 1 end
end
local today = input.owners[1]
for position, charge in ipairs(input.charges) do
  local set = charge.kind .. '/' .. charge.subject
  local member = charge.member
  local known = pending(mine, set).members[member]
  local count = 0
  for _, owner in ipairs(input.owners) do
    if not known and has(owner, set, member) then known = true end
    count = count + live(owner, set)
  end
  if not known then
    local over = charge.most and count + mine[set].size >= charge.most
    local joins, blocked = false, over
    local all = charge.all
    if all then
      local p = pending(everybodys, set)
      local out = p.members[member] or has('${EVERYBODY}', set, member)
      local full = not out and live('${EVERYBODY}', set) + p.size >= all.most
      blocked = over or (full and all.whenFull == 'refuse')
      joins = not blocked and (not full or all.whenFull == 'add')
      if joins and not out then join(everybodys, set, member) end
      if not blocked and live('${EVERYBODY}', set) + p.size >= all.most then reached[#reached + 1] = position - 1 end
    end
    if blocked then
      refused[#refused + 1] = position - 1
    else
      join(mine, set, member)
      rows[#rows + 1] = { today, set, member }
      if joins then rows[#rows + 1] = { '${EVERYBODY}', set, member } end
    end
  end
end
if #refused > 0 then return { refused, {} } end
-- No instance may fall behind a moment that another charged at.
if at > tonumber(redis.call('GET', prefix .. ':m') or '0') then redis.call('SET', prefix .. ':m', now, 'PX', ttl * 2) end
for _, row in ipairs(rows) do
  local owner, set, member = row[1], row[2], row[3]
  local key = key_of(owner, set)
  redis.call('ZREMRANGEBYSCORE', key, '-inf', string.format('%.0f', at - window))
  redis.call('ZADD', key, 'GT', now, member)
  redis.call('PEXPIRE', key, ttl)
  local index = prefix .. ':o:' .. owner
  redis.call('ZADD', index, 'GT', now, set)
  redis.call('PEXPIRE', index, ttl)
  if owner ~= '${EVERYBODY}' then
    local callers = prefix .. ':c:' .. set
    redis.call('ZADD', callers, 'GT', now, owner)
    redis.call('PEXPIRE', callers, ttl)
  end
end
return { refused, reached }
`;

/** Reads the sets of some owners. */
export const VIEW_SCRIPT = `${COMMON}
local reply = {}
for _, owner in ipairs(input.owners) do
  local index = prefix .. ':o:' .. owner
  redis.call('ZREMRANGEBYSCORE', index, '-inf', string.format('%.0f', at - window))
  for _, set in ipairs(redis.call('ZRANGE', index, 0, -1)) do
    if owner == '${EVERYBODY}' and string.sub(set, 1, 9) == 'question/' then
      reply[#reply + 1] = { owner, set, live(owner, set) }
    else
      reply[#reply + 1] = { owner, set, redis.call('ZRANGEBYSCORE', key_of(owner, set), edge, '+inf', 'WITHSCORES') }
    end
  end
end
return reply
`;

/** Counts what everybody got, set by set, and by how many. */
export const TOTALS_SCRIPT = `${COMMON}
local reply = {}
for _, set in ipairs(redis.call('ZRANGE', prefix .. ':o:${EVERYBODY}', 0, -1)) do
  local members = live('${EVERYBODY}', set)
  if members > 0 then
    reply[#reply + 1] = { set, members, redis.call('ZCOUNT', prefix .. ':c:' .. set, edge, '+inf') }
  end
end
return reply
`;
