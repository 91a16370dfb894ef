// `npm run soak replay`: hours of the simulated market with readings that come late, twice and corrected, and weeks of it in
// short; all that was built, issued and detected is then made again by another process that has nothing but the store.
import { detectSignals } from "../../../jobs/detect/detect.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { sizeEvaluation } from "../../../jobs/evaluate/size-evaluation.ts";
import { issue } from "../../../jobs/proof/issue.ts";
import { keepOdds } from "../../../jobs/record/odds.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { evaluationId } from "../../../schema/evaluation/evaluation-id.ts";
import { isStoreAway, openStore, type Store } from "../../../schema/io/clickhouse.ts";
import type { Query } from "../../../schema/query/query.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { openRecorder } from "../../support/market/record-market.ts";
import { draftBrief } from "../../support/rows/brief.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { drawFrom } from "../causes/world.ts";
import { openMeddler } from "./meddle.ts";
import { openPublished } from "./published.ts";
import { runReplay } from "./run-replay.ts";
import { compareServed } from "./served.ts";
import { replayWeeks } from "./weeks.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [hours, seed] = [Number(process.env.REPLAY_HOURS ?? 3), Number(process.env.REPLAY_SEED ?? 7)];
const weeks = Number(process.env.REPLAY_WEEKS ?? 2);
const START = Date.UTC(2026, 10, 16, 11, 40);
/** Minutes between two readings of the market. */
const every = Number(process.env.REPLAY_EVERY ?? 1);
const BUILT_EVERY = Math.max(5, every);
/** Minutes are judged by the quarter of an hour before such a one: each of them costs as much as a build. */
const JUDGED_EVERY = every > 5 ? 60 : 1;
const BRIEF_EVERY = 30;
const SHOWN_MAX = 40;
const tokens = TRACKED.map(({ id }) => id);
const draw = drawFrom(seed);
const quiet = new AbortController().signal;

const teardowns: (() => unknown)[] = [];
const ground = await startIngestGround({ teardown: (fn) => teardowns.push(fn) });
const { deps, engine, sandbox } = ground;
const published = openPublished(deps, tokens);
const successor = { ...deps };
const HALF = START + (hours / 2) * 60 * MINUTE_MS;

const shuffle = <T>(list: readonly T[]): T[] =>
  list
    .map((one) => ({ one, rank: draw() }))
    .sort((a, b) => a.rank - b.rank)
    .map(({ one }) => one);

/** Ids of what was issued, and versions of builds as the command is told them. */
const made = { builds: [] as string[], minted: [] as string[], sized: [] as string[] };
const count = { minutes: 0, late: 0, twice: 0, signals: 0, briefs: 0 };

async function build(at: number): Promise<void> {
  sandbox.setTime({ frozenMs: at });
  // Half-way another process goes on, which holds nothing that was read before.
  await buildLive(at < HALF ? deps : successor, at, quiet);
  await published.keep(at);
  made.builds.push(toTime(at));
}

/** Where a stopped or busy machine let its lock run out, the next run makes up for the minute, as in a service. */
async function detect(minute: number): Promise<number> {
  for (let left = 3; ; left -= 1) {
    try {
      return (await detectSignals(deps, minute, quiet)).fired;
    } catch (error) {
      if (left === 0 || !(error instanceof Error && error.message.endsWith("was lost"))) throw error;
    }
  }
}

/** What was asked while the machine stood still is asked again: its connections were cut meanwhile. */
const patient = (store: Store): Store => ({
  ...store,
  async query<P extends object, R>(query: Query<P, R>, params: P): Promise<R[]> {
    for (let left = 5; ; left -= 1) {
      try {
        return await store.query(query, params);
      } catch (error) {
        if (left === 0 || !isStoreAway(error)) throw error;
      }
    }
  },
});

async function size(slot: number): Promise<void> {
  const token = tokens[Math.floor(draw() * tokens.length)] ?? "";
  const id = evaluationId(token, slot, "sized");
  const order = { side: draw() < 0.5 ? "buy" : "sell", size_usd: Math.round(draw(100, 50_000)) } as const;
  const until = deps.clock.now() + MINUTE_MS;
  if ((await sizeEvaluation(deps, { id, token, order, until }, quiet)) !== null) made.sized.push(id);
}

async function mint(slot: number): Promise<void> {
  await mintEvaluations(deps, slot, quiet);
  const ids = tokens.map((token) => evaluationId(token, slot, "standard"));
  const sql = "SELECT id FROM issued_object WHERE id IN {ids:Array(String)} ORDER BY id";
  const kept = await deps.store.query<object, { id: string }>({ name: "minted", sql }, { ids });
  made.minted.push(...kept.map(({ id }) => id));
}

async function brief(at: number): Promise<void> {
  count.briefs += 1;
  await issue(deps, "brief", { ...draftBrief(count.briefs, at), id: `${count.briefs}`, calls: [] });
}

async function live(): Promise<string> {
  const few = { minuteDays: 1, deepTokens: 2, bookMinutes: 2, fundingDays: 3, levels: 5 };
  await fillMarket(deps.store, { asOf: START, tokens: tokens.slice(0, 2), ...few });
  await keepOdds(deps, {});
  const recorder = openRecorder(ground, tokens, shuffle);
  await recorder.begin(START, 8);
  const meddler = openMeddler(deps, draw);
  for (let past = every; past <= hours * 60; past += every) {
    const minute = START + past * MINUTE_MS;
    count.minutes = past;
    const luck = draw();
    if (luck < 0.1) count.late += 1;
    else await recorder.pull(minute);
    if (luck > 0.9) {
      count.twice += 1;
      await recorder.pull(minute);
    }
    sandbox.setTime({ frozenMs: minute + 20_000 });
    if (past % JUDGED_EVERY === 0) count.signals += await detect(minute);
    if (past % BRIEF_EVERY === 0) await brief(minute);
    if (past % BUILT_EVERY !== 0) continue;
    // Readings are corrected before, while and after a build reads, and the next one holds what this one read.
    await meddler.correct(8);
    await Promise.all([build(minute + 25_000), meddler.correct(6), meddler.correct(6)]);
    await meddler.correct(8);
    await build(minute + 40_000);
    const slot = Math.floor(minute / (5 * MINUTE_MS)) * 5 * MINUTE_MS;
    await mint(slot);
    await size(slot);
  }
  await meddler.correct(200);
  return meddler.told();
}

/** Of a line about a build that differs. */
const versionOf = (line: string): number[] => (/^\S+Z {2}/.test(line) ? [Date.parse(line.slice(0, 24))] : []);

async function main(): Promise<boolean> {
  const told = await live();
  say(`${count.minutes} minutes of ${tokens.join(", ")}, seed ${seed}: ${JSON.stringify(count)}; ${told}`);
  const store = openStore({
    url: engine.url,
    user: "default",
    password: engine.token,
    database: "assay",
    process: "past",
    timeoutMs: 30 * MINUTE_MS,
  });
  teardowns.push(() => store.close());
  const past = await compareServed({ store: patient(store), env: deps.env }, published, tokens, deps.clock.now());
  for (const line of past.differing.slice(0, SHOWN_MAX)) say(line);
  say(
    `as known at ${past.instants} instants: ${past.alike} of ${past.asked} states and markets are those that were served`,
  );
  let holds = past.asked > 0 && past.alike === past.asked;
  for (const [name, ids] of Object.entries(made)) {
    const { identical, others } = await runReplay(engine, ids);
    for (const line of others.slice(0, SHOWN_MAX)) say(line);
    for (const version of name === "builds" ? others.flatMap(versionOf).slice(0, SHOWN_MAX) : [])
      for (const line of await published.tell(version)) say(line);
    say(`${name}: ${identical} of ${ids.length} made again byte for byte`);
    holds &&= ids.length > 0 && identical === ids.length;
  }
  say(holds ? "holds: by another process, which has the store and no Redis" : "FAILS");
  return holds && count.signals + count.briefs > 0;
}

let holds = true;
try {
  if (hours > 0) holds = await main();
  if (weeks > 0)
    holds = (await replayWeeks(ground, { seed, weeks, isSignals: process.env.REPLAY_SIGNALS === "1", say })) && holds;
} finally {
  for (const teardown of teardowns.reverse()) await teardown();
}
process.exit(holds ? 0 : 1);
