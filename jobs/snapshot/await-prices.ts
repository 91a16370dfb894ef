// The first build of a process waits for the prices of now: after a stop what is stored is old, and building from it
// takes as long as building from what comes in a moment later.
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { priceLines, slotOf, timetable } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { configuredSources } from "../source-info.ts";

/** A venue that takes longer is not waited for. */
const WAIT_MS = 12_000;
/** Nor is one that takes twice as long as half of them did, and at least so much longer. */
const MORE_MS = 1_000;
const LOOK_MS = 200;

/** How many of the lines ended, well or not, since each was due (epoch ms). */
async function countRead(redis: Redis, keys: readonly string[], dueAt: readonly number[]): Promise<number> {
  const fields = keys.flatMap((key) => [`${key}|success_at`, `${key}|error_at`]);
  const ends = await redis.hmget(KEYS.jobHealth, ...fields);
  return keys.filter((_, at) => Math.max(Number(ends[at * 2] ?? 0), Number(ends[at * 2 + 1] ?? 0)) >= (dueAt[at] ?? 0))
    .length;
}

/** Resolves once the candles of the last minute were read by most venues, or after 12 seconds. */
export async function awaitPrices({ env, redis, clock }: Deps, signal: AbortSignal): Promise<void> {
  // Of the whole timetable: when a line is due follows from its place there.
  const lines = priceLines(timetable(configuredSources(env)));
  if (lines.length === 0) return;
  const from = clock.now();
  const dueAt = lines.map((line) => slotOf(line, from) + line.offsetMs);
  let end = from + WAIT_MS;
  for (let halfAt = 0; clock.now() < end; await sleep(LOOK_MS)) {
    signal.throwIfAborted();
    const read = await countRead(
      redis,
      lines.map(({ key }) => key),
      dueAt,
    );
    if (read === lines.length) return;
    if (read * 2 < lines.length || halfAt > 0) continue;
    halfAt = clock.now();
    end = Math.min(end, halfAt + Math.max(halfAt - from, MORE_MS));
  }
}
