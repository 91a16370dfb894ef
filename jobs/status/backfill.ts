// How much of the past is stored, and when the rest will be at the pace so far.
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { parseScanProgress, type ScanProgress, scanField } from "../../schema/scan-progress.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { isFailing, type SourceHealth } from "../../schema/source/source-health.ts";

/** Whether a source has some of its chain's past still to scan, and fails: then nobody can tell when it will be there. */
export const isScanStuck = (
  scans: Readonly<Record<string, string>>,
  health: ReadonlyMap<string, SourceHealth>,
): boolean => [...health].some(([id, one]) => isFailing(one) && Number(scans[scanField(id, "left")] ?? 0) > 0);

/** Whether some of the candles' past is still to be fetched, or nobody looked yet. */
export const isFilling = async (redis: Redis): Promise<boolean> =>
  (await redis.hget(KEYS.backfill, "finished_at")) === null;

/** Whether all of the past is stored: candles, and the flows of chains. */
export const isPastStored = async (redis: Redis): Promise<boolean> =>
  !(await isFilling(redis)) && parseScanProgress(await redis.hgetall(KEYS.scanProgress)).left === 0;

/** For how long the past is being fetched by now, in milliseconds; null once it is stored. */
export async function fillingMs(redis: Redis, now: number): Promise<number | null> {
  if (!(await isFilling(redis))) return null;
  return Math.max(0, now - Number((await redis.hget(KEYS.backfill, "started_at")) ?? now));
}

/**
 * How far the past is: windows of candles, whose counters are `kept` (a Redis hash), and stretches of scanned chains.
 * `isCounted` is false while it is not known how much there is in all. Times in epoch milliseconds. `isStuck` where a part
 * of it makes no progress.
 */
export function toBackfill(
  kept: Readonly<Record<string, string>>,
  scans: ScanProgress,
  isCounted: boolean,
  now: number,
  isStuck = false,
): StatusData["backfill"] {
  const stored = Number(kept.windows_done ?? 0) + scans.done;
  if (!isCounted) {
    return { windows_total: UNASSESSED, windows_done: stored, done_pct: UNASSESSED, eta_s: UNASSESSED };
  }
  const total = Number(kept.windows_total ?? 0) + scans.left + scans.done;
  const done = Math.min(total, stored);
  const started = Number(kept.started_at ?? now);
  const finished = kept.finished_at !== undefined && scans.left === 0;
  const perMs = now > started ? done / (now - started) : 0;
  const left = total - done;
  const etaS =
    finished || (total > 0 && left === 0) ? 0 : perMs > 0 && !isStuck ? Math.round(left / perMs / 1_000) : UNASSESSED;
  return {
    windows_total: total,
    windows_done: done,
    done_pct: total > 0 ? Math.round((done / total) * 1e4) / 1e2 : finished ? 100 : 0,
    eta_s: etaS,
  };
}
