// How the permits of a caller stand in Redis: all policies in one text under one key, since a flood of callers costs by
// the key. `<window>~<expiry>~<used>`, with `;<process>=<held>:<until>:<uses so far>` for each process, joined by `|`.

/**
 * `open` gives the windows of a text (false for none) by name, and their expiries; `join` makes the
 * text again, with the window `final` behind all others, and `close` writes it.
 * `read` gives of a window (nil for none) what is used, what others hold, what the holder holds, its uses so far, the
 * text of the others, and until when the holder's are held; `form` makes the window again. What a silent process held is
 * free again, or used where the kind is `counted`.
 */
export const PERMIT_LUA = `
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local function open(text)
  local windows, expiries = {}, {}
  if text then
    for name, expiry, window in string.gmatch(text, "([^|~]+)~(%d+)~([^|]*)") do
      if tonumber(expiry) > now then windows[name], expiries[name] = window, expiry end
    end
  end
  return windows, expiries
end
local function join(windows, expiries, final)
  local texts, last = {}, "0"
  for name, window in pairs(windows) do
    local expiry = expiries[name]
    if tonumber(expiry) > tonumber(last) then last = expiry end
    if name ~= final then texts[#texts + 1] = name .. "~" .. expiry .. "~" .. window end
  end
  if windows[final] then texts[#texts + 1] = final .. "~" .. expiries[final] .. "~" .. windows[final] end
  return table.concat(texts, "|"), last
end
local function close(key, windows, expiries, final)
  local text, last = join(windows, expiries, final)
  if text ~= "" then redis.call("SET", key, text, "PXAT", last) end
end
local function read(window, holder, kind)
  if not window then return 0, 0, 0, 0, "", 0 end
  local used, others, mine, seen, rest, till = tonumber(window), 0, 0, 0, "", 0
  if used then return used, 0, 0, 0, "", 0 end
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
  return used, others, mine, seen, rest, till
end
local function form(used, rest, holder, mine, till, seen)
  if mine == 0 and seen == 0 then return string.format("%d%s", used, rest) end
  return string.format("%d%s;%s=%d:%d:%d", used, rest, holder, mine, till, seen)
end`;
