// Servers of a benchmark as processes of their own: ours, the bare one and the plain one.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { programArgs } from "../program.ts";
import type { RunningService } from "./service.ts";

export type Spawned = {
  readonly url: string;
  readonly port: number;
  readonly pids: readonly number[];
  stop(): Promise<void>;
};

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

export async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  return typeof address === "object" && address !== null ? address.port : 0;
}

/** Far longer than any of them takes, on a machine that has other things to do as well. */
const PATIENCE_MS = 120_000;

/** What comes within the patience; rejects with what it was waited for otherwise. */
async function within<T>(wait: Promise<T>, what: string): Promise<T> {
  const stop = new AbortController();
  const late = sleep(PATIENCE_MS, null, { signal: stop.signal }).then(() => {
    throw new Error(`${what} within ${PATIENCE_MS / 1_000} s`);
  });
  try {
    return await Promise.race([wait, late]);
  } finally {
    stop.abort();
    late.catch(() => undefined);
  }
}

/** Starts so many processes; resolves when each said that it is ready. */
async function spawnAll(
  script: readonly string[],
  args: readonly string[],
  env: Record<string, string>,
  processes: number,
): Promise<ChildProcess[]> {
  const children = Array.from({ length: processes }, () =>
    spawn(process.execPath, ["--heap-growing-percent=60", ...script, ...args], {
      env: { ...process.env, ...env },
      stdio: ["ignore", "ignore", "inherit", "ipc"],
    }),
  );
  try {
    for (const child of children) {
      const ready = once(child, "message").then(() => true);
      const end = Promise.race([ready, once(child, "exit").then(() => false)]);
      if (!(await within(end, `${script.at(-1)} did not say that it is ready`)))
        throw new Error(`${script.at(-1)} ended`);
    }
  } catch (error) {
    for (const child of children) child.kill("SIGKILL");
    throw error;
  }
  return children;
}

const spawned = (port: number, children: readonly ChildProcess[]): Spawned => ({
  port,
  url: `http://127.0.0.1:${port}`,
  pids: children.map(({ pid }) => pid ?? 0),
  async stop() {
    await Promise.all(
      children.map(async (child) => {
        if (child.exitCode !== null || child.signalCode !== null) return;
        const gone = once(child, "exit");
        child.kill("SIGKILL");
        await gone;
      }),
    );
  },
});

/** Metered, with rates that no load reaches. */
export const METERED = { METERING: "on", RATE_FACTOR: "1000000", TRUSTED_PROXIES: "127.0.0.1/32" } as const;

/** The api over the stores of a running service. */
export async function spawnApi(service: RunningService, processes: number): Promise<Spawned> {
  const [place, port] = [await service.place(), await freePort()];
  const settings = {
    ...{ PORT: String(port), HOST: "127.0.0.1", API_PROCESSES: String(processes), LOG_LEVEL: "warn" },
    ...METERED,
    ...{ REDIS_URL: place.redisUrl, CLICKHOUSE_URL: place.clickhouseUrl, CLICKHOUSE_USER: place.clickhouseUser },
    ...{ CLICKHOUSE_PASSWORD: place.clickhousePassword, SANDBOX_ORIGINS: place.sandboxOrigins },
  };
  return spawned(port, await spawnAll(programArgs("api"), [], settings, processes));
}

export async function spawnBare(answerFile: string, processes: number): Promise<Spawned> {
  const port = await freePort();
  const args = [answerFile, String(port), String(processes)];
  return spawned(port, await spawnAll(["--import=tsx", fileOf("./bare-server.ts")], args, {}, processes));
}

export async function spawnPlain(redisUrl: string): Promise<Spawned> {
  const port = await freePort();
  return spawned(port, await spawnAll(["--import=tsx", fileOf("./plain-server.ts")], [redisUrl, String(port)], {}, 1));
}

/** The official handler of MCP with a tool that does nothing. */
export async function spawnEmptyMcp(): Promise<Spawned> {
  const port = await freePort();
  const env = { UWS_HTTP_MAX_HEADERS_SIZE: "16384" };
  return spawned(port, await spawnAll(["--import=tsx", fileOf("./empty-mcp-server.ts")], [String(port)], env, 1));
}

/** A key whose rate no load reaches, made as a person would make it. */
export async function createKey(service: RunningService): Promise<string> {
  const args = [...programArgs("keys"), "create", "bench", "--read", "999999999"];
  const child = spawn(process.execPath, args, {
    env: { ...process.env, DATA_DIR: service.folder },
    stdio: ["ignore", "pipe", "inherit"],
  });
  let said = "";
  child.stdout.on("data", (chunk: Buffer) => {
    said += chunk.toString();
  });
  await within(once(child, "close"), "no key was made").catch((error: unknown) => {
    child.kill("SIGKILL");
    throw error;
  });
  const secret = said.split("\n")[1];
  if (!secret) throw new Error(`no key was made: ${said}`);
  return secret;
}

/**
 * Everything of the service that is not measured stands still, as it would on cores of its own: first of all what starts
 * anew whoever does not answer for long.
 */
export async function standStill(service: RunningService, measured: readonly string[] = []): Promise<() => void> {
  const { pid: starter, children } = await service.place();
  const goesOn = new Set(["redis", ...measured]);
  const idle = Object.entries(children).flatMap(([name, pid]) => (goesOn.has(name) || !pid ? [] : [pid]));
  const all = [starter, ...idle];
  for (const pid of all) process.kill(pid, "SIGSTOP");
  return () => {
    for (const pid of all.reverse()) process.kill(pid, "SIGCONT");
  };
}
