// The slots of this process: receivers that fail have a few of their own (sick-slot.ts), of the others nobody has more than
// a share, and whoever takes long lends his to the next.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { systemRandom } from "../../schema/io/random.ts";
import { type Slot, type SlotAsked, takeSickSlot } from "./sick-slot.ts";

/** Of one owner, of those that last longer than a second: two hundred receivers that hang hold these, and not the lane. */
const OWNER_MAX = 16;
/** What a slot is taken to be held for before the first was left. */
const GUESS_MS = 5_000;
/** Some hang and some refuse at once: the last one alone says little of the next. */
const LAST_WEIGHT = 1 / 8;
const WAIT_MS = { least: 1_000, most: 5 * MINUTE_MS } as const;
/** Of so many owners is remembered how long they hold slots. */
const OWNERS_MAX = 10_000;

/** Since when each slot is held, `free` is when the next one comes in (epoch milliseconds), `ms` how long a slot is held. */
type Pool = { readonly most: number; readonly running: Map<symbol, number>; free: number; ms: number };
const POOLS = new WeakMap<Store, Map<string, Pool>>();

/** Deliveries under way that have not lasted long; the lane has room for as many again and more that have. */
const QUICK_MAX = 128;
const QUICK_MS = 1_000;
type Quick = { running: number; readonly waiting: (() => void)[] };
const QUICK = new WeakMap<Store, Quick>();

/**
 * Waits for one of the places of deliveries that have not lasted long; the place is another's after a second, so that
 * many that hang at once hold up the others for no longer. @returns what gives it back earlier.
 */
export async function enter(store: Store): Promise<() => void> {
  const quick = QUICK.get(store) ?? { running: 0, waiting: [] };
  QUICK.set(store, quick);
  if (quick.running < QUICK_MAX) quick.running += 1;
  else await new Promise<void>((resolve) => quick.waiting.push(resolve));
  let isIn = true;
  const leave = () => {
    if (!isIn) return;
    isIn = false;
    clearTimeout(timer);
    const next = quick.waiting.shift();
    // Who waits takes the place over.
    if (next === undefined) quick.running -= 1;
    else next();
  };
  const timer = setTimeout(leave, QUICK_MS);
  return leave;
}

function poolOf(store: Store, owner: string): Pool {
  const pools = POOLS.get(store) ?? new Map<string, Pool>();
  POOLS.set(store, pools);
  const held = pools.get(owner);
  if (held !== undefined) return held;
  if (pools.size >= OWNERS_MAX) {
    for (const [name, { running }] of pools) if (running.size === 0) pools.delete(name);
  }
  const pool: Pool = { most: OWNER_MAX, running: new Map(), free: 0, ms: GUESS_MS };
  pools.set(owner, pool);
  return pool;
}

/**
 * When to ask again: many would else ask all the time for the place of one. What has lasted is taken to last as long again:
 * those that hang hold all slots in the end.
 */
function queue(pool: Pool, now: number): Slot {
  const held = now - Math.max(...pool.running.values());
  const free = Math.max(pool.free, now + Math.max(WAIT_MS.least, held)) + pool.ms / pool.most;
  if (free - now > WAIT_MS.most) return { kind: "full" };
  pool.free = free;
  return { kind: "later", waitMs: (free - now) * (1 + systemRandom.fraction() / 4) };
}

/** `failedAt` is when the receiver's last delivery failed, null where it was taken, `now` both in epoch milliseconds. */
export function takeSlot(store: Store, asked: SlotAsked & { readonly failedAt: number | null }, now: number): Slot {
  const { failedAt } = asked;
  if (failedAt !== null) return takeSickSlot(store, { ...asked, failedAt }, now);
  const pool = poolOf(store, asked.owner);
  if (pool.running.size >= pool.most) return queue(pool, now);
  const slot = Symbol(asked.owner);
  // Receivers that answer soon wait for no other of their owner.
  const timer = setTimeout(() => void pool.running.set(slot, now), QUICK_MS);
  return {
    kind: "taken",
    leave(then) {
      clearTimeout(timer);
      if (!pool.running.delete(slot)) return;
      pool.ms += (Math.max(0, then - now) - pool.ms) * LAST_WEIGHT;
    },
  };
}
