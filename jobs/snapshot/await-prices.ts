// The first build of a process waits for the prices of now: after a stop what is stored is old, and building from it
// takes as long as building from what comes in a moment later.
import { setTimeout as sleep } from "node:timers/promises";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { healthField } from "../../schema/source/source-health.ts";
import { type Line, priceLines, slotOf, timetable } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { configuredSources } from "../source-info.ts";

/** A venue that takes longer is not waited for. */
const WAIT_MS = 12_000;
/** Nor is one that takes twice as long as half of them did, and at least so much longer. */
const MORE_MS = 1_000;
const LOOK_MS = 200;

/** Of the lines that ended since each was due (epoch ms): how many brought something, and how many did not. */
async function countEnded(redis: Redis, lines: readonly Line[], dueAt: readonly number[]) {
  const sources = lines.map(({ key }) => key.slice(key.indexOf("~") + 1));
  const [ends, successes] = await Promise.all([
    redis.hmget(KEYS.jobHealth, ...lines.flatMap(({ key }) => [`${key}|success_at`, `${key}|error_at`])),
    redis.hmget(KEYS.sourceHealth, ...sources.map((source) => healthField(source, "success_at"))),
  ]);
  const isSince = (value: string | null | undefined, at: number) => Number(value ?? 0) >= (dueAt[at] ?? 0);
  const ended = lines.map((_, at) => isSince(ends[at * 2], at) || isSince(ends[at * 2 + 1], at));
  const read = ended.filter((hasEnded, at) => hasEnded && isSince(successes[at], at)).length;
  return { read, failed: ended.filter((hasEnded) => hasEnded).length - read };
}

/** Resolves once the candles of the last minute were read by most of the venues that answer, or after 12 seconds. */
export async function awaitPrices({ env, redis, clock }: Deps, signal: AbortSignal): Promise<void> {
  // Of the whole timetable: when a line is due follows from its place there.
  const lines = priceLines(timetable(configuredSources(env)));
  if (lines.length === 0) return;
  const from = clock.now();
  const dueAt = lines.map((line) => slotOf(line, from) + line.offsetMs);
  let end = from + WAIT_MS;
  for (let halfAt = 0; clock.now() < end; await sleep(LOOK_MS)) {
    signal.throwIfAborted();
    const { read, failed } = await countEnded(redis, lines, dueAt);
    if (read + failed === lines.length) return;
    // Who refuses at once says nothing of how long the others take.
    if (read === 0 || read * 2 < lines.length - failed || halfAt > 0) continue;
    halfAt = clock.now();
    end = Math.min(end, halfAt + Math.max(halfAt - from, MORE_MS));
  }
}
