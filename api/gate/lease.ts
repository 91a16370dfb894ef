// Permits of one policy, caller and window in Redis: what was used, and what each process holds for how long.
// A permit is held before it is used, and a holder that is silent for too long holds nothing: so that neither a kill nor
// a race of processes makes one too many, nor loses one for good.
import type { Redis } from "../../schema/io/redis.ts";
import { runScript, script } from "../../schema/io/script.ts";

/** How long Redis waits for a sign of a holder, and for how long after asking the holder trusts its permits. */
export const LEASE_MS = 2_000;
export const TRUST_MS = 1_500;
/** A lease takes this part of what is free, so that the last permits go one by one. */
const SHARE = 8;

const READ = `
local at = redis.call("TIME")
local now = at[1] * 1000 + math.floor(at[2] / 1000)
local function read(key, holder, kind)
  local used, others, mine, seen = 0, 0, 0, 0
  local all = redis.call("HGETALL", key)
  for i = 1, #all, 2 do
    if all[i] == "used" then
      used = tonumber(all[i + 1])
    else
      local count, ends, seq = string.match(all[i + 1], "^(%d+):(%d+):(%d+)$")
      count, ends, seq = tonumber(count), tonumber(ends), tonumber(seq)
      if all[i] == holder then
        mine, seen = count, seq
      elseif ends < now and count > 0 then
        redis.call("HSET", key, all[i], "0:0:" .. seq)
        if kind == "counted" then used = used + count end
      else
        others = others + count
      end
    end
  end
  return used, others, mine, seen
end`;

/** ARGV: holder, kind, quota, needed, held (believed), spent (counted kind), lease ms, expiry of the window. */
const TAKE = script(`${READ}
local used, others, mine, seen = read(KEYS[1], ARGV[1], ARGV[2])
local quota, needed, held, spent = tonumber(ARGV[3]), tonumber(ARGV[4]), tonumber(ARGV[5]), tonumber(ARGV[6])
spent = math.min(spent, mine)
used = used + spent
mine = math.min(mine - spent, held)
local free = math.max(0, quota - used - others - mine)
local grant = 0
if needed > 0 then grant = math.min(free, math.max(needed, math.floor(free / ${SHARE}))) end
mine = mine + grant
redis.call("HSET", KEYS[1], "used", used)
if mine > 0 or seen > 0 then
  redis.call("HSET", KEYS[1], ARGV[1], string.format("%d:%d:%d", mine, now + tonumber(ARGV[7]), seen))
else
  redis.call("HDEL", KEYS[1], ARGV[1])
end
redis.call("PEXPIREAT", KEYS[1], ARGV[8])
return {grant, mine, used, others, seen}`);

/**
 * How many were used in all, so that a message that is lost, late or told twice does no harm.
 * ARGV: holder, lease ms, expiry; uses so far, of each key.
 */
const SPEND = script(`${READ}
for i = 1, #KEYS do
  local key, seq = KEYS[i], tonumber(ARGV[i + 3])
  local used, others, mine, seen = read(key, ARGV[1], "journalled")
  if seq > seen then
    local isNew = used + others + mine + seen == 0
    mine = math.max(0, mine - (seq - seen))
    local held = string.format("%d:%d:%d", mine, now + tonumber(ARGV[2]), seq)
    redis.call("HSET", key, "used", used + seq - seen, ARGV[1], held)
    if isNew then redis.call("PEXPIREAT", key, ARGV[3]) end
  end
end
return 0`);

/**
 * One call of each of many callers, all of one kind. A rate is counted at once; of an allowance one is held, to be used
 * or to be free again when the lease ends.
 * KEYS: what the keys of each caller begin with. ARGV: holder, lease ms, whether the allowance is used;
 * how the key ends, kind, quota and expiry, of each policy.
 * Returns for each caller how it ends (see ENTRY), uses of the allowance so far, and what is left of each policy.
 */
const ENTER = script(`${READ}
local holder, ends, uses = ARGV[1], now + tonumber(ARGV[2]), ARGV[3] == "1"
local count = (#ARGV - 3) / 4
local told, keys, states = {}, {}, {}
for caller = 1, #KEYS do
  for i = 1, count do keys[i] = KEYS[caller] .. ARGV[i * 4] end
  local isNew = redis.call("EXISTS", unpack(keys)) == 0
  local outcome, uttered = 0, 0
  for i = 1, count do
    local kind, quota = ARGV[i * 4 + 1], tonumber(ARGV[i * 4 + 2])
    local used, others, mine, seen = 0, 0, 0, 0
    if not isNew then used, others, mine, seen = read(keys[i], holder, kind) end
    if kind == "journalled" then uttered = seen end
    states[i] = {used, mine, seen, quota - used}
    if used >= quota then
      outcome = math.max(outcome, kind == "counted" and 2 or 1)
    elseif used + others + mine >= quota then
      outcome = 3
    end
  end
  for i = 1, outcome < 2 and count or 0 do
    local used, mine, seen, left = unpack(states[i])
    local isCounted = ARGV[i * 4 + 1] == "counted"
    if isCounted then
      redis.call("HSET", keys[i], "used", used + 1)
    elseif uses and outcome == 0 then
      redis.call("HSET", keys[i], "used", used, holder, string.format("%d:%d:%d", mine + 1, ends, seen))
    end
    if isCounted or (uses and outcome == 0) then
      redis.call("PEXPIREAT", keys[i], ARGV[i * 4 + 3])
      states[i][4] = left - 1
    end
  end
  told[#told + 1] = outcome
  told[#told + 1] = uttered
  for i = 1, count do told[#told + 1] = states[i][4] end
end
return told`);

/**
 * `counted`: uses are told in bulk, and what a lost holder held counts as used (rates).
 * `journalled`: every use is told before its answer leaves, and what a lost holder held is free again (allowances).
 */
export type LeaseKind = "counted" | "journalled";

export type LeaseKey = { readonly key: string; readonly kind: LeaseKind; readonly expiresAt: number };

export type LeaseState = {
  readonly granted: number;
  readonly mine: number;
  readonly used: number;
  readonly others: number;
  /** Uses this process journalled so far. */
  readonly uses: number;
};

/** A policy in its current window, for callers of whom nothing is known here. */
export type EntryPolicy = Omit<LeaseKey, "key"> & {
  /** What the key ends with, after KEYS.permitsOf. */
  readonly keyEnd: string;
  readonly quota: number;
};

/** How a call of an unknown caller ends, as numbers of ENTER: `held`, where others hold what is left. */
export const ENTRY = { open: 0, spent: 1, limited: 2, held: 3 } as const;

export type Use = { readonly key: string; readonly uses: number };

export type Leases = {
  /** Tells what was used and kept, and takes at least `needed` more where so many are free. */
  take(at: LeaseKey, ask: { quota: number; needed: number; held: number; spent: number }): Promise<LeaseState>;
  /** Journals how many this process used in all, of each key. Resolves once Redis has it. */
  spend(expiresAt: number, used: readonly Use[]): Promise<void>;
  /** Enters callers in one message; `stems` are what their keys begin with. @returns what ENTER returns. */
  enter(stems: readonly string[], policies: readonly EntryPolicy[], uses: boolean): Promise<readonly number[]>;
};

export function openLeases(redis: Redis, holder: string): Leases {
  return {
    async take({ key, kind, expiresAt }, { quota, needed, held, spent }) {
      const args = [holder, kind, quota, needed, held, spent, LEASE_MS, expiresAt];
      const [granted = 0, mine = 0, used = 0, others = 0, uses = 0] = (await runScript(
        redis,
        TAKE,
        [key],
        args,
      )) as number[];
      return { granted, mine, used, others, uses };
    },
    async spend(expiresAt, used) {
      const keys = used.map(({ key }) => key);
      await runScript(redis, SPEND, keys, [holder, LEASE_MS, expiresAt, ...used.map(({ uses }) => uses)]);
    },
    async enter(stems, policies, uses) {
      const told = policies.flatMap(({ keyEnd, kind, quota, expiresAt }) => [keyEnd, kind, quota, expiresAt]);
      return (await runScript(redis, ENTER, stems, [holder, LEASE_MS, uses ? "1" : "0", ...told])) as number[];
    },
  };
}
