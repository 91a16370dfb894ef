// hour.fold: keeps the hourly panel stored: the running hour, each once it is over, and again where readings came late.
import { tokenHour } from "../../schema/dataset/trade/token-hour.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { JobPayload } from "../../schema/job.ts";
import { hourMissing } from "../../schema/query/trade/hour-missing.ts";
import { hourStale } from "../../schema/query/trade/hour-stale.ts";
import { keptFrom } from "../../schema/retention.ts";
import type { Deps } from "../deps.ts";

/** Order books are kept for thirty days: of an older hour a fold would know less than what is stored. */
const AGAIN_MS_MAX = 25 * DAY_MS;

const COLUMNS = Object.keys(tokenHour.columns).join(", ");
const VALUES = Object.keys(tokenHour.columns)
  .map((column) => (column === "at" ? "toDateTime64(hour, 3, 'UTC')" : column))
  .slice(0, -1)
  .join(", ");

const instant = (ms: number): string => `fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC')`;

/** The last hour in which each process looked for hours of the past that are missing; a new process looks at once. */
const FILLED = new WeakMap<Deps["store"], number>();

type Range = { from: number; to: number };

/** Folds the hours from `from` to before `to`, as known at `now`. */
function foldSql({ from, to }: Range, now: number, onlyMissing: boolean): string {
  const stored = `SELECT token, toDateTime(at, 'UTC') FROM ${tokenHour.name} WHERE at >= ${instant(from)} AND at < ${instant(to)}`;
  return `INSERT INTO ${tokenHour.name} (${COLUMNS})
   SELECT ${VALUES}, ${instant(now)} FROM analyst.hour_live
   WHERE hour >= toDateTime(${from / 1_000}, 'UTC') AND hour < toDateTime(${to / 1_000}, 'UTC')
     ${onlyMissing ? `AND (token, hour) NOT IN (${stored})` : ""}
   SETTINGS max_threads = 1`;
}

/** Neighbouring hours as ranges of a day at most. */
export function rangesOf(hours: readonly number[]): Range[] {
  const ranges: Range[] = [];
  for (const hour of hours) {
    const last = ranges.at(-1);
    if (last !== undefined && last.to === hour && hour - last.from < DAY_MS) last.to = hour + HOUR_MS;
    else ranges.push({ from: hour, to: hour + HOUR_MS });
  }
  return ranges;
}

export async function handleHourFold(
  { store, clock, log }: Pick<Deps, "store" | "clock" | "log">,
  { slot }: JobPayload<"hour.fold">,
  signal: AbortSignal,
): Promise<void> {
  const now = clock.now();
  const recent = Math.floor((now - AGAIN_MS_MAX) / HOUR_MS) * HOUR_MS;
  const fold = async (hours: readonly { readonly at: number }[], onlyMissing: boolean) => {
    for (const range of rangesOf(hours.map(({ at }) => at))) {
      signal.throwIfAborted();
      await store.command(foldSql(range, clock.now(), onlyMissing));
    }
    if (hours.length > 2) log.info({ slot, hours: hours.length, onlyMissing }, "hours folded");
  };
  await fold(await store.query(hourStale, { from: recent, to: now }), false);
  // The past is long and seldom changes: candles of a token that was taken up later. Not every slot has a run.
  const hour = Math.floor(now / HOUR_MS);
  if (FILLED.get(store) === hour) return;
  // Candles stay longer than panels: an hour whose panel has gone is not missing.
  const from = Math.ceil(keptFrom("token_hour", now) / HOUR_MS) * HOUR_MS;
  await fold(await store.query(hourMissing, { from, to: recent }), true);
  FILLED.set(store, hour);
}
