// What this process holds of one policy for one caller in one window: taken without asking Redis while it lasts.
import type { PolicyId } from "../../schema/limit.ts";
import { type LeaseKey, type Leases, TRUST_MS } from "./lease.ts";

export type Pool = {
  readonly policy: PolicyId;
  readonly quota: number;
  readonly endsAt: number;
  readonly at: LeaseKey;
  /** Free to take here. */
  local: number;
  /** Taken, and not yet known whether they will be used (journalled kind). */
  reserved: number;
  /** Used and not yet told (counted kind). */
  spent: number;
  /** Until when the local ones may be trusted. */
  trustedUntil: number;
  /** Left of the quota as far as known here. */
  left: number;
  /** How many were granted last: below a part of it more are asked for in good time. */
  granted: number;
  usedAt: number;
  waiting: number;
  asking: Promise<void> | null;
  /** Whether others held some when last asked. */
  others: number;
  /** Uses of the journalled kind in all, and how many of them Redis has confirmed. */
  uses: number;
  told: number;
  /** Whether Redis was asked before. */
  isKnown: boolean;
};

type PoolShape = Pick<Pool, "policy" | "quota" | "endsAt" | "at">;

/** `uses`: how many this process is known to have used before. */
export const makePool = (shape: PoolShape, uses = 0): Pool => ({
  ...shape,
  local: 0,
  reserved: 0,
  spent: 0,
  trustedUntil: 0,
  left: shape.quota,
  granted: 0,
  usedAt: 0,
  waiting: 0,
  asking: null,
  others: 0,
  uses,
  told: 0,
  isKnown: false,
});

/** All that there were are used: final until the window ends. */
export const isSpent = (pool: Pool): boolean => pool.left <= 0;
const heldBy = (pool: Pool): number => pool.local + pool.reserved;

/** Asks Redis; one question at a time. Rejects where Redis is away. */
export function refill(pool: Pool, leases: Leases, now: number, needed: number): Promise<void> {
  pool.asking ??= ask(pool, leases, now, needed).finally(() => {
    pool.asking = null;
  });
  return pool.asking;
}

async function ask(pool: Pool, leases: Leases, now: number, needed: number): Promise<void> {
  // What was not renewed in time may be another's by now.
  if (now >= pool.trustedUntil) pool.local = 0;
  const { spent, uses } = pool;
  const held = heldBy(pool);
  const state = await leases.take(pool.at, { quota: pool.quota, needed, held, spent });
  let usedMeanwhile = pool.uses - uses;
  if (!pool.isKnown) {
    // A caller forgotten and met again goes on counting where it was.
    pool.uses = Math.max(pool.uses, state.uses);
    pool.told = state.uses;
    usedMeanwhile = pool.uses - state.uses;
  }
  pool.isKnown = true;
  pool.spent -= spent;
  // Redis may hold us for less than we believed; what was used meanwhile is not ours to take away again.
  pool.local += state.mine - held;
  pool.others = state.others;
  pool.granted = Math.max(state.granted, needed > 0 ? 0 : pool.granted);
  pool.left = pool.quota - state.used - pool.spent - usedMeanwhile;
  pool.trustedUntil = now + TRUST_MS;
}

/** Takes one that is here. False where Redis must be asked. */
export function takeLocal(pool: Pool, now: number): boolean {
  if (pool.local <= 0 || now >= pool.trustedUntil) return false;
  pool.local -= 1;
  pool.usedAt = now;
  if (pool.at.kind === "journalled") {
    pool.reserved += 1;
    return true;
  }
  pool.spent += 1;
  pool.left -= 1;
  return true;
}

/** Whether more should be asked for before the last one is gone. */
export const runsLow = (pool: Pool): boolean => pool.asking === null && pool.local * 4 < pool.granted;

/** Gives back one that was taken and will not be used. */
export function giveBack(pool: Pool): void {
  pool.local += 1;
  if (pool.at.kind === "journalled") pool.reserved -= 1;
  else {
    pool.spent -= 1;
    pool.left += 1;
  }
}

/** Tells Redis what was used so far, where it does not know. */
export function tell(pool: Pool, leases: Leases): void {
  const { uses } = pool;
  if (uses === pool.told) return;
  const { caller, ...window } = pool.at;
  leases.tell({ ...window, callers: [caller], uses: [uses] }).then(
    () => {
      pool.told = Math.max(pool.told, uses);
    },
    () => undefined,
  );
}

/** A reserved one was used: the journal leaves before the answer does, and nobody waits for it. */
export function use(pool: Pool, leases: Leases): void {
  pool.reserved -= 1;
  pool.left -= 1;
  pool.uses += 1;
  tell(pool, leases);
}

/** Returns what lies here unused. */
export async function returnLocal(pool: Pool, leases: Leases, now: number): Promise<void> {
  if (pool.asking !== null) await pool.asking.catch(() => undefined);
  pool.local = 0;
  await refill(pool, leases, now, 0);
}
