// npm run soak replay [hours] [seed]: a simulated day of the service, its builds and evaluations while readings come late, twice and
// corrected, all made again by another process that has nothing but the store.
import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { detectSignals } from "../../../jobs/detect/detect.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { keepOdds } from "../../../jobs/record/odds.ts";
import { buildLive } from "../../../jobs/snapshot/build-live.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { evaluationNewest } from "../../../schema/query/issued/issued-basis.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { buildKnown } from "../../../schema/query/service/build-known.ts";
import { rebuild } from "../../../jobs/replay/replay-builds.ts";
import { toTime } from "../../../schema/shape/time.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { programArgs } from "../../../scripts/program.ts";
import { startIngestGround } from "../../support/ingest.ts";
import { openRecorder } from "../../support/market/record-market.ts";
import { fillMarket } from "../../support/rows/market-rows.ts";
import { drawFrom } from "../causes/world.ts";
import { openMeddler } from "./meddle.ts";

const say = (line: string) => process.stdout.write(`${line}\n`);
const [hours, seed] = [Number(process.env.REPLAY_HOURS ?? 24), Number(process.env.REPLAY_SEED ?? 7)];
const START = Date.UTC(2026, 10, 16, 11, 40);
const BUILT_EVERY = 5;
/** Named in one call of the command. */
const AT_ONCE = 100;
const tokens = TRACKED.map(({ id }) => id);
const draw = drawFrom(seed);
const quiet = new AbortController().signal;
const run = promisify(execFile);

const teardowns: (() => unknown)[] = [];
const ground = await startIngestGround({ teardown: (fn) => teardowns.push(fn) });
const { deps, engine, sandbox } = ground;

/** Lines of the replay command that are not of what is identical, and how many are. */
async function replay(ids: readonly string[]): Promise<{ readonly others: string[]; readonly identical: number }> {
  const others: string[] = [];
  let identical = 0;
  for (let at = 0; at < ids.length; at += AT_ONCE) {
    const env = { CLICKHOUSE_URL: engine.url, CLICKHOUSE_USER: "default", CLICKHOUSE_PASSWORD: engine.token };
    const { stdout } = await run(process.execPath, [...programArgs("replay"), ...ids.slice(at, at + AT_ONCE)], {
      env: { ...process.env, ...env, REDIS_URL: "redis://127.0.0.1:1" },
      maxBuffer: 1e8,
    }).catch((error: { stdout: string }) => error);
    for (const line of stdout.trim().split("\n")) {
      if (/ identical$/.test(line)) identical += 1;
      else if (!/ are identical$/.test(line)) others.push(line);
    }
  }
  return { others, identical };
}

async function main(): Promise<boolean> {
  await fillMarket(deps.store, {
    ...{
      asOf: START,
      tokens: tokens.slice(0, 2),
      minuteDays: 1,
      deepTokens: 2,
      bookMinutes: 2,
      fundingDays: 3,
      levels: 5,
    },
  });
  await keepOdds(deps, {});
  const shuffle = <T>(list: readonly T[]): T[] =>
    list
      .map((one) => ({ one, rank: draw() }))
      .sort((a, b) => a.rank - b.rank)
      .map(({ one }) => one);
  const recorder = openRecorder(ground, tokens, shuffle);
  await recorder.begin(START, 8);
  const meddler = openMeddler(deps, draw);
  const versions: number[] = [];
  const build = async (at: number) => {
    sandbox.setTime({ frozenMs: at });
    await buildLive(deps, at, quiet);
    versions.push(at);
    if (process.env.REPLAY_DEBUG) await remember(at);
  };
  const then = new Map<number, Map<string, Buffer>>();
  const remember = async (at: number) => {
    const frames = await deps.redis.mgetBuffer(tokens.map((id) => KEYS.snapshot(SNAPSHOTS.state(id))));
    then.set(at, new Map(tokens.map((id, index) => [id, frames[index] as Buffer])));
  };
  const count = { minutes: 0, late: 0, twice: 0, fired: 0, evaluations: 0 };
  for (let minute = START + MINUTE_MS; minute <= START + hours * HOUR_MS; minute += MINUTE_MS) {
    count.minutes += 1;
    const luck = draw();
    if (luck < 0.1) count.late += 1;
    else await recorder.pull(minute);
    if (luck > 0.9) {
      count.twice += 1;
      await recorder.pull(minute);
    }
    sandbox.setTime({ frozenMs: minute + 20_000 });
    count.fired += (await detectSignals(deps, minute, quiet)).fired;
    if (count.minutes % BUILT_EVERY !== 0) continue;
    // Readings are corrected before, while and after it reads, and the next one holds what this one read.
    await meddler.correct(8);
    await Promise.all([build(minute + 25_000), meddler.correct(6), meddler.correct(6)]);
    await meddler.correct(8);
    await build(minute + 40_000);
    count.evaluations += await mintEvaluations(deps, Math.floor(minute / 300_000) * 300_000, quiet);
  }
  if (process.env.REPLAY_DEBUG) {
    const rows = await deps.store.query(buildKnown, { versions });
    for (const row of rows) {
      const again = (await rebuild(ground.another().store, row, tokens, "sandbox")).states;
      for (const id of tokens) {
        const [a, b] = [again.get(id)?.toString() ?? "", then.get(row.version)?.get(id)?.toString() ?? ""];
        if (a === b) continue;
        let i = 0;
        while (a[i] === b[i]) i++;
        const j = a.indexOf("\n", 0);
        say(`${toTime(row.version)} ${id} known ${row.known - row.as_of} ${i} of ${a.length}/${b.length}\nAGAIN ${a.slice(Math.max(0, i - 150), i + 150)}\nTHEN  ${b.slice(Math.max(0, i - 150), i + 150)}`);
        const pa = a.slice(a.indexOf("identity\"")), pb = b.slice(b.indexOf("identity\""));
        const bodyA = a.slice(a.lastIndexOf('{"id":"S1"') > 0 ? 0 : 0);
        void pa; void pb; void bodyA; void j;
        let k = 1;
        while (a[a.length - k] === b[b.length - k]) k++;
        say(`TAIL A ${a.slice(Math.max(0, a.length - k - 200), a.length - k + 100)}\nTAIL B ${b.slice(Math.max(0, b.length - k - 200), b.length - k + 100)}`);
      }
    }
  }
  await meddler.correct(200);
  const told = await deps.store.query(evaluationNewest, { before: START + 2 * DAY_MS, limit: 100_000 });
  say(`${count.minutes} minutes of ${tokens.join(", ")}: ${JSON.stringify(count)}; ${meddler.told()}`);
  const [builds, evaluations] = [await replay(versions.map(toTime)), await replay(told.map(({ id }) => id))];
  for (const line of [...builds.others, ...evaluations.others].slice(0, 40)) say(line);
  say(`${builds.identical} of ${versions.length} builds and ${evaluations.identical} of ${told.length} evaluations`);
  const isWhole = builds.identical === versions.length && evaluations.identical === told.length;
  say(isWhole && told.length > 0 ? "holds: made again byte for byte by a process without a Redis" : "FAILS");
  return isWhole && told.length > 0;
}

let holds = false;
try {
  holds = await main();
} finally {
  for (const teardown of teardowns.reverse()) await teardown();
}
process.exit(holds ? 0 : 1);
