// The slots that receivers whose last delivery failed share in this process: they take turns by receiver, that first whose
// last try is the oldest, so that one that is well again waits for each of the others once, however much waits for them and
// whichever process tried it last.
import { MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";

const SICK_MAX = 5;
/** Of one owner: many receivers of one keep a few of another waiting for so many of theirs. */
const OWNER_LINES_MAX = 16;
/** What a slot is taken to be held for before the first was left. */
const GUESS_MS = 15_000;
const LAST_WEIGHT = 1 / 8;
const WAIT_MS = { least: 1_000, most: 5 * MINUTE_MS } as const;
/** Clocks and timers differ by less. */
const EARLY_MS = 250;
/** Who asks again so soon, or should have so lately, has a claim on a slot that is free now. */
const CLAIM_MS = 2_000;
/** Who has not asked again so long after it said has died. */
const GONE_MS = MINUTE_MS;

export type Slot =
  | { readonly kind: "later"; readonly waitMs: number }
  /** Another of its line waits, or so many do, that who comes now is looked for again by the sweep. */
  | { readonly kind: "full" }
  | { readonly kind: "taken"; leave(now: number): void };

export type SlotAsked = { readonly owner: string; readonly host: string; readonly message: string };

/** The one message that stands in line for its receiver, and when it asks again, epoch milliseconds. */
type Ticket = { readonly owner: string; readonly message: string; readonly failedAt: number; readonly at: number };
/** Tickets by line, an owner at a host; of those that failed at once, in the order in which they were drawn. */
type Pool = { running: number; ms: number; readonly tickets: Map<string, Ticket> };
const POOLS = new WeakMap<Store, Pool>();

function take(pool: Pool, now: number): Slot {
  pool.running += 1;
  let isHeld = true;
  return {
    kind: "taken",
    leave(then) {
      if (!isHeld) return;
      isHeld = false;
      pool.running -= 1;
      pool.ms += (Math.max(0, then - now) - pool.ms) * LAST_WEIGHT;
    },
  };
}

/** `failedAt`: when its last try was, of one clock for all. `now`: epoch milliseconds. */
export function takeSickSlot(
  store: Store,
  { owner, host, message, failedAt }: SlotAsked & { readonly failedAt: number },
  now: number,
): Slot {
  const pool = POOLS.get(store) ?? { running: 0, ms: GUESS_MS, tickets: new Map<string, Ticket>() };
  POOLS.set(store, pool);
  const { tickets } = pool;
  const line = `${host} ${owner}`;
  let [before, claims, own] = [0, 0, 0];
  let isBehind = false;
  for (const [name, ticket] of tickets) {
    // Nobody is told to wait so long: the clock was set back.
    if (ticket.at + GONE_MS < now || ticket.at > now + WAIT_MS.most) tickets.delete(name);
    else if (name === line) isBehind = true;
    else {
      if (ticket.owner === owner) own += 1;
      if (ticket.failedAt > failedAt || (ticket.failedAt === failedAt && isBehind)) continue;
      before += 1;
      if (Math.abs(ticket.at - now) <= CLAIM_MS) claims += 1;
    }
  }
  const mine = tickets.get(line);
  const isAnothers = mine !== undefined && mine.message !== message;
  if (isAnothers || (mine === undefined && own >= OWNER_LINES_MAX)) return { kind: "full" };
  if (mine !== undefined && now < mine.at - EARLY_MS) return { kind: "later", waitMs: mine.at - now };
  const free = SICK_MAX - pool.running;
  if (claims < free) {
    tickets.delete(line);
    return take(pool, now);
  }
  const waitMs = Math.min(WAIT_MS.most, Math.max(WAIT_MS.least, ((before + 1 - free) * pool.ms) / SICK_MAX));
  // A ticket that is there keeps its place.
  tickets.set(line, { owner, message, failedAt, at: now + waitMs });
  return { kind: "later", waitMs };
}
