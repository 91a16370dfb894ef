// Replays weeks of the sandbox market through detection, minting, the proof log and scoring: hours of it in a second.

import type { Deps } from "../../../jobs/deps.ts";
import { keepSignals } from "../../../jobs/detect/keep-signals.ts";
import { keysOf, numberSignals, runMinute } from "../../../jobs/detect/run-minute.ts";
import { EMPTY_SIGNAL_STATE } from "../../../jobs/detect/state.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { appendIssued, completeNodes } from "../../../jobs/proof/append-log.ts";
import { publishFrames } from "../../../jobs/publish.ts";
import { scoreOutcomes } from "../../../jobs/record/score.ts";
import type { SignalInput } from "../../../jobs/signal/input.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../../schema/key.ts";
import { createModel } from "../../../scripts/sandbox/model/model.ts";
import type { Planted } from "../../../scripts/sandbox/model/plan.ts";
import { openTestDeps } from "../deps.ts";
import { openReplayMarket } from "./replay-market.ts";
import { openOutside } from "./sandbox-outside.ts";
import { sandboxWeek } from "./sandbox-week.ts";

type ReplayOptions = {
  readonly store: Store;
  readonly redisUrl: string;
  readonly tokens: readonly string[];
  readonly seed: number;
  /** Put into the market beside what its seed gives. */
  readonly planted?: readonly Planted[];
  /** How many venues a price is the median of. */
  readonly venues: number;
  readonly startMs: number;
  readonly hours: number;
  /** Hours between two rounds of minting, beside those after grave signals. */
  readonly mintHours: number;
  /** Hours between two rounds of logging and scoring. */
  readonly scoreHours: number;
  readonly say: (line: string) => void;
  /** What else is made of the states that were published, at an instant in epoch milliseconds. */
  readonly beside?: (deps: Deps, now: number) => Promise<void>;
  /** Keeps what signals were judged from, and every version of them. */
  readonly isKept?: true;
};

type Replayed = {
  readonly signals: number;
  readonly minted: number;
  readonly settled: number;
  readonly corrected: number;
  readonly leaves: number;
  /** Milliseconds by part. */
  readonly costs: Readonly<Record<string, number>>;
};

const SLOT = 5 * MINUTE_MS;
/** When the rounds of a minute run after it ended, as the timetable has it. */
const DETECT_MS = 22_000;
const MINT_MS = 40_000;
const quiet = new AbortController().signal;

/** Everything settles within the longest horizon and a little more. */
export const REPLAY_TAIL_MS = 7 * DAY_MS + 2 * HOUR_MS;

/** The minutes of a replay as the rules' inputs, a week of the model at a time. */
function openInputs({ seed, planted = [], tokens, startMs }: ReplayOptions) {
  const weeks = new Map<number, readonly ((minute: number) => SignalInput)[]>();
  const open = (week: number) => {
    const model = createModel(seed, planted);
    const from = startMs + week * 7 * DAY_MS;
    const outside = openOutside(model, from, tokens);
    return tokens.map((token) => sandboxWeek(model, token, from, outside));
  };
  return (at: number): SignalInput[] => {
    const week = Math.floor((at - startMs - 1) / (7 * DAY_MS));
    if (!weeks.has(week)) weeks.clear();
    const inputs = weeks.get(week) ?? open(week);
    weeks.set(week, inputs);
    return inputs.map((input) => input((at - startMs - week * 7 * DAY_MS) / MINUTE_MS - 1));
  };
}

/** Detects minute by minute as the service does; an hour's rows are stored together. */
function openDetection(store: Store, inputsAt: (at: number) => SignalInput[], isKept: boolean) {
  let [state, lastId] = [EMPTY_SIGNAL_STATE, 0];
  const ids = new Map<string, number>();
  return async (fromMs: number): Promise<{ readonly fired: number; readonly grave: ReadonlySet<number> }> => {
    const signals = new Map<string, object>();
    const minutes: object[] = [];
    const grave = new Set<number>();
    let fired = 0;
    for (let at = fromMs + MINUTE_MS; at <= fromMs + HOUR_MS; at += MINUTE_MS) {
      const outcome = runMinute(state, at, inputsAt(at));
      keysOf(outcome);
      const numbered = numberSignals(outcome, lastId, ids);
      for (const row of numbered.rows) {
        ids.set(row.key, row.id);
        signals.set(row.key, row);
      }
      [state, lastId] = [outcome.state, numbered.lastId];
      fired += outcome.fired.length;
      if (outcome.fired.some(({ severity }) => severity >= 2)) grave.add(Math.floor(at / SLOT) * SLOT);
      if (isKept) await keepSignals(store, numbered.rows, at + DETECT_MS);
      if (outcome.fired.length === 0 && !(isKept && outcome.changed.length > 0)) continue;
      const kept = isKept ? JSON.stringify({ inputs: outcome.inputs }) : "{}";
      const row = { at, read_at: at, last_id: lastId, skipped_count: 0, coverage: "{}", outcome: kept };
      minutes.push({ ...row, written_at: at + DETECT_MS });
    }
    if (minutes.length > 0) await store.insert("signal_minute", minutes, `replay~${fromMs}`);
    if (!isKept && signals.size > 0) await store.insert("signal", [...signals.values()], `replay~${fromMs}`);
    return { fired, grave };
  };
}

export async function replay(options: ReplayOptions): Promise<Replayed> {
  const { store, tokens, startMs, hours, say } = options;
  const endMs = startMs + hours * HOUR_MS;
  let now = startMs;
  const opened = openTestDeps(options.redisUrl, { store, clock: { now: () => now } });
  const { deps } = opened;
  const costs: Record<string, number> = { fill: 0, detect: 0, build: 0, mint: 0, log: 0, score: 0 };
  const timed = async <T>(part: string, work: () => Promise<T>): Promise<T> => {
    const from = performance.now();
    const value = await work();
    costs[part] = (costs[part] ?? 0) + performance.now() - from;
    return value;
  };
  const market = openReplayMarket(createModel(options.seed, options.planted), {
    ...{ tokens, venues: options.venues, startMs, endMs: endMs + REPLAY_TAIL_MS },
  });
  const candles = await timed("fill", () => market.fill(store));
  say(`${candles} candles of ${tokens.length} tokens`);
  const detect = openDetection(store, openInputs(options), options.isKept === true);
  const total = { signals: 0, minted: 0, settled: 0, corrected: 0, leaves: 0 };

  const mintAt = async (slot: number) => {
    now = slot + MINT_MS;
    await timed("build", async () => {
      const facts = market.factsAt(slot + MINT_MS - 15_000);
      const frames = tokens.map((token) => {
        const name = SNAPSHOTS.state(token);
        return { name, version: facts.asOf, frame: stateFrame(buildState(facts, token), facts.asOf) };
      });
      await publishFrames(deps.redis, frames);
    });
    total.minted += (await timed("mint", () => mintEvaluations(deps, slot, quiet))).issued;
    await options.beside?.(deps, now);
  };
  const settle = async () => {
    await timed("log", async () => {
      total.leaves = await appendIssued(deps, quiet);
      await completeNodes(store, total.leaves);
    });
    const done = await timed("score", () => scoreOutcomes(deps, quiet));
    total.settled += done.settled;
    total.corrected += done.corrected;
  };
  try {
    for (let hour = 0; hour < hours; hour++) {
      const from = startMs + hour * HOUR_MS;
      const found = await timed("detect", () => detect(from));
      total.signals += found.fired;
      // Those in force at the full hour, and at once on any signal of severity 2 and more.
      const atHour = hour % options.mintHours === 0 ? [from + HOUR_MS - SLOT] : [];
      const slots = new Set([...found.grave, ...atHour].filter((slot) => slot < from + HOUR_MS));
      for (const slot of [...slots].sort((a, b) => a - b)) await mintAt(slot);
      now = from + HOUR_MS + MINUTE_MS;
      if (hour % options.scoreHours === options.scoreHours - 1) await settle();
      if (hour % 168 === 167)
        say(`week ${(hour + 1) / 168}: ${JSON.stringify({ ...total })} ${JSON.stringify(rounded(costs))}`);
    }
    now = endMs + REPLAY_TAIL_MS - HOUR_MS;
    await settle();
  } finally {
    await opened.close();
  }
  return { ...total, costs: rounded(costs) };
}

const rounded = (costs: Readonly<Record<string, number>>): Record<string, number> =>
  Object.fromEntries(Object.entries(costs).map(([name, ms]) => [name, Math.round(ms)]));
