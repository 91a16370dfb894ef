// Counts calls against rates and allowances: from permits held here while they last, else from Redis.
import { type Fault, fault } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { PolicyId } from "../../schema/limit.ts";
import type { Access } from "./access.ts";
import { type Caller, currentPool, currentTally, isAllowance, poolFor, type Tally } from "./caller.ts";
import type { Leases } from "./lease.ts";
import { giveBack, isSpent, type Pool, refill, returnLocal, runsLow, takeLocal, tell, use } from "./pool.ts";

/** One taken permit of an allowance. */
type Permit = { use(): void; release(): void };

/** `limited`: over a rate; `spent`: within its rates, and no free call is left. */
export type AtOnce = "open" | "limited" | "spent";

export type Meter = {
  /** What a call of the caller counts against, now. */
  tally(caller: Caller, access: Access, now: number): Tally;
  /**
   * Counts a call to ready bytes, where everything is known here that decides about it; null where Redis must be asked.
   * `uses`: whether its answer will use the allowance.
   */
  takeNow(pools: readonly Pool[], uses: boolean, now: number): AtOnce | null;
  /** Counts a call against its rates. Throws rate_limited; without Redis everybody may. */
  takeRates(caller: Caller, access: Access): Promise<void>;
  /** A permit of the allowance, or null where none is left. Throws upstream_unavailable without Redis. */
  takeAllowance(caller: Caller, access: Access): Promise<Permit | null>;
  /** About once a second: keeps what is in use, returns what is idle. */
  sweep(callers: Iterable<Caller>): Promise<void>;
  /** Redis lost what it was told: tells it anew what was used here. */
  tellAgain(callers: Iterable<Caller>): void;
  /** Returns everything. */
  returnAll(): Promise<void>;
  start(): void;
};

type MeterOptions = {
  readonly redis: Redis;
  readonly leases: Leases;
  /** Patient, subscribing. */
  readonly subscriber: Redis;
  readonly clock: Clock;
  /** Of this process, unique. */
  readonly holder: string;
  readonly rateFactor: number;
};

const ATTEMPTS = 25;
const PAUSE_MS = 20;
const IDLE_MS = 1_000;
/** How long before a window ends the next one is prepared. */
const AHEAD_MS = 1_200;

const pause = () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS));

type Context = MeterOptions & {
  /** Pools with something in them, by key. */
  readonly active: Map<string, Pool>;
};

function ask({ active, leases, clock }: Context, pool: Pool, needed: number): Promise<void> {
  active.set(pool.at.key, pool);
  return refill(pool, leases, clock.now(), needed);
}

/** Waits for a permit: asks Redis, and other processes where they hold what is left. Rejects where Redis is away. */
async function take(context: Context, pool: Pool): Promise<boolean> {
  const { clock, redis, holder } = context;
  if (takeLocal(pool, clock.now())) return true;
  pool.waiting += 1;
  try {
    // A question that is under way was put before this call came.
    await pool.asking;
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      if (takeLocal(pool, clock.now())) return true;
      if (isSpent(pool)) return false;
      await ask(context, pool, pool.waiting);
      if (takeLocal(pool, clock.now())) return true;
      if (isSpent(pool)) return false;
      if (pool.others > 0) redis.publish(KEYS.permitChannel, `${holder} ${pool.at.key}`).catch(() => undefined);
      await pause();
    }
    return false;
  } finally {
    pool.waiting -= 1;
  }
}

/** One pool, once a second: what is used is kept, what lies idle is returned. */
function keep({ active, leases }: Context, pool: Pool, now: number): Promise<void> | null {
  tell(pool, leases);
  const isIdle = now - pool.usedAt > IDLE_MS && pool.waiting === 0 && pool.reserved === 0;
  if (!isIdle) return refill(pool, leases, now, 0);
  if (pool.local > 0 || pool.spent !== 0 || pool.told !== pool.uses) return returnLocal(pool, leases, now);
  active.delete(pool.at.key);
  return null;
}

/** Prepares the next window of callers with a key: their calls never wait for Redis. */
function prepare(context: Context, caller: Caller, now: number): void {
  if (caller.key === null) return;
  for (const [policy, pool] of caller.pools) {
    if (pool.endsAt - now > AHEAD_MS || now - pool.usedAt > IDLE_MS || caller.next.has(policy)) continue;
    const next = poolFor(caller, policy, pool.endsAt, context.rateFactor);
    caller.next.set(policy, next);
    next.usedAt = now;
    ask(context, next, 1).catch(() => undefined);
  }
}

function takeNow(context: Context, pools: readonly Pool[], uses: boolean, now: number): AtOnce | null {
  let outcome: AtOnce = "open";
  for (const pool of pools) {
    if (pool.local > 0 && now < pool.trustedUntil) continue;
    // What is used up stays so until the window ends, whatever others do.
    if (!isOver(pool)) return null;
    if (!isAllowance(pool.policy)) outcome = "limited";
    else if (outcome === "open") outcome = "spent";
  }
  if (outcome === "limited") return outcome;
  for (const pool of pools) {
    if (pool.at.kind === "counted") {
      takeLocal(pool, now);
      if (runsLow(pool)) ask(context, pool, 1).catch(() => undefined);
    } else if (uses && outcome === "open" && takeLocal(pool, now)) {
      use(pool, context.leases);
    }
  }
  return outcome;
}

const isOver = (pool: Pool): boolean => pool.isKnown && pool.local <= 0 && isSpent(pool);

/** The rates among the pools that are used up. */
export const overRates = (pools: readonly Pool[]): readonly Pool[] =>
  pools.filter((pool) => !isAllowance(pool.policy) && isOver(pool));

/** Says which rates were violated and when the last of them begins anew. */
export function rateFault(violated: readonly Pick<Pool, "policy" | "endsAt">[], now: number): Fault {
  const waitMs = Math.max(...violated.map(({ endsAt }) => endsAt - now));
  const names = violated.map(({ policy }) => policy);
  return fault("rate_limited", `Too many calls under ${names.join(" and ")}; wait as Retry-After says.`, {
    violated_policies: names,
    retryAfterS: Math.max(1, Math.ceil(waitMs / 1_000)),
  });
}

async function takeRates(context: Context, pools: readonly Pool[]): Promise<void> {
  const taken = await Promise.all(pools.map((pool) => take(context, pool).catch(() => "open" as const)));
  const violated = pools.filter((_, at) => taken[at] === false);
  if (violated.length === 0) return;
  for (const [at, pool] of pools.entries()) if (taken[at] === true) giveBack(pool);
  throw rateFault(violated, context.clock.now());
}

async function takePermit(context: Context, pool: Pool): Promise<Permit | null> {
  try {
    if (!(await take(context, pool))) return null;
  } catch (cause) {
    const detail = "Free calls cannot be counted just now; try again, or send a key.";
    throw fault("upstream_unavailable", detail, { retryAfterS: 2, cause });
  }
  let open = true;
  const once = (end: () => void) => () => {
    if (open) end();
    open = false;
  };
  return { use: once(() => use(pool, context.leases)), release: once(() => giveBack(pool)) };
}

function onWanted({ active, holder, leases, clock }: Context, message: string): void {
  const at = message.indexOf(" ");
  const pool = active.get(message.slice(at + 1));
  if (pool === undefined || message.slice(0, at) === holder || pool.local === 0) return;
  returnLocal(pool, leases, clock.now()).catch(() => undefined);
}

export function openMeter(options: MeterOptions): Meter {
  const { subscriber, clock, leases, rateFactor } = options;
  const context: Context = { ...options, active: new Map() };
  const { active } = context;
  const poolOf = (caller: Caller, policy: PolicyId) => currentPool(caller, policy, clock.now(), rateFactor);
  const ratesOf = (caller: Caller, access: Access) => (caller.key === null ? access.rates : access.keyRates);
  return {
    tally: (caller, access, now) => currentTally(caller, access, now, rateFactor),
    takeNow: (pools, uses, now) => takeNow(context, pools, uses, now),
    takeRates: (caller, access) =>
      takeRates(
        context,
        ratesOf(caller, access).map((policy) => poolOf(caller, policy)),
      ),
    takeAllowance: async (caller, { allowance }) =>
      allowance === null ? null : takePermit(context, poolOf(caller, allowance)),
    async sweep(callers) {
      const now = clock.now();
      for (const caller of callers) prepare(context, caller, now);
      await Promise.allSettled([...active.values()].map((pool) => keep(context, pool, now)));
    },
    tellAgain(callers) {
      for (const { pools } of callers) {
        for (const pool of pools.values()) {
          if (pool.at.kind !== "journalled" || pool.uses === 0) continue;
          pool.told = 0;
          active.set(pool.at.key, pool);
        }
      }
    },
    async returnAll() {
      const returning = [...active.values()].map((pool) => {
        tell(pool, leases);
        return returnLocal(pool, leases, clock.now());
      });
      await Promise.allSettled(returning);
    },
    start() {
      subscriber.on("message", (channel, message) => {
        if (channel === KEYS.permitChannel) onWanted(context, message);
      });
      subscriber.subscribe(KEYS.permitChannel).catch(() => undefined);
    },
  };
}
