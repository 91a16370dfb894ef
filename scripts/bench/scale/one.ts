// One size of the simulated market (SANDBOX_TOKENS): a day of past, what it takes to pull, build, publish, detect and mint, and
// what everybody holds in memory. Prints what was measured as one line of JSON.
import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { closeCalls, pullSource } from "../../../ingest/pull.ts";
import { ENDPOINTS, VENUES } from "../../../ingest/source/venue.ts";
import { SOURCES } from "../../../ingest/sources.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { mintEvaluations } from "../../../jobs/evaluate/mint.ts";
import { loadFacts } from "../../../jobs/fact/load-facts.ts";
import { publishFrames } from "../../../jobs/publish.ts";
import { configuredSources } from "../../../jobs/source-info.ts";
import { buildState, stateFrame } from "../../../jobs/state/build-state.ts";
import { readStates } from "../../../jobs/state/read-state.ts";
import { DAY_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { openProducer } from "../../../schema/io/queue.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { evaluationLatest } from "../../../schema/query/issued/evaluation-latest.ts";
import { parseEnv } from "../../../schema/setting/read-settings.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { programArgs } from "../../program.ts";
import { detect } from "../detect.ts";
import { fillCandles } from "../fill.ts";
import { cpuOf, type Ground, openGround } from "../ground.ts";
import { live } from "../live.ts";
import { readCpuS } from "../measure.ts";
import { freePort } from "../spawn-server.ts";
import type { Load, Measured } from "./measured.ts";

const IDS = TRACKED.map(({ id }) => id);
/** Minutes of live builds, and of detection, behind a first one that reads all there is. */
const MINUTES = 2;
const API_MS_MAX = 180_000;
const SETTLE_MS = 3_000;
/** Charts of months, one call a token: past that a service fetches once. */
const PAST = /-past$|-profile$/;

const say = (line: string): boolean =>
  process.stderr.write(`    ${IDS.length}: ${line} (${process.uptime().toFixed(0)} s)\n`);

/** Of exchanges and of whoever tells of coins and chains, what is asked every five minutes or sooner. */
const ASKED = configuredSources(parseEnv()).filter(
  ({ id, everyS }) => everyS <= 300 && !PAST.test(id) && SOURCES[id as keyof typeof SOURCES] !== undefined,
);
const isExchange = (id: string): boolean => SOURCES[id as keyof typeof SOURCES]?.kind !== "own";
const isCandle = (id: string): boolean => SOURCES[id as keyof typeof SOURCES]?.kind === "grid";

/** Budgets of venues are full again at once: what they would allow for is counted, and not waited for. */
function hurry({ deps: { redis } }: Ground): () => void {
  const keys = Object.entries(VENUES).flatMap(([venue, { buckets }]) =>
    Object.keys(buckets).map((bucket) => KEYS.pace(venue, bucket)),
  );
  const timer = setInterval(() => void redis.del(...keys).catch(() => undefined), 20);
  return () => clearInterval(timer);
}

const residentMb = async (pid: number): Promise<number> =>
  Number(/VmRSS:\s+(\d+)/.exec(await readFile(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1_024;

/** It stands still but for what it is told: however busy the machine is, no pull gives up half-way. */
const clock = {
  at: Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS + MINUTE_MS / 2,
  now: (): number => clock.at,
};

/** Sets the market's clock to an instant, and ours with it. */
async function moveTo({ deps }: Ground, at: number): Promise<void> {
  const { control } = JSON.parse(deps.env.SANDBOX_ORIGINS) as { control: string };
  const answer = await fetch(`${control}/sandbox/time`, { method: "POST", body: JSON.stringify({ frozen_ms: at }) });
  if (!answer.ok) throw new Error(`the simulated market refused: ${await answer.text()}`);
  clock.at = at;
}

const TRIES = 6;

/**
 * Pulls a source until nothing of it failed: the simulated market is one process, and answers of thousands of tokens take it
 * long. @returns processor seconds of the dearest try: others gave up early, or found their rows stored.
 */
async function pullWhole(ground: Ground, id: string): Promise<number> {
  const { deps } = ground;
  const slot = Math.floor(deps.clock.now() / MINUTE_MS) * MINUTE_MS;
  let dearest = 0;
  for (let tried = 1; ; tried += 1) {
    const before = await cpuOf(ground);
    const { errors } = await pullSource(deps, id, { slot });
    dearest = Math.max(dearest, (await cpuOf(ground)) - before);
    const [first] = errors;
    if (first === undefined) return dearest;
    const told = `${id}: ${errors.length} failed, first of ${first.token || "all"}: ${first.message}`;
    say(told);
    if (tried < TRIES) continue;
    if (isExchange(id)) throw new Error(told);
    return dearest;
  }
}

/** One after the other, so that none waits for the market's answers to others. @returns processor seconds. */
async function pullAll(ground: Ground, ids: readonly string[]): Promise<number> {
  let seconds = 0;
  for (const id of ids) seconds += await pullWhole(ground, id);
  return seconds;
}

const calls = {
  name: "bench-calls",
  sql: `SELECT source, endpoint, toUInt32(count()) AS calls FROM source_call
WHERE requested_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') GROUP BY source, endpoint`,
};

/** What a minute asks of each bucket. */
async function loadsSince({ deps }: Ground, from: number): Promise<Load[]> {
  const { store } = deps;
  // What waits to be written with others.
  await closeCalls(deps);
  const loads = new Map<string, number>();
  const rows = await store.query<object, { source: string; endpoint: string; calls: number }>(calls, { from });
  for (const { source, endpoint, calls: count } of rows) {
    const known = ENDPOINTS[endpoint as keyof typeof ENDPOINTS];
    const everyS = ASKED.find(({ id }) => id === source)?.everyS;
    if (known === undefined || everyS === undefined) continue;
    const key = `${known.venue} ${known.bucket}`;
    loads.set(key, (loads.get(key) ?? 0) + (count * known.weight * 60) / everyS);
  }
  return [...loads].map(([key, perMinute]) => {
    const [venue = "", bucket = ""] = key.split(" ");
    return { venue, bucket, perMinute };
  });
}

/** A minute of pulls: what is asked every minute whole, and of the rest its share. */
async function pullMinute(ground: Ground): Promise<{ pull_s: number; loads: Load[] }> {
  const from = ground.deps.clock.now();
  let pull_s = 0;
  const exchanges = ASKED.filter(({ id }) => isExchange(id));
  for (const everyS of [...new Set(exchanges.map((source) => source.everyS))]) {
    const ids = exchanges.filter((source) => source.everyS === everyS).map(({ id }) => id);
    pull_s += ((await pullAll(ground, ids)) * 60) / everyS;
  }
  return { pull_s, loads: await loadsSince(ground, from) };
}

/** Every state anew from rows that nobody holds, and all frames stored once more. */
async function buildAll(ground: Ground, asOf: number): Promise<{ build_s: number; publish_s: number }> {
  const before = await cpuOf(ground);
  const facts = await loadFacts(ground.deps.store, { asOf, tokens: IDS, market: "sandbox" });
  const frames = IDS.map((id) => ({
    name: SNAPSHOTS.state(id),
    version: asOf,
    frame: stateFrame(buildState(facts, id), asOf),
  }));
  const built = await cpuOf(ground);
  const redis = await readCpuS(ground.redisPid);
  await publishFrames(ground.deps.redis, frames);
  return {
    build_s: built - before,
    publish_s: (await cpuOf(ground)) - built + (await readCpuS(ground.redisPid)) - redis,
  };
}

/** The api over the same stores, once each token was asked for. */
async function apiMemory(ground: Ground): Promise<number> {
  const port = await freePort();
  const { engine, redisUrl } = ground;
  const child: ChildProcess = spawn(process.execPath, ["--heap-growing-percent=60", ...programArgs("api")], {
    env: {
      ...process.env,
      ...{ PORT: String(port), HOST: "127.0.0.1", METERING: "off", LOG_LEVEL: "fatal", REDIS_URL: redisUrl },
      ...{ CLICKHOUSE_URL: engine.url, CLICKHOUSE_PASSWORD: engine.token, ACCESS_LOG: "" },
      SANDBOX_ORIGINS: ground.deps.env.SANDBOX_ORIGINS,
    },
    stdio: ["ignore", "ignore", "inherit", "ipc"],
  });
  try {
    const until = Date.now() + API_MS_MAX;
    const last = `http://127.0.0.1:${port}/v1/state/${IDS.at(-1)}`;
    for (;;) {
      const answer = await fetch(last, { signal: AbortSignal.timeout(5_000) }).catch(() => null);
      await answer?.arrayBuffer();
      if (answer?.ok) break;
      if (Date.now() > until) throw new Error(`the api did not answer: ${answer?.status}`);
      await sleep(250);
    }
    for (const id of IDS) {
      const answer = await fetch(`http://127.0.0.1:${port}/v1/state/${id}`);
      await answer.arrayBuffer();
      if (!answer.ok) throw new Error(`the api has no state of ${id}: ${answer.status}`);
    }
    await sleep(SETTLE_MS);
    return await residentMb(child.pid ?? 0);
  } finally {
    child.kill("SIGKILL");
  }
}

/** What each token costs as the market says: readings that are far from it are refused. */
async function readPrices({ deps }: Ground): Promise<ReadonlyMap<string, number>> {
  const query = {
    name: "bench-prices",
    sql: "SELECT token, argMax(price_usd, at) AS price FROM coin_market GROUP BY token",
  };
  const rows = await deps.store.query<object, { token: string; price: number }>(query, {});
  if (rows.length < IDS.length) throw new Error(`the market told the price of ${rows.length} of ${IDS.length} tokens`);
  return new Map(rows.map(({ token, price }) => [token, price]));
}

async function measure(ground: Ground): Promise<Measured> {
  const asOf = clock.now();
  await moveTo(ground, asOf);
  await pullAll(
    ground,
    ASKED.filter(({ id }) => !isCandle(id)).map(({ id }) => id),
  );
  say("all but candles was pulled once");
  await fillCandles(ground, asOf, DAY_MS, await readPrices(ground));
  say("a day of candles is stored");
  await pullAll(
    ground,
    ASKED.filter(({ id }) => isCandle(id)).map(({ id }) => id),
  );
  say("candles were pulled once");
  await moveTo(ground, asOf + MINUTE_MS);
  const { pull_s, loads } = await pullMinute(ground);
  const now = ground.deps.clock.now();
  const { build_s, publish_s } = await buildAll(ground, now);
  say(`built: ${build_s.toFixed(1)} s of processor`);
  const live_s = await live(ground, now, MINUTES);
  const at = now + (MINUTES + 2) * MINUTE_MS;
  const facts = await loadFacts(ground.deps.store, { asOf: at, tokens: IDS, market: "sandbox" });
  const detect_s = await detect(ground, facts, MINUTES + 1);
  say(`detected: ${detect_s.toFixed(1)} s of processor`);
  const worker_mb = await residentMb(process.pid);
  const producer = openProducer(ground.deps.redis);
  const deps: Deps = { ...ground.deps, clock: { now: () => at + MINUTE_MS }, producer };
  await deps.redis.hset(KEYS.backfill, "started_at", at - DAY_MS);
  const before = await cpuOf(ground);
  const { issued, waiting } = await mintEvaluations(deps, at, new AbortController().signal);
  const mint_s = (await cpuOf(ground)) - before;
  if (issued + waiting < IDS.length) {
    const rows = await deps.store.query(evaluationLatest, { tokens: IDS, from: 0 });
    const has = new Set(rows.map(({ token }) => token));
    const none = IDS.filter((id) => !has.has(id));
    const states = await readStates(deps, none);
    const unread = none.filter((id) => !states.has(id)).length;
    say(`of ${none.length} nothing was issued, ${unread} of them without a state: ${none.slice(0, 12).join(" ")}`);
  }
  await producer.close();
  const counted = {
    name: "bench-rows",
    sql: "SELECT sum(total_rows) AS rows FROM system.tables WHERE database = 'assay'",
  };
  const [stored] = await deps.store.query<object, { rows: number }>(counted, {});
  return {
    ...{ tokens: IDS.length, pull_s, build_s, live_s, publish_s, detect_s, mint_s, issued, rows: stored?.rows ?? 0 },
    ...{ worker_mb, engine_mb: await residentMb(ground.engine.pid ?? 0), redis_mb: await residentMb(ground.redisPid) },
    api_mb: await apiMemory(ground),
    loads,
  };
}

const opened = await openGround();
const ground: Ground = { ...opened, deps: { ...opened.deps, clock } };
const rest = hurry(ground);
try {
  process.stdout.write(`${JSON.stringify(await measure(ground))}\n`);
} finally {
  rest();
  await ground.stop();
}
process.exit();
