// What the gate has Redis do with permits, each in one step: schema/io/permit.ts says how they stand there.
import { PERMIT_LUA, PERMIT_NOW_LUA, PERMIT_WINDOWS_LUA } from "../../schema/io/permit.ts";
import { script } from "../../schema/io/script.ts";

/** A lease takes this part of what is free, so that the last permits go one by one. */
const SHARE = 8;
/** No window of a rate is longer, with what it is kept for beyond. */
const RATES_MS = 120_000;

/** Lists callers, with blanks between them, of whom rates alone are known that are over at an instant. */
const LIST_LUA = `
local function list(rates, over, callers, kept)
  redis.call("RPUSH", rates, over .. " " .. callers)
  if redis.call("PTTL", rates) < 0 then redis.call("PEXPIREAT", rates, after(kept)) end
end`;

/**
 * KEYS: permits of the day, batches that used the window, callers of whom rates alone are known. ARGV: holder, kind, quota, needed, held (believed), spent
 * (counted kind), lease ms; name of the window and how long it is kept; run of the holder; caller; how long the day is
 * kept.
 */
export const TAKE = script(`${PERMIT_LUA}${LIST_LUA}
local text = redis.call("HGET", KEYS[1], ARGV[11])
local windows, expiries = open(textOf(KEYS[1], text))
local name, expiry = ARGV[8], after(ARGV[9])
local used, others, mine, seen, rest = read(windows[name], ARGV[1], ARGV[2], KEYS[2], ARGV[10])
local quota, needed, held, spent = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
spent = math.min(spent, mine)
used = used + spent
mine = math.min(mine - spent, held)
local free = math.max(0, quota - used - others - mine)
local grant = 0
if needed > 0 then grant = math.min(free, math.max(needed, math.floor(free / ${SHARE}))) end
mine = mine + grant
windows[name], expiries[name] = form(used, rest, ARGV[1], mine, now + tonumber(ARGV[7]), seen), expiry
close(KEYS[1], ARGV[11], windows, expiries, ARGV[12])
if not text and ARGV[2] == "counted" then list(KEYS[3], expiry, ARGV[11], ARGV[12]) end
return {grant, mine, used, others, seen}`);

/**
 * What this process used in all of an allowance of some callers, so that a message that is lost, late or told twice does
 * no harm. KEYS: permits of the day, batches that used the window. ARGV: holder, run, lease ms, name of the window and how
 * long it is kept, how long the day is kept; caller, uses, for each.
 */
export const TELL = script(`${PERMIT_LUA}
local holder, run, ends_at, name, expiry = ARGV[1], ARGV[2], now + tonumber(ARGV[3]), ARGV[4], after(ARGV[5])
for n = 7, #ARGV, 2 do
  local windows, expiries = open(textOf(KEYS[1], redis.call("HGET", KEYS[1], ARGV[n])))
  local used, _, mine, seen, rest = read(windows[name], holder, "journalled", KEYS[2], run)
  local more = tonumber(ARGV[n + 1]) - seen
  if more > 0 then
    windows[name] = form(used + more, rest, holder, math.max(0, mine - more), ends_at, seen + more)
    expiries[name] = expiry
    close(KEYS[1], ARGV[n], windows, expiries, ARGV[6])
  end
end
return 0`);

/**
 * One call of each of many callers, all of one kind: a rate is counted at once; of an allowance one is held by the batch,
 * to be used once its process says so, or to be free again when the lease ends. Before that the process says which batch
 * before was used, if any.
 * KEYS: batches that used the window of the one before, and the window of the allowance; permits of the day; callers of
 * whom rates alone are known. ARGV: one JSON, since a command costs by its arguments: callers; holder, batch (empty where
 * the allowance is not used), lease ms, how long the day is kept; name, kind and quota of the window of each policy, and
 * how long it is kept; run and number of the batch before, and how long its window is kept.
 * Returns for each caller how its call ends (see ENTRY), the uses of the allowance by this process so far, and what is
 * left of each policy: once where all of them are new, and so told the same.
 */
export const ENTER = script(`${PERMIT_NOW_LUA}${LIST_LUA}
local keys, holder, batch, leased, kept, policies, said = unpack(cjson.decode(ARGV[1]))
local ends_at, limits, total = now + leased, #policies, #keys
if said then
  redis.call("HSET", KEYS[1], said[1], said[2])
  keep(KEYS[1], said[3])
end
local names, kinds, quotas, expiries = {}, {}, {}, {}
for i = 1, limits do
  names[i], kinds[i], quotas[i], expiries[i] = policies[i][1], policies[i][2], policies[i][3], after(policies[i][4])
end
local texts = redis.call("HMGET", KEYS[3], unpack(keys))
local function keepAll()
  keep(KEYS[3], kept)
  if batch == "" then
    local over = 0
    for i = 1, limits do if kinds[i] == "counted" then over = math.max(over, tonumber(expiries[i])) end end
    list(KEYS[4], string.format("%d", over), table.concat(keys, " "), kept)
  end
end
-- A short word for each of many: Redis writes down what it is told, and keeps it for the day.
local function wordOf(text)
  local number = redis.call("HINCRBY", KEYS[3], "#", 1)
  return "=" .. number, {"#" .. number, text}
end
-- Mostly nothing is known of any of them, and all get the same, which is what enter and join make of nothing.
local isNew = total > 2
for n = 1, total do
  if texts[n] then
    isNew = false
    break
  end
end
local windows, lefts = {}, {"0 0"}
for i = 1, limits do
  local isCounted = kinds[i] == "counted"
  local isTaken = isCounted or batch ~= ""
  if isTaken then
    local window = isCounted and "1" or string.format("0;%s=1:%d", batch, ends_at)
    windows[#windows + 1] = names[i] .. "~" .. expiries[i] .. "~" .. window
  end
  isNew = isNew and quotas[i] > 0
  lefts[i + 1] = isTaken and quotas[i] - 1 or quotas[i]
end
if isNew and #windows > 0 then
  local word, new = wordOf(table.concat(windows, "|"))
  for n = 1, total do
    new[n * 2 + 1], new[n * 2 + 2] = keys[n], word
  end
  -- Fewer where one is there twice: then all of it is made again below.
  if redis.call("HSET", KEYS[3], unpack(new)) == total + 1 then
    keepAll()
    return table.concat(lefts, " ")
  end
end
${PERMIT_WINDOWS_LUA}
local used, mine, seen, rest, tills, owns, others = {}, {}, {}, {}, {}, {}, 0
local function enter(caller)
  local outcome, uttered = 0, 0
  for i = 1, limits do
    used[i], others, mine[i], seen[i], rest[i], tills[i], owns[i] =
      read(caller[2][names[i]], holder, kinds[i], KEYS[2], nil, batch)
    if kinds[i] == "journalled" then uttered = seen[i] end
    if used[i] >= quotas[i] then
      outcome = math.max(outcome, kinds[i] == "counted" and 2 or 1)
    elseif used[i] + others + mine[i] + owns[i] >= quotas[i] then
      outcome = 3
    end
  end
  local answer = {outcome, uttered}
  for i = 1, limits do
    local left = quotas[i] - used[i]
    local isCounted = kinds[i] == "counted"
    if (isCounted and outcome < 2) or (not isCounted and batch ~= "" and outcome == 0) then
      local window
      if isCounted then
        window = form(used[i] + 1, rest[i], holder, mine[i], tills[i], seen[i])
      else
        local own = string.format(";%s=%d:%d", batch, owns[i] + 1, ends_at)
        window = form(used[i], rest[i] .. own, holder, mine[i], tills[i], seen[i])
      end
      caller[2][names[i]], caller[3][names[i]], caller[4] = window, expiries[i], true
      left = left - 1
    end
    answer[#answer + 1] = left
  end
  return table.concat(answer, " ")
end
local answers, callers, written, last = {}, {}, {}, 0
local fresh, told, word
local new, count = {}, 0
for n = 1, total do
  local key = keys[n]
  local caller = callers[key]
  if fresh and not caller and not texts[n] then
    new[count + 1], new[count + 2], count = key, word, count + 2
    callers[key], answers[n] = fresh, told
  else
    local isFirst = not caller and not texts[n]
    if type(caller) ~= "table" then
      local windows, held = open(caller or textOf(KEYS[3], texts[n]))
      caller = {key, windows, held, false}
      callers[key] = caller
    end
    answers[n] = enter(caller)
    if caller[4] then
      local text = join(caller[2], caller[3])
      if isFirst then
        fresh, told, word = text, answers[n], text
        if total > 2 then
          word, new = wordOf(text)
          count = 2
        end
        new[count + 1], new[count + 2], count = key, word, count + 2
      else
        written[last + 1], written[last + 2], last = key, text, last + 2
      end
    end
  end
end
if count > 0 then redis.call("HSET", KEYS[3], unpack(new)) end
-- Behind those: who is there twice was new the first time.
if last > 0 then redis.call("HSET", KEYS[3], unpack(written)) end
if count + last > 0 then keepAll() end
return table.concat(answers, " ")`);

/** The same of a batch alone. KEYS: batches that used its window. ARGV: run, number, how long the window is kept. */
export const SAY = script(`
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return 0`);

/**
 * KEYS: permits of the day, callers of whom rates alone are known. ARGV: about how many of them to look at. Who called
 * meanwhile is listed again; who uses an allowance is kept as long as the day. Returns how many were looked at.
 */
export const FORGET = script(`${PERMIT_LUA}
local looked = 0
while looked < tonumber(ARGV[1]) do
  local due, names = string.match(redis.call("LINDEX", KEYS[2], 0) or "", "^(%d+) (.+)$")
  if not due or tonumber(due) > now then break end
  redis.call("LPOP", KEYS[2])
  local callers = {}
  for caller in string.gmatch(names, "%S+") do callers[#callers + 1] = caller end
  looked = looked + #callers
  local texts, over, live, last = redis.call("HMGET", KEYS[1], unpack(callers)), {}, {}, 0
  for at, caller in ipairs(callers) do
    local windows, expiries = open(textOf(KEYS[1], texts[at]))
    local ends_at = 0
    for _, expiry in pairs(expiries) do ends_at = math.max(ends_at, tonumber(expiry)) end
    if texts[at] and ends_at == 0 then
      over[#over + 1] = caller
    elseif ends_at > 0 and ends_at < now + ${RATES_MS} then
      live[#live + 1] = caller
      last = math.max(last, ends_at)
    end
  end
  if #over > 0 then redis.call("HDEL", KEYS[1], unpack(over)) end
  if #live > 0 then redis.call("RPUSH", KEYS[2], string.format("%d", last) .. " " .. table.concat(live, " ")) end
end
return looked`);
