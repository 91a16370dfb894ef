// Permits of one policy, caller and window in Redis: what was used, and what each process holds for how long.
// A permit is held before it is used, and a holder that is silent for too long holds nothing: so that neither a kill nor
// a race of processes makes one too many, nor loses one for good.
import { PERMIT_LUA } from "../../schema/io/permit.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";

/** How long Redis waits for a sign of a holder, and for how long after asking the holder trusts its permits. */
export const LEASE_MS = 2_000;
export const TRUST_MS = 1_500;
/** A lease takes this part of what is free, so that the last permits go one by one. */
const SHARE = 8;

/** ARGV: holder, kind, quota, needed, held (believed), spent (counted kind), lease ms; name and expiry of the window. */
const TAKE = script(`${PERMIT_LUA}
local windows, expiries = open(redis.call("GET", KEYS[1]))
local name, expiry = ARGV[8], ARGV[9]
local used, others, mine, seen, rest = read(windows[name], ARGV[1], ARGV[2])
local quota, needed, held, spent = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
spent = math.min(spent, mine)
used = used + spent
mine = math.min(mine - spent, held)
local free = math.max(0, quota - used - others - mine)
local grant = 0
if needed > 0 then grant = math.min(free, math.max(needed, math.floor(free / ${SHARE}))) end
mine = mine + grant
windows[name], expiries[name] = form(used, rest, ARGV[1], mine, now + tonumber(ARGV[7]), seen), expiry
close(KEYS[1], windows, expiries, name)
return {grant, mine, used, others, seen}`);

/**
 * First what this process used in all of an allowance of some callers, so that a message that is lost, late or told twice
 * does no harm. Then one call of each of many callers, all of one kind: a rate is counted at once; of an allowance one is
 * held, to be used or to be free again when the lease ends.
 * KEYS: callers, those with uses first. ARGV: holder, lease ms, whether the allowance is used, number of policies; name,
 * kind, quota and expiry of the window of each policy; name and expiry of the window of the uses; the uses.
 * Returns for each caller that calls how it ends (see ENTRY), its uses of the allowance so far, and what is left of each
 * policy.
 */
const ENTER = script(`${PERMIT_LUA}
local holder, till, uses, count = ARGV[1], now + tonumber(ARGV[2]), ARGV[3] == "1", tonumber(ARGV[4])
local at = 6 + count * 4
local told = #ARGV - at
local texts, written, callers, changed, answer = redis.call("MGET", unpack(KEYS)), {}, {}, {}, {}
-- A caller may be there twice: what was written is what the next one reads.
local function find(n)
  local caller = callers[KEYS[n]]
  if not caller then
    local windows, expiries = open(written[KEYS[n]] or texts[n])
    caller = {KEYS[n], windows, expiries, false}
    callers[KEYS[n]] = caller
  end
  return caller
end
local function put(caller, name, window, expiry)
  caller[2][name], caller[3][name] = window, expiry
  if caller[4] then return end
  caller[4] = true
  changed[#changed + 1] = caller
end
local function journal(window, more)
  local used, _, mine, seen, rest = read(window, holder, "journalled")
  more = more - seen
  return more > 0 and form(used + more, rest, holder, math.max(0, mine - more), till, seen + more)
end
local final = ARGV[at - 1]
local tail = final .. "~" .. ARGV[at] .. "~"
for n = 1, told do
  -- Nearly always it is the window behind all others: the rest of the text is not read.
  local head, window = string.match(texts[n] or "", "^(.*~)([^~]*)$")
  if head and string.sub(head, -#tail) == tail then
    window = journal(window, tonumber(ARGV[at + n]))
    if window then
      written[KEYS[n]] = head .. window
      redis.call("SET", KEYS[n], head .. window, "KEEPTTL")
    end
  else
    local caller = find(n)
    window = journal(caller[2][final], tonumber(ARGV[at + n]))
    if window then put(caller, final, window, ARGV[at]) end
  end
end
local names, kinds, quotas, expiries = {}, {}, {}, {}
for i = 1, count do
  local p = i * 4
  names[i], kinds[i], quotas[i], expiries[i] = ARGV[p + 1], ARGV[p + 2], tonumber(ARGV[p + 3]), ARGV[p + 4]
  if kinds[i] == "journalled" then final = names[i] end
end
local used, mine, seen, rest, tills, others = {}, {}, {}, {}, {}, 0
local function enter(caller)
  local outcome, uttered = 0, 0
  for i = 1, count do
    used[i], others, mine[i], seen[i], rest[i], tills[i] = read(caller[2][names[i]], holder, kinds[i])
    if kinds[i] == "journalled" then uttered = seen[i] end
    if used[i] >= quotas[i] then
      outcome = math.max(outcome, kinds[i] == "counted" and 2 or 1)
    elseif used[i] + others + mine[i] >= quotas[i] then
      outcome = 3
    end
  end
  answer[#answer + 1] = outcome
  answer[#answer + 1] = uttered
  for i = 1, count do
    local left = quotas[i] - used[i]
    if kinds[i] == "counted" and outcome < 2 then
      put(caller, names[i], form(used[i] + 1, rest[i], holder, mine[i], tills[i], seen[i]), expiries[i])
      left = left - 1
    elseif uses and outcome == 0 then
      put(caller, names[i], form(used[i], rest[i], holder, mine[i] + 1, till, seen[i]), expiries[i])
      left = left - 1
    end
    answer[#answer + 1] = left
  end
end
-- All of whom nothing is known get the same: it is made for the first of them.
local fresh, last, from
for n = told + 1, #KEYS do
  local key = KEYS[n]
  local isNew = not texts[n] and not callers[key] and not written[key]
  if isNew and fresh then
    redis.call("SET", key, fresh, "PXAT", last)
    written[key] = fresh
    for i = from + 1, from + count + 2 do answer[#answer + 1] = answer[i] end
  else
    local caller = find(n)
    if isNew then from = #answer end
    enter(caller)
    if isNew and caller[4] then fresh, last = join(caller[2], caller[3], final) end
  end
end
for _, caller in ipairs(changed) do close(caller[1], caller[2], caller[3], final) end
return table.concat(answer, " ")`);

/** Whole numbers with a blank between them: one text is taken in much sooner than an array of so many. */
function numbersOf(text: string): number[] {
  const numbers: number[] = [];
  let value = 0;
  let sign = 1;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === MINUS) sign = -1;
    else if (code !== BLANK) value = value * 10 + code - ZERO;
    else {
      numbers.push(sign * value);
      value = 0;
      sign = 1;
    }
  }
  if (text !== "") numbers.push(sign * value);
  return numbers;
}
const [BLANK, MINUS, ZERO] = [32, 45, 48];

/**
 * `counted`: uses are told in bulk, and what a lost holder held counts as used (rates).
 * `journalled`: every use is told before its answer leaves, and what a lost holder held is free again (allowances).
 */
export type LeaseKind = "counted" | "journalled";

/** A window of a caller's policy: `stem` names the caller, `keyEnd` the window, `key` both. */
export type LeaseKey = {
  readonly key: string;
  readonly stem: string;
  readonly keyEnd: string;
  readonly kind: LeaseKind;
  readonly expiresAt: number;
};

export type LeaseState = {
  readonly granted: number;
  readonly mine: number;
  readonly used: number;
  readonly others: number;
  /** Uses this process journalled so far. */
  readonly uses: number;
};

/** A policy in its current window, for callers of whom nothing is known here. */
export type EntryPolicy = Omit<LeaseKey, "key" | "stem"> & { readonly quota: number };

/** How a call of an unknown caller ends, as numbers of ENTER: `held`, where others hold what is left. */
export const ENTRY = { open: 0, spent: 1, limited: 2, held: 3 } as const;

/** Uses of callers that were entered before, of one policy and window; each caller stands there once. */
export type Uses = {
  readonly keyEnd: string;
  readonly expiresAt: number;
  readonly stems: readonly string[];
  readonly uses: readonly number[];
};

export type Use = { readonly key: string; readonly uses: number };

export type Leases = {
  /** Tells what was used and kept, and takes at least `needed` more where so many are free. */
  take(at: LeaseKey, ask: { quota: number; needed: number; held: number; spent: number }): Promise<LeaseState>;
  /** Journals how many this process used in all. Resolves once Redis has it. */
  spend(at: LeaseKey, uses: number): Promise<void>;
  /** Journals uses and enters callers (KEYS.permitsOf) in one message. @returns what ENTER returns. */
  enter(
    stems: readonly string[],
    policies: readonly EntryPolicy[],
    uses: boolean,
    used?: Uses | null,
  ): Promise<readonly number[]>;
};

export function openLeases(redis: Redis, holder: string): Leases {
  const enter: Leases["enter"] = async (stems, policies, uses, used = null) => {
    const args: (string | number)[] = [holder, LEASE_MS, uses ? "1" : "0", policies.length];
    for (const { keyEnd, kind, quota, expiresAt } of policies) args.push(keyEnd, kind, quota, expiresAt);
    const keys = used === null ? stems : [...used.stems, ...stems];
    if (used === null) args.push("", 0);
    else args.push(used.keyEnd, used.expiresAt, ...used.uses);
    return numbersOf(String(await runScript(redis, ENTER, keys, args)));
  };
  return {
    async take({ stem, keyEnd, kind, expiresAt }, { quota, needed, held, spent }) {
      const args = [holder, kind, quota, needed, held, spent, LEASE_MS, keyEnd, expiresAt];
      const state = (await runScript(redis, TAKE, [stem], args)) as number[];
      const [granted = 0, mine = 0, used = 0, others = 0, uses = 0] = state;
      return { granted, mine, used, others, uses };
    },
    async spend({ stem, keyEnd, expiresAt }, uses) {
      await enter([], [], false, { keyEnd, expiresAt, stems: [stem], uses: [uses] });
    },
    enter,
  };
}
