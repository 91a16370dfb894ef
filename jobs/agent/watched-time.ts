// How much of a time was watched for a token: the minutes in which the rules that are asked about were judged.
import { MINUTE_MS, minuteOf } from "../../schema/duration.ts";
import { signalMinuteFirst } from "../../schema/query/signal/signal-minute-first.ts";
import { signalMinuteWatched } from "../../schema/query/signal/signal-minute-watched.ts";
import type { Deps } from "../deps.ts";
import type { TokenCoverage } from "../detect/run-minute.ts";
import { coverageFrom } from "../detect/show.ts";
import { type Gap, gap } from "../measure/gap.ts";

/** Minutes with one coverage; instants in epoch milliseconds. */
export type CoveredMinutes = {
  readonly coverage: TokenCoverage;
  readonly minutes: number;
  readonly firstAt: number;
  readonly lastAt: number;
};

export type WatchedTime = {
  /** Of a token, within the time. */
  readonly minutes: (token: string) => readonly CoveredMinutes[];
  /** Whether there were such minutes before the time, however long ago. */
  readonly hasBefore: boolean;
};

type Span = {
  /** Epoch milliseconds: minutes after the one and up to the other. */
  readonly since: number;
  readonly now: number;
};

/** The newest minute is judged while the next ones run, and a state may speak of one as old as this: they have no row yet. */
const LATE_MS = 6 * MINUTE_MS;

type Judged = {
  /** Minutes in which nothing hides behind a rule that was not judged. */
  readonly watched: readonly CoveredMinutes[];
  /** The first minute that counts, epoch milliseconds. */
  readonly begunAt: number;
  /** The last one there is, whatever was judged in it. */
  readonly endedAt: number;
  /** What hides in the others. */
  readonly missed: readonly string[];
};

/** After the first minute in which anything was judged, the rest is read for the first time within so long. */
export const START_MS = 10 * MINUTE_MS;

/** `blindTo`: what may hide behind rules that were not judged. */
export function judgeMinutes(
  minutes: readonly CoveredMinutes[],
  blindTo: (minutes: CoveredMinutes) => Gap | null,
): Judged {
  const told = minutes.map((one) => {
    const why = blindTo(one);
    return { ...one, why: why?.gap, says: why?.detail ?? "" };
  });
  const firstOf = (some: readonly CoveredMinutes[]) => Math.min(...some.map(({ firstAt }) => firstAt));
  return {
    watched: told.filter(({ why }) => why === undefined),
    begunAt: Math.min(
      firstOf(told.filter(({ why }) => why !== "pending")),
      firstOf(told.filter(({ coverage: [judged] }) => judged > 0)) + START_MS,
    ),
    endedAt: Math.max(...told.map(({ lastAt }) => lastAt)),
    missed: [...new Set(told.flatMap(({ why, says }) => (why === undefined ? [] : [says])))],
  };
}

export const countOf = ({ watched }: Judged): number => watched.reduce((sum, { minutes }) => sum + minutes, 0);

/** Why silence says nothing of the time; null where it does. `hasBefore`: minutes before the time were judged as well. */
export function blindSpot(judged: Judged, hasBefore: boolean, { since, now }: Span): Gap | null {
  const [begin, end] = [minuteOf(since), minuteOf(now)];
  const all = (end - begin) / MINUTE_MS;
  const known = countOf(judged);
  const told = [`${known} of ${all} minutes were watched.`, ...judged.missed].join(" ");
  const first = begin + MINUTE_MS;
  const from = hasBefore ? first : Math.max(first, judged.begunAt);
  const last = Math.max(...judged.watched.map(({ lastAt }) => lastAt));
  const isWhole = known > 0 && end - last <= LATE_MS && judged.endedAt <= last && known > (last - from) / MINUTE_MS;
  // Of a time that was mostly before the first minute of all, silence says as little as of one with holes.
  if (!isWhole || 2 * known < all) return gap("insufficient_coverage", told);
  return from > first ? gap("insufficient_history", told) : null;
}

export async function readWatchedTime(
  { store }: Pick<Deps, "store">,
  tokens: readonly string[],
  { since, now }: Span,
): Promise<WatchedTime> {
  const [rows, [first]] = await Promise.all([
    store.query(signalMinuteWatched, { tokens, since, asOf: now, known: now }),
    store.query(signalMinuteFirst, { known: now }),
  ]);
  const covered = new Map<string, CoveredMinutes[]>();
  for (const { token, coverage, minutes, first_at, last_at } of rows) {
    const one = { coverage: coverageFrom(JSON.parse(coverage)), minutes, firstAt: first_at, lastAt: last_at };
    covered.set(token, [...(covered.get(token) ?? []), one]);
  }
  const { first_at: firstAt = 0, skipped = 0 } = first ?? {};
  return {
    minutes: (token) => covered.get(token) ?? [],
    // The first that is kept may follow others that were.
    hasBefore: firstAt > 0 && (firstAt <= since || skipped > 0),
  };
}
