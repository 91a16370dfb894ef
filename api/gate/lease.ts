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
local used, others, mine, seen = 0, 0, 0, 0
local all = redis.call("HGETALL", KEYS[1])
for i = 1, #all, 2 do
  if all[i] == "used" then
    used = tonumber(all[i + 1])
  else
    local count, ends, seq = string.match(all[i + 1], "^(%d+):(%d+):(%d+)$")
    count, ends, seq = tonumber(count), tonumber(ends), tonumber(seq)
    if all[i] == ARGV[1] then
      mine, seen = count, seq
    elseif ends < now and count > 0 then
      redis.call("HSET", KEYS[1], all[i], "0:0:" .. seq)
      if ARGV[2] == "counted" then used = used + count end
    else
      others = others + count
    end
  end
end`;

/** ARGV: holder, kind, quota, needed, held (believed), spent (counted kind), lease ms, expiry of the window. */
const TAKE = script(`${READ}
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
 * ARGV: holder, kind, uses so far, lease ms, expiry.
 */
const SPEND = script(`${READ}
local seq = tonumber(ARGV[3])
if seq <= seen then return 0 end
redis.call("HSET", KEYS[1], "used", used + seq - seen)
mine = math.max(0, mine - (seq - seen))
redis.call("HSET", KEYS[1], ARGV[1], string.format("%d:%d:%d", mine, now + tonumber(ARGV[4]), seq))
redis.call("PEXPIREAT", KEYS[1], ARGV[5])
return 1`);

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

export type Leases = {
  /** Tells what was used and kept, and takes at least `needed` more where so many are free. */
  take(at: LeaseKey, ask: { quota: number; needed: number; held: number; spent: number }): Promise<LeaseState>;
  /** Journals how many this process used in all. Resolves once Redis has it. */
  spend(at: LeaseKey, uses: number): Promise<void>;
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
    async spend({ key, kind, expiresAt }, uses) {
      await runScript(redis, SPEND, [key], [holder, kind, uses, LEASE_MS, expiresAt]);
    },
  };
}
