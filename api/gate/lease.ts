// Permits of one policy, caller and window in Redis: what was used, and what each process holds for how long.
// A permit is held before it is used, and a holder that is silent for too long holds nothing: so that neither a kill nor
// a race of processes makes one too many, nor loses one for good.
import type { Clock } from "../../schema/io/clock.ts";
import { PERMIT_LUA } from "../../schema/io/permit.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";
import { KEYS } from "../../schema/key.ts";

/** How long Redis waits for a sign of a holder, and for how long after asking the holder trusts its permits. */
export const LEASE_MS = 2_000;
export const TRUST_MS = 1_500;
/** A lease takes this part of what is free, so that the last permits go one by one. */
const SHARE = 8;

/**
 * KEYS: permits of the day, batches that used the window. ARGV: holder, kind, quota, needed, held (believed), spent
 * (counted kind), lease ms; name of the window and how long it is kept; run of the holder; caller; how long the day is
 * kept.
 */
const TAKE = script(`${PERMIT_LUA}
local windows, expiries = open(redis.call("HGET", KEYS[1], ARGV[11]))
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
return {grant, mine, used, others, seen}`);

/**
 * What this process used in all of an allowance of some callers, so that a message that is lost, late or told twice does
 * no harm. KEYS: permits of the day, batches that used the window. ARGV: holder, run, lease ms, name of the window and how
 * long it is kept, how long the day is kept; caller, uses, for each.
 */
const TELL = script(`${PERMIT_LUA}
local holder, run, till, name, expiry = ARGV[1], ARGV[2], now + tonumber(ARGV[3]), ARGV[4], after(ARGV[5])
for n = 7, #ARGV, 2 do
  local windows, expiries = open(redis.call("HGET", KEYS[1], ARGV[n]))
  local used, _, mine, seen, rest = read(windows[name], holder, "journalled", KEYS[2], run)
  local more = tonumber(ARGV[n + 1]) - seen
  if more > 0 then
    windows[name] = form(used + more, rest, holder, math.max(0, mine - more), till, seen + more)
    expiries[name] = expiry
    close(KEYS[1], ARGV[n], windows, expiries, ARGV[6])
  end
end
return 0`);

/**
 * One call of each of many callers, all of one kind: a rate is counted at once; of an allowance one is held by the batch,
 * to be used once its process says so, or to be free again when the lease ends. Before that the process says which batch
 * before was used, if any.
 * KEYS: batches that used the window of the one before, and the window of the allowance; permits of the day. ARGV: callers,
 * with blanks between them, since a command costs by its arguments; holder, batch (empty where the allowance is not used),
 * lease ms, number of policies, how long the day is kept; name, kind and quota of the window of each policy, and how long
 * it is kept; run and number of the batch before, and how long its window is kept.
 * Returns for each caller how its call ends (see ENTRY), the uses of the allowance by this process so far, and what is
 * left of each policy.
 */
const ENTER = script(`${PERMIT_LUA}
local holder, batch, till, count = ARGV[2], ARGV[3], now + tonumber(ARGV[4]), tonumber(ARGV[5])
local at = 6 + count * 4
if ARGV[at + 1] then
  redis.call("HSET", KEYS[1], ARGV[at + 1], ARGV[at + 2])
  redis.call("PEXPIRE", KEYS[1], ARGV[at + 3])
end
local names, kinds, quotas, expiries = {}, {}, {}, {}
for i = 1, count do
  local p = i * 4 + 2
  names[i], kinds[i], quotas[i], expiries[i] = ARGV[p + 1], ARGV[p + 2], tonumber(ARGV[p + 3]), after(ARGV[p + 4])
end
local used, mine, seen, rest, tills, owns, others = {}, {}, {}, {}, {}, {}, 0
local function enter(caller)
  local outcome, uttered = 0, 0
  for i = 1, count do
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
  for i = 1, count do
    local left = quotas[i] - used[i]
    local isCounted = kinds[i] == "counted"
    if (isCounted and outcome < 2) or (not isCounted and batch ~= "" and outcome == 0) then
      local window
      if isCounted then
        window = form(used[i] + 1, rest[i], holder, mine[i], tills[i], seen[i])
      else
        local own = string.format(";%s=%d:%d", batch, owns[i] + 1, till)
        window = form(used[i], rest[i] .. own, holder, mine[i], tills[i], seen[i])
      end
      caller[2][names[i]], caller[3][names[i]], caller[4] = window, expiries[i], true
      left = left - 1
    end
    answer[#answer + 1] = left
  end
  return table.concat(answer, " ")
end
local keys, total = {}, 0
for key in string.gmatch(ARGV[1], "%S+") do
  total = total + 1
  keys[total] = key
end
local texts, answers, callers, written, last = redis.call("HMGET", KEYS[3], unpack(keys)), {}, {}, {}, 0
-- All of whom nothing is known get the same: it is made for the first of them. A caller may be there twice.
local fresh, said
for n = 1, total do
  local key = keys[n]
  local caller = callers[key]
  if fresh and not caller and not texts[n] then
    written[last + 1], written[last + 2], last = key, fresh, last + 2
    callers[key] = fresh
    answers[n] = said
  else
    local isNew = not caller and not texts[n]
    if type(caller) ~= "table" then
      local windows, held = open(caller or texts[n])
      caller = {key, windows, held, false}
      callers[key] = caller
    end
    answers[n] = enter(caller)
    if caller[4] then
      local text = join(caller[2], caller[3])
      written[last + 1], written[last + 2], last = key, text, last + 2
      if isNew then fresh, said = text, answers[n] end
    end
  end
end
if last > 0 then
  redis.call("HSET", KEYS[3], unpack(written))
  keep(KEYS[3], ARGV[6])
end
return table.concat(answers, " ")`);

/** The same of a batch alone. KEYS: batches that used its window. ARGV: run, number, how long the window is kept. */
const SAY = script(`
redis.call("HSET", KEYS[1], ARGV[1], ARGV[2])
redis.call("PEXPIRE", KEYS[1], ARGV[3])
return 0`);

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

/** The UTC day that a window lies in; until when its permits are kept, epoch ms by the clock of this process. */
export type PermitDay = { readonly day: number; readonly expiresAt: number };

/** A window of a caller's policy: `keyEnd` names the window, `key` the caller and the window. */
export type LeaseKey = {
  readonly key: string;
  readonly caller: string;
  readonly keyEnd: string;
  readonly kind: LeaseKind;
  /** Epoch ms, by the clock of this process. */
  readonly expiresAt: number;
  readonly in: PermitDay;
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
export type EntryPolicy = Omit<LeaseKey, "key" | "caller"> & { readonly quota: number };

/** How a call of an unknown caller ends, as numbers of ENTER: `held`, where others hold what is left. */
export const ENTRY = { open: 0, spent: 1, limited: 2, held: 3 } as const;

/** Uses of callers, of one policy and window; each caller stands there once. */
export type Uses = Pick<LeaseKey, "keyEnd" | "expiresAt" | "in"> & {
  readonly callers: readonly string[];
  readonly uses: readonly number[];
};

/** Callers that were entered together, of one allowance and window. */
export type Batch = {
  readonly run: number;
  readonly number: number;
  readonly keyEnd: string;
  readonly expiresAt: number;
};
/** `told` is what ENTER returns; `batch` what to say once its calls are answered, null where nothing is used by them. */
export type Entry = { readonly told: readonly number[]; readonly batch: Batch | null };

export type Use = { readonly key: string; readonly uses: number };

export type Leases = {
  /** Tells what was used and kept, and takes at least `needed` more where so many are free. */
  take(at: LeaseKey, ask: { quota: number; needed: number; held: number; spent: number }): Promise<LeaseState>;
  /** Journals how many this process used in all. Resolves once Redis has it. */
  tell(uses: Uses): Promise<void>;
  /** The calls of a batch are answered now. */
  say(used: Batch): Promise<void>;
  /** Enters callers under policies whose windows lie in one day, and says the same of `used` on the way. */
  enter(
    callers: readonly string[],
    policies: readonly EntryPolicy[],
    uses: boolean,
    used?: Batch | null,
  ): Promise<Entry>;
  /** Whether that batch can still be said to be used: else each of its callers is told about. */
  isCurrent(batch: Batch): boolean;
};

export function openLeases(redis: Redis, holder: string, clock: Clock): Leases {
  const keptMs = (expiresAt: number) => Math.max(1, Math.ceil(expiresAt - clock.now()));
  const keysOf = ({ day }: PermitDay, keyEnd: string) => [KEYS.permits(day), KEYS.batchesUsed(keyEnd)];
  // Of a message that failed nobody knows whether it was done, and a later batch says that all before it were used. So
  // nothing of a run is said any more once one of its messages failed.
  let run = 0;
  let batches = 0;
  /** Those of which nothing is known yet. */
  const open = new Set<number>();
  const sayingOf = (used: Batch) => [`${holder}.${used.run}`, used.number, keptMs(used.expiresAt)];
  const enter: Leases["enter"] = async (callers, policies, uses, used = null) => {
    const allowance = policies.find(({ kind }) => kind === "journalled");
    let batch: Batch | null = null;
    if (uses && allowance !== undefined) {
      batches += 1;
      open.add(batches);
      batch = { run, number: batches, keyEnd: allowance.keyEnd, expiresAt: allowance.expiresAt };
    }
    const named = batch === null ? "" : `${holder}.${run}#${batch.number}`;
    const within = policies[0]?.in;
    if (within === undefined) throw new Error("a call is entered under no policy");
    const head = [callers.join(" "), holder, named, LEASE_MS, policies.length, keptMs(within.expiresAt)];
    const args: (string | number)[] = head;
    for (const { keyEnd, kind, quota, expiresAt } of policies) args.push(keyEnd, kind, quota, keptMs(expiresAt));
    if (used !== null) args.push(...sayingOf(used));
    const of = KEYS.batchesUsed((used ?? allowance)?.keyEnd ?? "");
    const own = allowance === undefined ? of : KEYS.batchesUsed(allowance.keyEnd);
    const keys = [of, own, KEYS.permits(within.day)];
    try {
      return { told: numbersOf(String(await runScript(redis, ENTER, keys, args))), batch };
    } catch (error) {
      run += 1;
      throw error;
    } finally {
      if (batch !== null) open.delete(batch.number);
    }
  };
  return {
    async take({ caller, keyEnd, kind, expiresAt, in: within }, { quota, needed, held, spent }) {
      const window = [LEASE_MS, keyEnd, keptMs(expiresAt), run, caller, keptMs(within.expiresAt)];
      const args = [holder, kind, quota, needed, held, spent, ...window];
      const state = (await runScript(redis, TAKE, keysOf(within, keyEnd), args)) as number[];
      const [granted = 0, mine = 0, used = 0, others = 0, uses = 0] = state;
      return { granted, mine, used, others, uses };
    },
    async tell({ keyEnd, expiresAt, in: within, callers, uses }) {
      const args = [holder, run, LEASE_MS, keyEnd, keptMs(expiresAt), keptMs(within.expiresAt)];
      const each = callers.flatMap((caller, at) => [caller, uses[at] ?? 0]);
      await runScript(redis, TELL, keysOf(within, keyEnd), [...args, ...each]);
    },
    async say(used) {
      try {
        await runScript(redis, SAY, [KEYS.batchesUsed(used.keyEnd)], sayingOf(used));
      } catch (error) {
        run += 1;
        throw error;
      }
    },
    enter,
    isCurrent: (batch) => batch.run === run && ![...open].some((number) => number < batch.number),
  };
}
