// The ground of the fault matrix: a whole service on the simulated market with a Redis of its own, read all the while, and held
// against what the market did.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { MINUTE_MS } from "../../../schema/duration.ts";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { openRedis, type Redis } from "../../../schema/io/redis.ts";
import { type RunningService, startService } from "../../../scripts/bench/service.ts";
import { findFreePort } from "../../../scripts/start/port.ts";
import { isRedisAnswering } from "../../../scripts/start/redis-server.ts";
import { compareCandles } from "../../support/market/truth.ts";
import { openDraw } from "../../support/payment/drafted-payment.ts";
import { FEW_TOKENS } from "../../support/service.ts";
import { makeKey } from "../partner-key.ts";
import { whyLate } from "../why-late.ts";

export const say = (line: string): boolean => process.stdout.write(`${line}\n`);
export const secondsOf = (ms: number | null): string => (ms === null ? "never" : `${(ms / 1_000).toFixed(1)} s`);
export const spread = (list: readonly number[]): string => {
  const sorted = [...list].sort((a, b) => a - b);
  return `p50 ${secondsOf(sorted[Math.floor(sorted.length / 2)] ?? null)}, at most ${secondsOf(sorted.at(-1) ?? null)}`;
};

/** Also beside other work. */
const START_MS = 300_000;
const BACK_MS = Number(process.env.MATRIX_BACK_S ?? 180) * 1_000;
const COMPARE_AGAIN_MS = 5_000;
const READ_PAUSE_MS = 50;
const READ_MS = 10_000;
/** No step of a look takes longer than this, but where this process itself was held. */
const STEP_MS_MAX = 2 * READ_MS;
const WHOLE_MINUTES = 30;
const WHERE = "interval_s = 60 AND market = 'spot'";

type Reads = { count: number; failed: number; slowestMs: number };

export type Ground = {
  readonly service: RunningService;
  readonly redis: { kill(): Promise<void>; start(): Promise<void>; signal(name: NodeJS.Signals): void; open(): Redis };
  readonly draw: (below: number) => number;
  readonly disk: string | undefined;
  /** What was read since the last time this was asked. */
  takeReads(): Reads;
  pidOf(child: string): Promise<number>;
  /** kill -9 of a child. @returns how long it was until another ran. */
  killChild(child: string): Promise<number>;
  get(path: string): Promise<{ status: number; body: unknown }>;
  withStore<T>(work: (store: Store) => Promise<T>): Promise<T>;
  sql<R>(text: string): Promise<R[]>;
  /** How long, from now, until numbers that were built later are served. */
  untilNewer(): Promise<number | null>;
  /** How long until every candle of the last minutes is stored once and is what the market did; null where it never is. */
  untilWhole(minutes?: number): Promise<number | null>;
  control(method: "GET" | "POST" | "DELETE", path: string, body?: object): Promise<unknown>;
};

/** Polls until it holds. @returns how long that took, or null. What stands still is not waiting: this process may be held too. */
export async function lasting(check: () => Promise<boolean>, forMs = BACK_MS): Promise<number | null> {
  const from = performance.now();
  for (let waitedMs = 0, at = from; !(await check().catch(() => false)); at = performance.now()) {
    if (waitedMs > forMs) return null;
    await sleep(50);
    waitedMs += Math.min(performance.now() - at, STEP_MS_MAX);
  }
  return performance.now() - from;
}

async function openOwnRedis(disk: string | undefined) {
  const dir = await mkdtemp(join(disk ?? tmpdir(), "assay-matrix-redis-"));
  const port = await findFreePort();
  const url = `redis://127.0.0.1:${port}`;
  let child: ChildProcess | null = null;
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--dir", dir, "--save", "", "--appendonly", "yes"];
  const start = async () => {
    child = spawn("redis-server", [...args, "--maxmemory-policy", "noeviction"], { stdio: "ignore" });
    if ((await lasting(() => isRedisAnswering(url, 1_000), 30_000)) === null) throw new Error("no redis-server");
  };
  const kill = async () => {
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  };
  await start();
  return {
    url,
    kill,
    start,
    signal: (name: NodeJS.Signals) => void child?.kill(name),
    open: () => openRedis(url, "patient", "soak"),
    close: async () => {
      await kill();
      await rm(dir, { recursive: true, force: true });
    },
  };
}

function keepReading(service: RunningService, headers: Readonly<Record<string, string>>) {
  const state = { isDone: false, reads: { count: 0, failed: 0, slowestMs: 0 } as Reads };
  const run = async () => {
    while (!state.isDone) {
      const from = performance.now();
      const status = await service
        .place()
        .then(({ url }) => fetch(`${url}/v1/state/BTC`, { headers, signal: AbortSignal.timeout(READ_MS) }))
        .then((answer) => answer.arrayBuffer().then(() => answer.status))
        .catch(() => 0);
      const tookMs = performance.now() - from;
      await sleep(READ_PAUSE_MS);
      if (tookMs > STEP_MS_MAX) continue;
      const { reads } = state;
      reads.count += 1;
      reads.failed += status === 200 ? 0 : 1;
      reads.slowestMs = Math.max(reads.slowestMs, tookMs);
    }
  };
  const ended = run();
  return {
    take: (): Reads => {
      const taken = state.reads;
      state.reads = { count: 0, failed: 0, slowestMs: 0 };
      return taken;
    },
    stop: async () => {
      state.isDone = true;
      await ended;
    },
  };
}

type Playing = {
  readonly seed: number;
  /** Where all that is stored lies, where that is to be small; a folder of this machine without it. */
  readonly disk?: string | undefined;
  /** In place of what every case has. Where METERING is on, it is read with a partner's key. */
  readonly settings?: Readonly<Record<string, string>>;
};

/** Starts it, waits until it is whole, has `play` play on it, and takes it away again. */
export async function onGround(
  { seed, disk, settings: own }: Playing,
  play: (ground: Ground) => Promise<void>,
): Promise<void> {
  const redis = await openOwnRedis(disk);
  const ends: (() => Promise<unknown>)[] = [redis.close];
  const end = async () => {
    for (const one of ends) await one();
  };
  const leave = () => void end().finally(() => process.exit(143));
  process.once("SIGTERM", leave);
  try {
    const settings = { TRACKED_TOKENS: FEW_TOKENS.join(","), BACKFILL_DAYS: "1", LOG_LEVEL: "warn", ...own };
    const folder: Record<string, string> = disk === undefined ? {} : { DATA_DIR: join(disk, "data") };
    const service = await startService({ ...settings, REDIS_URL: redis.url, ...folder }, START_MS);
    ends.unshift(service.stop);
    const headers: Record<string, string> =
      own?.METERING === "on" ? { authorization: `Bearer ${await makeKey(service)}` } : {};
    const get: Ground["get"] = async (path) => {
      const init = { headers, signal: AbortSignal.timeout(10_000) };
      const answer = await fetch(`${(await service.place()).url}${path}`, init);
      return { status: answer.status, body: await answer.json() };
    };
    const withStore: Ground["withStore"] = async (work) => {
      const place = await service.place();
      const login = { user: place.clickhouseUser, password: place.clickhousePassword };
      const store = openStore({
        ...{ url: place.clickhouseUrl, ...login, database: place.clickhouseDatabase, process: "soak" },
      });
      try {
        return await work(store);
      } finally {
        await store.close();
      }
    };
    const sql: Ground["sql"] = (text) =>
      withStore(async (store) => (await store.query({ name: "soak", sql: text }, {})) as never[]);
    const origin = await service.origin("control");
    const pidOf = async (child: string) => (await service.place()).children[child] ?? 0;
    const ground: Omit<Ground, "takeReads"> = {
      ...{ service, redis, disk, draw: openDraw(seed), pidOf, get, withStore, sql },
      async killChild(child) {
        const pid = await pidOf(child);
        process.kill(pid, "SIGKILL");
        const back = await lasting(async () => ![0, pid].includes(await pidOf(child)));
        return back ?? BACK_MS;
      },
      async untilNewer() {
        const from = Date.now();
        const newer = await lasting(async () => {
          const { body } = await get("/v1/state/BTC?sections=market");
          return Date.parse((body as { as_of?: string }).as_of ?? "") > from;
        });
        if (newer === null) say(await whyLate(service).catch(String));
        return newer;
      },
      untilWhole(minutes = WHOLE_MINUTES) {
        const started = Date.now();
        const to = Math.floor(started / MINUTE_MS) * MINUTE_MS - 2 * MINUTE_MS;
        const whole = { from: to - minutes * MINUTE_MS, to };
        return lasting(async () => {
          const [{ series = 0 } = {}] = await sql<{ series: number }>(
            `SELECT toUInt32(uniqExact(venue, token)) AS series FROM candle WHERE ${WHERE}`,
          );
          const differs = await compareCandles({ control: origin, sql, whole, where: WHERE });
          if (series >= 10 && differs.length === 0) return true;
          await sleep(COMPARE_AGAIN_MS);
          return false;
        });
      },
      async control(method, path, body) {
        const answer = await fetch(`${origin}${path}`, { method, ...(body ? { body: JSON.stringify(body) } : {}) });
        if (!answer.ok) throw new Error(`the simulated market refused: ${await answer.text()}`);
        return answer.json();
      },
    };
    if ((await ground.untilWhole()) === null) throw new Error("its first half hour was never whole");
    say(`  at rest: a newer price after ${secondsOf(await ground.untilNewer())}`);
    const reading = keepReading(service, headers);
    ends.unshift(reading.stop);
    await play({ ...ground, takeReads: reading.take }).catch((error: unknown) => {
      const { exitCode, signalCode } = service.process;
      if (exitCode === null && signalCode === null) throw error;
      throw new Error(`the service ended by itself (${exitCode ?? signalCode}):\n${service.said()}`, { cause: error });
    });
  } finally {
    process.off("SIGTERM", leave);
    await end();
  }
}
