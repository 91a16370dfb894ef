// Starts the embedded engine as a child process and keeps it running: on the same port, after any crash.
import { type ChildProcess, spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createInterface } from "node:readline";
import { THREADS } from "./engine/thread.ts";
import { programArgs } from "./program.ts";

export type StartEngineOptions = {
  path: string;
  /** 0 or absent: any free port; a restart keeps it. */
  port?: number;
  /** Absent: a random one. */
  token?: string;
  readonlyToken?: string;
  /** Lines of the engine's stderr, and of the supervisor. */
  log?: (line: string) => void;
  /** false: a crashed engine stays down. */
  supervise?: boolean;
  /** More flags of main.ts, without dashes: `{ "body-bytes-max": "1000" }`. */
  flags?: Readonly<Record<string, string>>;
};

export type Engine = {
  url: string;
  port: number;
  token: string;
  readonlyToken: string;
  /** Of the running child; undefined while it is down. */
  readonly pid: number | undefined;
  /** Resolves at once while the engine is up, otherwise at its next start. */
  whenUp(): Promise<void>;
  /** Called after every restart; returns what removes the listener. */
  onRestart(listener: (pid: number) => void): () => void;
  /** Drains, stops, and stays stopped. */
  stop(): Promise<void>;
  /** kill -9, as a crash would: supervision goes on. Resolves when the child is gone. */
  kill(): Promise<void>;
};

const RESTART_DELAYS_MS = [0, 200, 500, 1000, 2000, 5000];
const STEADY_AFTER_MS = 30_000;
const READY_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 20_000;

type Child = { process: ChildProcess; port: number; exited: Promise<string> };

/** One start of the child; resolves when it is ready. Throws an Error with the child's own words when it is not. */
async function startChild(options: StartEngineOptions, secrets: Record<string, string>, port: number): Promise<Child> {
  const flags = Object.entries(options.flags ?? {}).map(([name, value]) => `--${name}=${value}`);
  const args = [...programArgs("engine"), `--path=${options.path}`, `--port=${port}`, ...flags];
  // Tokens travel in the environment: an argument list is readable by every user of the machine.
  const env = { ...process.env, ...secrets, UV_THREADPOOL_SIZE: String(THREADS) };
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe", "ipc"] });
  const { stdout, stderr } = child;
  if (stdout === null || stderr === null) throw new Error("engine did not start: no output streams");
  const words: string[] = [];
  createInterface({ input: stderr }).on("line", (line) => {
    words.push(line);
    if (words.length > 20) words.shift();
    options.log?.(line);
  });
  const exited = new Promise<string>((resolve) => {
    child.once("error", (error) => resolve(error.message));
    child.once("close", (code, signal) => resolve(signal ?? `exit code ${code}`));
  });
  const ready = new Promise<number>((resolve) => {
    createInterface({ input: stdout }).on("line", (line) => {
      // The native engine may print lines of its own.
      if (!line.startsWith('{"event":')) return options.log?.(line);
      const event = JSON.parse(line) as { event: string; port?: number };
      if (event.event === "ready" && event.port !== undefined) resolve(event.port);
    });
  });
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(() => resolve("not ready in time"), READY_TIMEOUT_MS);
  });
  const first = await Promise.race([ready, exited, late]);
  clearTimeout(timer);
  if (typeof first === "number") return { process: child, port: first, exited };
  child.kill("SIGKILL");
  throw new Error(`engine did not start (${first}): ${words.join("; ")}`);
}

/** Starts the engine on a data folder. Throws when the first start fails, e.g. because another process holds the folder. */
export async function startEngine(options: StartEngineOptions): Promise<Engine> {
  const token = options.token ?? randomBytes(24).toString("base64url");
  const readonlyToken = options.readonlyToken ?? randomBytes(24).toString("base64url");
  const secrets = { ENGINE_TOKEN: token, ENGINE_READONLY_TOKEN: readonlyToken };
  const listeners = new Set<(pid: number) => void>();
  const waiting: (() => void)[] = [];
  let current: Child | undefined = await startChild(options, secrets, options.port ?? 0);
  const port = current.port;
  let stopped = false;
  let retry: NodeJS.Timeout | undefined;
  let failures = 0;
  let starting: Promise<void> = Promise.resolve();

  const watch = (child: Child): void => {
    const startedAt = performance.now();
    void child.exited.then((reason) => {
      current = undefined;
      if (stopped || options.supervise === false) return;
      if (performance.now() - startedAt > STEADY_AFTER_MS) failures = 0;
      options.log?.(`engine ended (${reason}); restarting`);
      restart();
    });
  };
  const restart = (): void => {
    const delayMs = RESTART_DELAYS_MS[Math.min(failures, RESTART_DELAYS_MS.length - 1)] ?? 0;
    failures++;
    retry = setTimeout(() => {
      starting = startChild(options, secrets, port).then(
        (child) => {
          current = child;
          watch(child);
          for (const wake of waiting.splice(0)) wake();
          for (const listener of listeners) listener(child.process.pid ?? 0);
        },
        (error: unknown) => {
          options.log?.(error instanceof Error ? error.message : String(error));
          if (!stopped) restart();
        },
      );
    }, delayMs);
  };
  watch(current);

  return {
    url: `http://127.0.0.1:${port}`,
    port,
    token,
    readonlyToken,
    get pid() {
      return current?.process.pid;
    },
    whenUp: () => (current !== undefined ? Promise.resolve() : new Promise((wake) => waiting.push(wake))),
    onRestart(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async stop() {
      stopped = true;
      clearTimeout(retry);
      await starting;
      const child = current;
      if (child === undefined) return;
      const cut = setTimeout(() => child.process.kill("SIGKILL"), STOP_TIMEOUT_MS);
      child.process.kill("SIGTERM");
      await child.exited;
      clearTimeout(cut);
    },
    async kill() {
      const child = current;
      if (child === undefined) return;
      child.process.kill("SIGKILL");
      await child.exited;
    },
  };
}
