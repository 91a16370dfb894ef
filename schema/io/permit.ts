// How the permits of a caller stand in Redis: all policies in one text, a field of a hash of the windows of one UTC day,
// since a flood of callers costs by the key and by the command. `<window>~<expiry>~<used>`, with `;<process>=<held>:<until>:<uses so far>` for each process, joined by `|`.
// What was entered with others stands as `;<process>.<run>#<batch>=<held>:<until>` in an allowance: many are used with
// one word, the last batch of the run whose calls were answered (KEYS.batchesUsed, a hash by `<process>.<run>`).
// Who is met together with others has the same text as they: it stands once, in the field `#<number>`, and each of them has
// `=<number>` (`#` is the last number). A caller of whom rates alone are known is listed (KEYS.permitRates), to be forgotten
// when they are over.

/** A field of the day's hash that is no caller's: it is there as long as the hash is the one that was seen. */
export const PERMITS_SEEN = "#seen";

/**
 * What a script needs in any case. All instants are of Redis' own clock, whatever the clocks of those who ask say: they tell
 * how long a window is kept (`after`), or one that runs late would keep no window at all. `keep` keeps the permits of a
 * day for so many ms.
 */
export const PERMIT_NOW_LUA = `
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local function after(ms) return string.format("%d", now + tonumber(ms)) end
-- Told each time and noted once, but for whose clock makes the day end a minute later.
local function keep(day, ms)
  local left = redis.call("PTTL", day)
  if left < 0 or left < tonumber(ms) - 60000 then
    redis.call("PEXPIREAT", day, after(ms))
  end
end`;

/**
 * What it needs to read and write the windows of a caller: made where it is needed, since Redis does so at every call.
 * `textOf` gives the text that a caller's field stands for. `open` gives the windows of a text (false for none) by name,
 * and their expiries; `join` makes the text again, and `close` writes it as the caller's of the day whose permits are kept
 * for so many ms.
 * `read` gives of a window (nil for none) what is used, what others hold, what the holder holds, its uses so far, the
 * text of the others, until when the holder's are held, and what it holds by `batch`; `form` makes the window again. What
 * a silent process held is free again, or used where the kind is `counted`. What the holder entered in a run before
 * `run`, and which is not known to be used, is nothing: it tells of those by their number, or nobody was answered.
 */
export const PERMIT_WINDOWS_LUA = `
local shared = {}
local function textOf(day, text)
  if not text or string.byte(text) ~= 61 then return text end
  if shared[text] == nil then shared[text] = redis.call("HGET", day, "#" .. string.sub(text, 2)) end
  return shared[text]
end
local function open(text)
  local windows, expiries = {}, {}
  if text then
    for name, expiry, window in string.gmatch(text, "([^|~]+)~(%d+)~([^|]*)") do
      if tonumber(expiry) > now then windows[name], expiries[name] = window, expiry end
    end
  end
  return windows, expiries
end
local function join(windows, expiries)
  local texts = {}
  for name, window in pairs(windows) do texts[#texts + 1] = name .. "~" .. expiries[name] .. "~" .. window end
  return table.concat(texts, "|")
end
local function close(day, caller, windows, expiries, kept)
  redis.call("HSET", day, caller, join(windows, expiries))
  keep(day, kept)
end
local marks = {}
local function isUsed(batches, run, batch)
  local mark = marks[batches .. run]
  if not mark then
    mark = tonumber(redis.call("HGET", batches, run) or "0")
    marks[batches .. run] = mark
  end
  return mark >= tonumber(batch)
end
-- The window with uses in place of the batches that were used, and the text of the other batches.
local function settle(window, holder, batches, run)
  local used, uses, entered = tonumber(string.match(window, "^%d+")), {}, {}
  for process, of, batch, held, ends in string.gmatch(window, ";([^=#;]+)%.(%d+)#(%d+)=(%d+):(%d+)") do
    if isUsed(batches, process .. "." .. of, batch) then
      used, uses[process] = used + held, (uses[process] or 0) + held
    elseif process ~= holder or not run or of == run then
      entered[#entered + 1] = string.format(";%s.%s#%s=%s:%s", process, of, batch, held, ends)
    end
  end
  local texts = {string.format("%d", used)}
  for name, held, ends, before in string.gmatch(window, ";([^=#;]+)=(%d+):(%d+):(%d+)") do
    texts[#texts + 1] = string.format(";%s=%s:%s:%d", name, held, ends, before + (uses[name] or 0))
    uses[name] = nil
  end
  for name, count in pairs(uses) do texts[#texts + 1] = string.format(";%s=0:0:%d", name, count) end
  return table.concat(texts), table.concat(entered)
end
local function read(window, holder, kind, batches, run, batch)
  if not window then return 0, 0, 0, 0, "", 0, 0 end
  local used, others, mine, seen, rest, till, own = tonumber(window), 0, 0, 0, "", 0, 0
  if used then return used, 0, 0, 0, "", 0, 0 end
  local entered = ""
  if string.find(window, "#", 1, true) then window, entered = settle(window, holder, batches, run) end
  used = tonumber(string.match(window, "^%d+"))
  for name, held, ends, uses in string.gmatch(window, ";([^=]+)=(%d+):(%d+):(%d+)") do
    local count = tonumber(held)
    if name == holder then
      mine, seen, till = count, tonumber(uses), tonumber(ends)
    else
      if count > 0 and tonumber(ends) < now then
        if kind == "counted" then used = used + count end
        count, ends = 0, "0"
      end
      others = others + count
      if count > 0 or uses ~= "0" then rest = string.format("%s;%s=%d:%s:%s", rest, name, count, ends, uses) end
    end
  end
  for name, held, ends in string.gmatch(entered, ";([^=]+)=(%d+):(%d+)") do
    if name == batch then
      own = tonumber(held)
    else
      -- Its process may still say that they were used.
      if tonumber(ends) >= now then others = others + held end
      rest = string.format("%s;%s=%s:%s", rest, name, held, ends)
    end
  end
  return used, others, mine, seen, rest, till, own
end
local function form(used, rest, holder, mine, till, seen)
  if mine == 0 and seen == 0 then return string.format("%d%s", used, rest) end
  return string.format("%d%s;%s=%d:%d:%d", used, rest, holder, mine, till, seen)
end`;

export const PERMIT_LUA = `${PERMIT_NOW_LUA}${PERMIT_WINDOWS_LUA}`;
