// The written side of signal detection: a minute is one row, everything else follows from it and may be written again.

import type { SignalRow } from "../../schema/dataset/signal/signal.ts";
import type { SignalEvaluationRow } from "../../schema/dataset/signal/signal-evaluation.ts";
import type { SignalMinuteRow } from "../../schema/dataset/signal/signal-minute.ts";
import type { SignalStateRow } from "../../schema/dataset/signal/signal-state.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { tellInsert } from "../../schema/io/in-flight.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import { signalId, signalIdMax } from "../../schema/query/signal/signal-id.ts";
import { signalMinuteLatest } from "../../schema/query/signal/signal-minute-latest.ts";
import { signalOutcome } from "../../schema/query/signal/signal-outcome.ts";
import { signalStateLatest } from "../../schema/query/signal/signal-state-latest.ts";
import { SIGNAL_RULES_VERSION } from "../../schema/signal/rule.ts";
import { keepSignals } from "./keep-signals.ts";
import type { JudgedInput } from "./run-minute.ts";
import {
  EMPTY_SIGNAL_STATE,
  EMPTY_TOKEN_STATE,
  inKeyOrder,
  readSignalState,
  type SignalState,
  type TokenState,
  writeSignalState,
} from "./state.ts";

type LedgerDeps = { readonly store: Store; readonly redis: Redis; readonly clock: Clock };

/** Where detection stands: the last evaluated minute (0 before the first), the highest id, what the rules remember. */
export type Standing = { readonly at: number; readonly lastId: number; readonly state: SignalState };

/** What a minute leads to in the other tables. */
export type Written = {
  readonly signals: readonly SignalRow[];
  readonly evaluations: readonly SignalEvaluationRow[];
  readonly states: readonly SignalStateRow[];
  /** What the signals were judged from; left out by an earlier release. */
  readonly inputs?: readonly JudgedInput[];
};

/** Never after any minute that is evaluated. */
const EVER = 253_402_300_799_000;

type Kept = { readonly at: number; readonly lastId: number; readonly state: string };

async function readKept(redis: Redis): Promise<Kept | null> {
  const text = await redis.get(KEYS.signalState);
  return text === null ? null : (JSON.parse(text) as Kept);
}

/** Keeps the standing in Redis, so that the next minute needs not read it back. */
export async function keepStanding({ redis }: LedgerDeps, { at, lastId, state }: Standing): Promise<void> {
  await redis.set(KEYS.signalState, JSON.stringify({ at, lastId, state: writeSignalState(state) } satisfies Kept));
}

/** Writes what follows from a minute, known from `storedAt` on; the same rows written twice are there once. */
async function writeOut({ store }: LedgerDeps, at: number, written: Written, storedAt: number): Promise<void> {
  await keepSignals(store, written.signals, storedAt);
  const tables = { signal_state: written.states, signal_evaluation: written.evaluations } as const;
  for (const [table, rows] of Object.entries(tables)) {
    if (rows.length > 0) await store.insert(table, rows, `${table}~${at}`);
  }
}

async function restoreState(store: Store, at: number, seen: readonly string[]): Promise<SignalState> {
  const rows = await store.query(signalStateLatest, { rules: SIGNAL_RULES_VERSION });
  const tokens = new Map<string, TokenState>(seen.map((token) => [token, { ...EMPTY_TOKEN_STATE, at }]));
  // Whoever was looked at in the last minute is as of it, also where nothing about it changed.
  for (const { token, state } of rows)
    tokens.set(token, { ...(JSON.parse(state) as TokenState), ...(tokens.has(token) && { at }) });
  return { ...EMPTY_SIGNAL_STATE, tokens: inKeyOrder(tokens) };
}

/**
 * Reads where detection stands. ClickHouse decides: where Redis lost its copy, or has one of another minute, what
 * follows from the last written minute is written again (it may never have been) and the state is read back.
 */
export async function readStanding(deps: LedgerDeps): Promise<Standing> {
  const { store, redis } = deps;
  const [last] = await store.query(signalMinuteLatest, { asOf: EVER });
  const [most] = last ? [] : await store.query(signalIdMax, {});
  const at = last?.minute_at ?? 0;
  const kept = await readKept(redis);
  if (last && kept?.at === at && kept.lastId === last.last_id) {
    return { at, lastId: kept.lastId, state: readSignalState(kept.state) };
  }
  if (last) {
    const [row] = await store.query(signalOutcome, { at });
    if (row)
      await tellInsert(deps, null, (storedAt) => writeOut(deps, at, JSON.parse(row.outcome) as Written, storedAt));
  }
  const seen = last ? Object.keys(JSON.parse(last.coverage) as object) : [];
  const standing = { at, lastId: last?.last_id ?? most?.id ?? 0, state: await restoreState(store, at, seen) };
  if (last) await keepStanding(deps, standing);
  return standing;
}

/** The numbers that earlier natural keys were given. */
export async function readIds(
  { store }: LedgerDeps,
  wanted: { readonly tokens: readonly string[]; readonly keys: readonly string[] },
): Promise<ReadonlyMap<string, number>> {
  if (wanted.keys.length === 0) return new Map();
  const rows = await store.query(signalId, wanted);
  return new Map(rows.map(({ key, id }) => [key, id]));
}

/**
 * Writes a minute down, and then what follows from it: from the first row on it is evaluated, whatever happens next. A
 * build knows all of it or nothing.
 * @returns whether it is what was written first for this minute, which is not ours where another process was faster.
 */
export const commitMinute = (
  deps: LedgerDeps,
  row: Omit<SignalMinuteRow, "outcome" | "written_at">,
  written: Written,
): Promise<boolean> =>
  tellInsert(deps, null, async (storedAt) => {
    const outcome = JSON.stringify(written);
    await deps.store.insert("signal_minute", [{ ...row, outcome, written_at: storedAt }], `signal_minute~${row.at}`);
    const [first] = await deps.store.query(signalOutcome, { at: row.at });
    if (first?.outcome !== outcome) return false;
    await writeOut(deps, row.at, written, storedAt);
    return true;
  });
