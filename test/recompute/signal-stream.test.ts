// Rows recorded by the connectors themselves: signals found minute by minute, through restarts and rows out of order, equal one batch over all rows.
import t from "tap";
import type { Deps } from "../../jobs/deps.ts";
import { detectSignals } from "../../jobs/detect/detect.ts";
import { loadMinute, loadUsual } from "../../jobs/detect/load-rows.ts";
import { measureInputs } from "../../jobs/detect/measure-inputs.ts";
import { keysOf, numberSignals, runMinute } from "../../jobs/detect/run-minute.ts";
import { EMPTY_SIGNAL_STATE } from "../../jobs/detect/state.ts";
import { loadFacts } from "../../jobs/fact/load-facts.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { startIngestGround } from "../support/ingest.ts";
import { openRecorder } from "../support/market/record-market.ts";
import { randomFrom } from "../support/signal/signal-week.ts";

const READ_AFTER_MS = 20_000;
const MINUTES = Number(process.env.SIGNAL_STREAM_MINUTES ?? 6);
const TOKENS = (process.env.SIGNAL_STREAM_TOKENS ?? "solana,pepe").split(",");
const PAST_DAYS = Number(process.env.SIGNAL_STREAM_PAST_DAYS ?? 8);
/** The last of the usual minutes begins an hour. */
const START = Date.UTC(2026, 10, 16, 13, 54);
const IDS = TRACKED.map(({ id }) => id);
const quiet = new AbortController().signal;

type Evaluated = { at: number; read_at: number; outcome: string; coverage: string };

t.test("streaming and batch give identical bytes over rows as they were stored", async (t) => {
  t.setTimeout(7_200_000);
  const ground = await startIngestGround(t);
  const { deps, sandbox, sql } = ground;
  const random = randomFrom(MINUTES);
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => ({ one, rank: random() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ one }) => one);
  const recorder = openRecorder(ground, TOKENS, shuffle);
  const began = performance.now();
  await recorder.begin(START, PAST_DAYS);
  t.comment(`past ${(performance.now() - began).toFixed(0)} ms`);

  const cost = { pull: 0, detect: 0, batch: 0 };
  let process: Deps = deps;
  let restarts = 0;
  for (let index = 1; index <= MINUTES; index++) {
    const minute = START + index * MINUTE_MS;
    const a = performance.now();
    await recorder.pull(minute);
    cost.pull += performance.now() - a;
    // The process of the rules is away for some minutes and makes up for them from what came in meanwhile.
    const turn = index % 6;
    if ((turn === 3 || turn === 4) && index !== MINUTES) continue;
    if (turn === 5 || turn === 2) {
      process = ground.another();
      restarts += 1;
      if (index % 12 === 2) await deps.redis.del(KEYS.signalState);
    }
    sandbox.setTime({ frozenMs: minute + READ_AFTER_MS });
    const b = performance.now();
    await detectSignals(process, minute, quiet);
    cost.detect += performance.now() - b;
  }

  const streamed = await sql<Evaluated>(
    `SELECT toUnixTimestamp64Milli(m.at) AS at, toUnixTimestamp64Milli(m.read_at) AS read_at, m.outcome AS outcome, m.coverage AS coverage
     FROM signal_minute AS m ORDER BY at`,
  );
  t.equal(streamed.length, MINUTES, "every minute was evaluated once");
  t.ok(restarts > 1, `${restarts} restarts`);

  const c = performance.now();
  let [state, lastId] = [EMPTY_SIGNAL_STATE, 0];
  const ids = new Map<string, number>();
  let [fired, judged] = [0, 0];
  const batch = { ...ground.another(), store: { ...deps.store } };
  for (const { at, read_at, outcome, coverage } of streamed) {
    const facts = await loadFacts(batch.store, { asOf: read_at, tokens: IDS, market: "sandbox" });
    const usual = await loadUsual(batch.store, at, [...facts.tokens.keys()]);
    const found = runMinute(state, at, measureInputs(facts, await loadMinute(batch.store, facts, usual), usual));
    keysOf(found);
    const numbered = numberSignals(found, lastId, ids);
    for (const { key, id } of numbered.rows) ids.set(key, id);
    [state, lastId] = [found.state, numbered.lastId];
    const { evaluations, states, inputs } = found;
    const written = JSON.stringify({ signals: numbered.rows, evaluations, states, inputs });
    if (written !== outcome) return t.equal(outcome, written, new Date(at).toISOString());
    if (JSON.stringify(found.coverage) !== coverage) return t.equal(coverage, JSON.stringify(found.coverage));
    fired += found.fired.length;
    judged += found.evaluations.reduce((sum, one) => sum + one.evaluated_count, 0);
  }
  cost.batch = performance.now() - c;
  t.comment(JSON.stringify(cost));
  t.pass(`${streamed.length} minutes are the same bytes`);
  t.ok(judged > MINUTES * TOKENS.length * 8, "rules were judged");
  t.comment(`${TOKENS.join(", ")}: ${MINUTES} minutes, ${restarts} restarts, ${judged} judgements, ${fired} signals`);
  const kinds = await sql<{ kind: string; judged: number; not_judged: number; fired: number; reasons: string }>(
    `SELECT kind, sum(evaluated_count) AS judged, sum(not_evaluated_count) AS not_judged, sum(fired_count) AS fired
     FROM signal_evaluation FINAL GROUP BY kind ORDER BY kind`,
  );
  for (const one of kinds) t.comment(`${one.kind}: judged ${one.judged}, not ${one.not_judged}, fired ${one.fired}`);
});
