// Keeps the record: takes up what was issued, settles what is due, corrects what came late, publishes the scorecards.
import { DAY_MS, HOUR_MS, MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import { type Lock, takeLock } from "../../schema/io/lock.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { type RecordMarkRow, recordMark } from "../../schema/query/record/record-mark.ts";
import { HORIZON_IDS, SCORING } from "../../schema/record/rule.ts";
import type { Deps } from "../deps.ts";
import { publishedVersion } from "../publish.ts";
import { keepHours, keepSamples, rereadHours, rereadSamples } from "./keep-hours.ts";
import { settleableAt } from "./measure-outcome.ts";
import { hourAfter, hourBefore } from "./prices.ts";
import { publishRecord } from "./publish-record.ts";
import { correctCalls, settleCalls } from "./settle-calls.ts";
import { takeCalls } from "./take-calls.ts";

const LOCK = "outcome.score";
const LOCK_MS = 5 * MINUTE_MS;
const ROUND_MS = QUARTER_MS;
/** An hour's last candles are stored by then. */
const ROUND_OFFSET_MS = 240_000;
/** Published again after so long, although nothing changed: snapshots do not stand for ever. */
const PUBLISHED_MS = 6 * HOUR_MS;
/** One look back is at most so long. */
const REREAD_MAX_MS = DAY_MS;

type Scored = {
  readonly taken: number;
  readonly settled: number;
  readonly corrected: number;
  /** Another run is about it. */
  readonly isElsewhere?: true;
};

/** Looks once more, a day after they were due, at the hours that ended since the last look. */
async function lookAgain(deps: Deps, signal: AbortSignal): Promise<number> {
  const { redis, clock } = deps;
  const to = hourBefore(clock.now() - SCORING.recheckMs);
  const last = Number((await redis.get(KEYS.recordLooked)) ?? 0);
  // The first time there is nothing to make up for.
  if (last === 0) await redis.set(KEYS.recordLooked, to);
  if (last === 0 || last >= to) return 0;
  const from = Math.max(last, to - REREAD_MAX_MS);
  let corrected = 0;
  await rereadHours(deps, from, to - HOUR_MS);
  for (const id of HORIZON_IDS) {
    signal.throwIfAborted();
    const back = settleableAt(0, id);
    const [begin, end] = [from - back, to - back];
    if (hourAfter(begin) <= hourBefore(end)) await rereadSamples(deps, id, hourAfter(begin), hourBefore(end));
    corrected += await correctCalls(deps, id, begin, end - 1);
  }
  await redis.set(KEYS.recordLooked, to);
  return corrected;
}

/** Whether a quarter of an hour began since what was due was last settled. */
async function isRoundDue({ redis, clock }: Deps): Promise<boolean> {
  const last = Number((await redis.get(KEYS.recordSettled)) ?? 0);
  const roundOf = (ms: number) => Math.floor((ms - ROUND_OFFSET_MS) / ROUND_MS);
  return roundOf(clock.now()) > roundOf(last);
}

/** Settles and corrects what is due. */
async function settleRound(deps: Deps, mark: RecordMarkRow, lock: Lock, signal: AbortSignal) {
  const startedAt = deps.clock.now();
  await keepHours(deps, mark, signal);
  await lock.extend();
  await keepSamples(deps, mark, signal);
  await lock.extend();
  const settled = await settleCalls(deps, mark, signal);
  await lock.extend();
  const corrected = await lookAgain(deps, signal);
  await deps.redis.set(KEYS.recordSettled, startedAt);
  return { settled, corrected };
}

/**
 * Takes up what is new at every call, and settles what is due once a quarter of an hour. Bears being run twice and
 * killed anywhere: what is stored is what was done.
 */
export async function scoreOutcomes(deps: Deps, signal: AbortSignal): Promise<Scored> {
  const none = { taken: 0, settled: 0, corrected: 0 };
  const lock = await takeLock(deps.redis, LOCK, LOCK_MS, deps.clock.now());
  if (!lock) return { ...none, isElsewhere: true };
  try {
    const [before] = await deps.store.query(recordMark, {});
    const taken = await takeCalls(deps, before, signal);
    const [mark] = taken > 0 ? await deps.store.query(recordMark, {}) : [before];
    const isDue = mark !== undefined && mark.first_call > 0 && (await isRoundDue(deps));
    const done = { ...none, taken, ...(isDue ? await settleRound(deps, mark, lock, signal) : {}) };
    const changed = done.taken + done.settled + done.corrected > 0;
    const published = await publishedVersion(deps.redis, SNAPSHOTS.record);
    if (changed || published === null || deps.clock.now() - published > PUBLISHED_MS) await publishRecord(deps, signal);
    return done;
  } finally {
    await lock.release();
  }
}
