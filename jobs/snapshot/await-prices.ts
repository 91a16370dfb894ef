// The first build of a process waits for the prices of now: after a stop what is stored is old, and building from it
// takes as long as building from what comes in a moment later.
import { setTimeout as sleep } from "node:timers/promises";
import { KEYS } from "../../schema/key.ts";
import { type Line, slotOf, timetable } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { configuredSources } from "../source-info.ts";

/** A venue that takes longer is not waited for. */
const WAIT_MS = 12_000;
const LOOK_MS = 200;
const MINUTE_S = 60;

/** The lines of the timetable that bring the candles of a minute. */
function priceLines({ env }: Deps): readonly Line[] {
  const sources = configuredSources(env);
  const prices = sources.filter(({ dataset, everyS }) => dataset === "candle" && everyS === MINUTE_S);
  const keys = new Set(prices.map(({ id }) => `source.pull~${id}`));
  // Of the whole timetable: when a line is due follows from its place there.
  return timetable(sources).filter(({ key }) => keys.has(key));
}

/** Whether each line ended, well or not, since its last slot was due. */
async function areRead({ redis, clock }: Deps, lines: readonly Line[]): Promise<boolean> {
  if (lines.length === 0) return true;
  const fields = lines.flatMap(({ key }) => [`${key}|success_at`, `${key}|error_at`]);
  const ends = await redis.hmget(KEYS.jobHealth, ...fields);
  const now = clock.now();
  return lines.every((line, at) => {
    const ended = Math.max(Number(ends[at * 2] ?? 0), Number(ends[at * 2 + 1] ?? 0));
    return ended >= slotOf(line, now) + line.offsetMs;
  });
}

/** Resolves once the candles of the last minute were read, or after 12 seconds. */
export async function awaitPrices(deps: Deps, signal: AbortSignal): Promise<void> {
  const lines = priceLines(deps);
  for (const end = deps.clock.now() + WAIT_MS; deps.clock.now() < end; await sleep(LOOK_MS)) {
    signal.throwIfAborted();
    if (await areRead(deps, lines)) return;
  }
}
