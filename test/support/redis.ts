// A real redis-server for one test file: own port, own folder, gone at teardown.

import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Redis } from "../../schema/io/redis.ts";
import { findFreePort } from "../../scripts/start/port.ts";
import "./slot.ts";

/** The part of a tap test this needs. */
type Teardown = { teardown(fn: () => unknown): void };

export type TestRedis = {
  readonly url: string;
  readonly port: number;
  /** SIGKILL, as a crash would. */
  kill(): Promise<void>;
  /** It keeps its connections and says nothing, until it is resumed. */
  pause(): void;
  resume(): void;
  /** Starts it again on the same port, empty. */
  restart(): Promise<void>;
};

/** Resolves once the server says that it takes connections; rejects when it ends before. */
function ready(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let said = "";
    child.stdout?.on("data", (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes("Ready to accept connections")) resolve();
    });
    child.once("error", reject);
    child.once("exit", () => reject(new Error(`redis-server ended: ${said.slice(-300)}`)));
  });
}

async function run(port: number, dir: string): Promise<ChildProcess> {
  const args = ["--port", String(port), "--bind", "127.0.0.1", "--save", "", "--appendonly", "no", "--dir", dir];
  const child = spawn("redis-server", args, { stdio: ["ignore", "pipe", "ignore"] });
  await ready(child);
  return child;
}

async function runOnFreePort(dir: string): Promise<{ child: ChildProcess; port: number }> {
  for (let attempt = 1; ; attempt++) {
    const port = await findFreePort();
    try {
      return { child: await run(port, dir), port };
    } catch (error) {
      // Another test may have taken the port between the look and the start.
      if (attempt === 3) throw error;
    }
  }
}

async function stop(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const gone = once(child, "exit");
  child.kill("SIGKILL");
  await gone;
}

/** Another connection like it. */
export const copyOf = (redis: Redis): Redis => (redis as { duplicate(): Redis }).duplicate();

/** Starts a redis-server of its own for a test and removes it with everything it wrote at the end. */
export async function startTestRedis(t: Teardown): Promise<TestRedis> {
  const dir = await mkdtemp(join(tmpdir(), "assay-test-redis-"));
  let { child, port } = await runOnFreePort(dir);
  t.teardown(async () => {
    await stop(child);
    await rm(dir, { recursive: true, force: true });
  });
  return {
    url: `redis://127.0.0.1:${port}`,
    port,
    kill: () => stop(child),
    pause: () => void child.kill("SIGSTOP"),
    resume: () => void child.kill("SIGCONT"),
    async restart() {
      await stop(child);
      child = await run(port, dir);
    },
  };
}
