// Evaluates every minute that is due, in order and each once; what a minute comes to is written before it shows.
import { MINUTE_MS, minuteOf } from "../../schema/duration.ts";
import { readSettled } from "../../schema/io/in-flight.ts";
import { keepLock, type Lock, takeLock } from "../../schema/io/lock.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "../fact/fact.ts";
import type { HeldRows } from "../fact/held.ts";
import { takeFacts } from "../fact/last-facts.ts";
import { loadFacts } from "../fact/load-facts.ts";
import { commitMinute, keepStanding, readIds, readStanding, type Standing } from "./ledger.ts";
import { loadMinute, loadUsual } from "./load-rows.ts";
import { measureInputs } from "./measure-inputs.ts";
import { keysOf, numberSignals, runMinute } from "./run-minute.ts";

/** Facts are read this long after their minute ended: by then its candles are stored. */
const READ_AFTER_MS = 20_000;
/** What a build read at least this long after the minute serves as well. */
const SETTLED_MS = 10_000;
/** Minutes that are made up for; what is older is skipped and counted. */
const CATCH_UP_MAX = 15;
/** A run that makes up for minutes starts no other after so long: what is served now comes first. */
const RUN_MS = 10_000;
const LOCK = "signal-detect";
/** It is kept while a step of thousands of tokens lasts longer; a dead holder delays a minute by as much. */
const LOCK_MS = 40_000;

type DetectDeps = Omit<Deps, "producer">;
export type Detected = {
  readonly minutes: number;
  readonly fired: number;
  readonly changed: number;
  /** Minutes that are due and were left for another run. */
  readonly left: number;
  /** Another run is about it. */
  readonly isElsewhere?: true;
};
type Evaluated = Pick<Detected, "minutes" | "fired" | "changed">;

/** The minutes to evaluate after `last` (0: none yet) up to `slot`, and how many before them are skipped. Epoch ms. */
export function dueMinutes(last: number, slot: number): { readonly due: readonly number[]; readonly skipped: number } {
  if (last === 0) return { due: [slot], skipped: 0 };
  const missing = Math.max(0, Math.round((slot - last) / MINUTE_MS));
  const count = Math.min(missing, CATCH_UP_MAX);
  const due = Array.from({ length: count }, (_, index) => slot - (count - 1 - index) * MINUTE_MS);
  return { due, skipped: missing - count };
}

/** `shared`: what the minutes of a run read, where there are several: what stands still between them is read once. */
async function factsFor(deps: DetectDeps, minute: number, shared: HeldRows | null): Promise<Facts> {
  const known = takeFacts(deps, minute + SETTLED_MS, minute + MINUTE_MS);
  if (known) return known;
  const asOf = Math.max(minute, Math.min(deps.clock.now(), minute + READ_AFTER_MS));
  // What came late for a minute that is made up for counts: a venue's past is stored when it is asked for.
  const held = shared && { rows: shared, older: new Map(), ...(await readSettled(deps.redis, deps.clock.now())) };
  return loadFacts(deps.store, { asOf, tokens: TRACKED.map(({ id }) => id), market: deps.env.MARKET }, held);
}

type Minute = {
  readonly at: number;
  /** Minutes between it and the one before. */
  readonly skipped: number;
  readonly shared: HeldRows | null;
};

/** Evaluates one minute and writes it down. */
async function detectMinute(
  deps: DetectDeps,
  before: Standing,
  { at: minute, skipped, shared }: Minute,
  lock: Lock,
): Promise<[Standing, Evaluated]> {
  const facts = await factsFor(deps, minute, shared);
  const tokens = [...facts.tokens.keys()];
  await lock.extend();
  const usual = await loadUsual(deps.store, minute, tokens);
  const own = await loadMinute(deps.store, facts, usual);
  const outcome = runMinute(before.state, minute, measureInputs(facts, own, usual));
  const { rows, lastId } = numberSignals(outcome, before.lastId, await readIds(deps, keysOf(outcome)));
  const { evaluations, states, inputs } = outcome;
  const written = { signals: rows, evaluations, states, inputs };
  await lock.extend();
  const row = {
    at: minute,
    read_at: facts.asOf,
    last_id: lastId,
    skipped_count: skipped,
    coverage: JSON.stringify(outcome.coverage),
  };
  const ours = await commitMinute(deps, row, written);
  if (!ours) return [await readStanding(deps), { minutes: 0, fired: 0, changed: 0 }];
  const after = { at: minute, lastId, state: outcome.state };
  await keepStanding(deps, after);
  return [after, { minutes: 1, fired: outcome.fired.length, changed: outcome.changed.length }];
}

/**
 * Evaluates the minutes up to `slot` (epoch ms of a full minute) that were not yet, in order, as far as its time goes.
 * Killed anywhere, the next run goes on: a minute is evaluated when its one row is written, and what follows from that
 * row may be written again.
 */
export async function detectSignals(deps: DetectDeps, slot: number, signal: AbortSignal): Promise<Detected> {
  const total = { minutes: 0, fired: 0, changed: 0, left: 0 };
  const from = deps.clock.now();
  const lock = await takeLock(deps.redis, LOCK, LOCK_MS, deps.clock.now());
  // Whoever holds it evaluates this minute too, or the next run makes up for it.
  if (!lock) return { ...total, isElsewhere: true };
  const letGo = keepLock(lock, LOCK_MS);
  try {
    let standing = await readStanding(deps);
    const { due, skipped } = dueMinutes(standing.at, Math.min(slot, minuteOf(deps.clock.now())));
    const shared: HeldRows | null = due.length > 1 ? new Map() : null;
    for (const [index, at] of due.entries()) {
      if (index > 0 && deps.clock.now() - from >= RUN_MS) {
        total.left = due.length - index;
        break;
      }
      signal.throwIfAborted();
      await lock.extend();
      const [after, one] = await detectMinute(deps, standing, { at, skipped: index === 0 ? skipped : 0, shared }, lock);
      standing = after;
      total.minutes += one.minutes;
      total.fired += one.fired;
      total.changed += one.changed;
      if (one.minutes === 0) break;
    }
  } finally {
    letGo();
    await lock.release();
  }
  return total;
}
