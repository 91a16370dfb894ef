// A real primary of Redis with replicas and sentinels for one test, each a process of its own.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Redis } from "ioredis";
import { findFreePort } from "../../../scripts/start/port.ts";
import { until } from "../until.ts";

type Teardown = { teardown(fn: () => unknown): void };

type SentinelSet = {
  /** As REDIS_SENTINELS has it. */
  readonly setting: string;
  readonly servers: number;
  /** Another primary while the one there is lives: what an operator asks for. */
  failOver(): Promise<void>;
  /**
   * Another primary beside the one there is, which is cut off from it and does not know: both sides of a network that
   * broke. No sentinel is left. @returns its port.
   */
  split(): Promise<number>;
  /** kill -9 of whoever is the primary now. */
  killPrimary(): Promise<void>;
  /** Replicas keep their connections and say nothing, until they are resumed. */
  pauseReplicas(): Promise<void>;
  resume(): void;
};

const NAME = "main";
const SENTINELS = 3;
const REPLICAS = 2;
const READY_MS = 30_000;
/** How long a primary may be silent before sentinels look for another. */
const DOWN_MS = 1_000;

type Server = { readonly port: number; readonly child: ChildProcess };

async function spawnServer(root: string, lines: readonly string[], args: readonly string[]): Promise<Server> {
  const port = await findFreePort();
  const dir = join(root, String(port));
  mkdirSync(dir);
  const path = join(dir, "redis.conf");
  writeFileSync(path, [`port ${port}`, "bind 127.0.0.1", `dir ${dir}`, ...lines, ""].join("\n"));
  return { port, child: spawn("redis-server", [path, ...args], { stdio: "ignore" }) };
}

async function ask<T>(port: number, command: (redis: Redis) => Promise<T>): Promise<T | null> {
  const redis = new Redis(port, "127.0.0.1", { lazyConnect: true, retryStrategy: () => null, maxRetriesPerRequest: 0 });
  redis.on("error", () => undefined);
  try {
    await redis.connect();
    return await command(redis);
  } catch {
    return null;
  } finally {
    redis.disconnect();
  }
}

const STORE = ['save ""', "appendonly no", "repl-diskless-sync-delay 0"];

/** Starts them, and waits until every sentinel knows the others and every replica follows. */
export async function startSentinels(t: Teardown): Promise<SentinelSet> {
  const root = mkdtempSync(join(tmpdir(), "assay-test-sentinel-"));
  const primary = await spawnServer(root, STORE, []);
  const stores = [primary];
  for (let n = 0; n < REPLICAS; n++) {
    stores.push(await spawnServer(root, [...STORE, `replicaof 127.0.0.1 ${primary.port}`], []));
  }
  const watched = [
    `sentinel monitor ${NAME} 127.0.0.1 ${primary.port} 2`,
    `sentinel down-after-milliseconds ${NAME} ${DOWN_MS}`,
    `sentinel failover-timeout ${NAME} 5000`,
  ];
  const sentinels: Server[] = [];
  for (let n = 0; n < SENTINELS; n++) sentinels.push(await spawnServer(root, watched, ["--sentinel"]));
  t.teardown(async () => {
    for (const { child } of [...sentinels, ...stores]) {
      if (child.exitCode !== null || child.signalCode !== null) continue;
      const gone = once(child, "exit");
      child.kill("SIGKILL");
      await gone;
    }
    rmSync(root, { recursive: true, force: true });
  });
  await until(
    async () => /connected_slaves:2/.test((await ask(primary.port, (redis) => redis.info("replication"))) ?? ""),
    READY_MS,
  );
  for (const { port } of sentinels) {
    await until(async () => {
      const info = (await ask(port, (redis) => redis.info("sentinel"))) ?? "";
      return info.includes(`slaves=${REPLICAS},sentinels=${SENTINELS}`);
    }, READY_MS);
  }
  const roleOf = ({ port }: Server) => ask(port, (redis) => redis.role());
  const living = () => stores.filter(({ child }) => child.exitCode === null && child.signalCode === null);
  const paused: Server[] = [];
  return {
    setting: `${sentinels.map(({ port }) => `127.0.0.1:${port}`).join(",")}/${NAME}`,
    servers: stores.length,
    async failOver() {
      const [{ port = 0 } = {}] = sentinels;
      await ask(port, (redis) => redis.call("SENTINEL", "FAILOVER", NAME));
    },
    async split() {
      for (const { child } of sentinels) child.kill("SIGKILL");
      const replicas: Server[] = [];
      for (const store of living()) if ((await roleOf(store))?.[0] === "slave") replicas.push(store);
      for (const { port } of replicas) await ask(port, (redis) => redis.replicaof("NO", "ONE"));
      return replicas[0]?.port ?? 0;
    },
    async killPrimary() {
      for (const store of living()) {
        if ((await roleOf(store))?.[0] !== "master") continue;
        const gone = once(store.child, "exit");
        store.child.kill("SIGKILL");
        await gone;
      }
    },
    async pauseReplicas() {
      for (const store of living()) {
        if ((await roleOf(store))?.[0] !== "slave") continue;
        paused.push(store);
        store.child.kill("SIGSTOP");
      }
    },
    resume() {
      for (const { child } of paused.splice(0)) child.kill("SIGCONT");
    },
  };
}
