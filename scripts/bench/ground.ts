// The stores and the simulated market without the service: what the benchmarks `ingest` and `build` stand on.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import type { IngestDeps } from "../../ingest/deps.ts";
import type { Env } from "../../schema/env.ts";
import { openStore } from "../../schema/io/clickhouse.ts";
import { systemClock } from "../../schema/io/clock.ts";
import { openLog } from "../../schema/io/log.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { openRedis } from "../../schema/io/redis.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";
import { programArgs } from "../program.ts";
import { type Engine, startEngine } from "../start-engine.ts";
import { readCpuS } from "./measure.ts";

export type Ground = {
  readonly deps: IngestDeps;
  readonly engine: Engine;
  readonly sandboxPid: number;
  readonly redisUrl: string;
  readonly redisPid: number;
  stop(): Promise<void>;
};

async function firstLine(child: ChildProcess): Promise<string> {
  if (child.stdout === null) throw new Error("no output");
  const [line] = (await once(createInterface({ input: child.stdout }), "line")) as [string];
  return line;
}

async function startRedis(folder: string): Promise<{ child: ChildProcess; url: string }> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  const child = spawn(
    "redis-server",
    ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", folder],
    { stdio: "ignore" },
  );
  return { child, url: `redis://127.0.0.1:${port}` };
}

/** Starts engine, Redis and the simulated market as processes of their own, and opens the dependencies over them. */
export async function openGround(): Promise<Ground> {
  const folder = await mkdtemp(join(tmpdir(), "assay-bench-"));
  const engine = await startEngine({ path: join(folder, "engine") });
  const redisServer = await startRedis(folder);
  const sandbox = spawn(process.execPath, [...programArgs("sandbox"), "--seed=1", "--with-parent"], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const ready = JSON.parse(await firstLine(sandbox)) as { origins: Record<string, string> };
  const env: Env = parseEnv({ MARKET: "sandbox", LOG_LEVEL: "error", SANDBOX_ORIGINS: JSON.stringify(ready.origins) });
  const place = { url: engine.url, user: "default", password: engine.token, process: "bench" };
  const admin = openStore({ ...place, database: "default" });
  const store = openStore({ ...place, database: env.CLICKHOUSE_DATABASE });
  await migrate(admin, store, env.CLICKHOUSE_DATABASE);
  await admin.close();
  const redis = openRedis(redisServer.url, "patient", "bench");
  return {
    deps: { env, clock: systemClock, log: openLog("bench", "error"), store, redis },
    engine,
    sandboxPid: sandbox.pid ?? 0,
    redisUrl: redisServer.url,
    redisPid: redisServer.child.pid ?? 0,
    async stop() {
      redis.disconnect();
      await store.close();
      sandbox.kill("SIGKILL");
      redisServer.child.kill("SIGKILL");
      await engine.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 5 });
    },
  };
}

/** Processor seconds of this process and the engine. */
export const cpuOf = async ({ engine }: Ground): Promise<number> =>
  (await readCpuS(process.pid)) + (await readCpuS(engine.pid ?? 0));
