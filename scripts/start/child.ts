// One supervised child process: started, watched until it answers, restarted when it dies, stopped in order.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, open, rename, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { moveTo, startedOn } from "./core.ts";

export type ChildSpec = {
  readonly name: string;
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads from its input, at each start; without it there is none. */
  readonly input?: string;
  /** Where its output goes. */
  readonly logFile: string;
  /** Whether it does its work by now, asked again and again until true; or it says so itself, over the channel. */
  readonly isReady: "said" | (() => Promise<boolean>);
  /** Yields to the others by so much; reads go before what makes them. */
  readonly niceness?: number;
  /** How long it may take to stop before it is killed. */
  readonly stopGraceMs: number;
};

export type Child = {
  readonly name: string;
  pid(): number | undefined;
  restarts(): number;
  /** Resolves when it is ready; rejects with the end of its log when it keeps dying or takes too long. */
  untilReady(timeoutMs: number): Promise<void>;
  /** Stops the process, starts another, and resolves when that is ready. */
  replace(timeoutMs: number): Promise<void>;
  stop(): Promise<void>;
  /** Keeps it on those cores from now on, over restarts too. */
  confine(cores: string): Promise<void>;
  /** SIGKILL, for those who cannot wait; it is not started again. */
  kill(): void;
};

type Notice = (line: string) => void;

const READY = "ready";
const BACKOFF_MS = [200, 400, 800, 1_600, 3_200, 6_400, 10_000];
const STEADY_MS = 30_000;
const DEATHS_BEFORE_READY_MAX = 4;
const LOG_BYTES_MAX = 20_000_000;

const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));

/** The command that ends by SIGTERM when its parent dies, however the parent dies; Linux does this for us. */
export function boundToParent(command: string, args: readonly string[]): { command: string; args: string[] } {
  if (SETPRIV === undefined) return { command, args: [...args] };
  return { command: SETPRIV, args: ["--pdeathsig", "TERM", command, ...args] };
}

/** The last lines of a file, for a message about why something ended. */
async function tailOf(path: string, lines: number): Promise<string> {
  const file = await open(path, "r").catch(() => null);
  if (file === null) return "";
  try {
    const { size } = await file.stat();
    const { buffer, bytesRead } = await file.read({
      buffer: Buffer.alloc(4_096),
      position: Math.max(0, size - 4_096),
    });
    return buffer.toString("utf8", 0, bytesRead).trimEnd().split("\n").slice(-lines).join("\n");
  } finally {
    await file.close();
  }
}

/** Keeps one older log, so that the folder stays bounded over restarts. */
async function rollLog(path: string): Promise<void> {
  const size = await stat(path).then(
    (s) => s.size,
    () => 0,
  );
  if (size > LOG_BYTES_MAX) await rename(path, `${path}.1`);
}

async function launch(spec: ChildSpec, cores: string | null): Promise<ChildProcess> {
  await rollLog(spec.logFile);
  const log = await open(spec.logFile, "a");
  const nice = spec.niceness ? ["nice", "-n", `${spec.niceness}`] : [];
  const whole = [...nice, spec.command, ...spec.args];
  const [command = "", ...args] = cores === null ? whole : startedOn(cores, whole);
  const bound = boundToParent(command, args);
  const child = spawn(bound.command, bound.args, {
    // Its own group: Ctrl-C in the terminal reaches only us, and we stop the children in order.
    detached: true,
    stdio: [
      spec.input === undefined ? "ignore" : "pipe",
      log.fd,
      log.fd,
      ...(spec.isReady === "said" ? (["ipc"] as const) : []),
    ],
    env: spec.env,
  });
  await new Promise<void>((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  }).finally(() => log.close());
  // One that died at once has nobody to read it; its end is seen elsewhere.
  child.stdin?.on("error", () => undefined);
  child.stdin?.end(spec.input);
  return child;
}

const untilExit = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(String(child.exitCode ?? child.signalCode));
    else child.once("exit", (code, signal) => resolve(String(code ?? signal)));
  });

/** Starts the child and keeps it running until `stop`. `notice` hears about deaths and restarts. */
export function superviseChild(spec: ChildSpec, notice: Notice): Child {
  let current: ChildProcess | undefined;
  let restarts = 0;
  let everReady = false;
  let saidReady = false;
  let replacing = false;
  let failure: Error | undefined;
  let cores: string | null = null;
  const stopping = new AbortController();

  const run = async () => {
    for (let recentDeaths = 0; !stopping.signal.aborted; restarts++) {
      const from = Date.now();
      current = await launch(spec, cores);
      current.once("message", (message) => {
        saidReady = message === READY;
      });
      if (restarts > 0) notice(`${spec.name} runs again`);
      if (stopping.signal.aborted) current.kill("SIGTERM");
      const how = await untilExit(current);
      saidReady = false;
      if (stopping.signal.aborted) return;
      if (replacing) {
        replacing = false;
        continue;
      }
      recentDeaths = Date.now() - from > STEADY_MS ? 1 : recentDeaths + 1;
      if (!everReady && recentDeaths >= DEATHS_BEFORE_READY_MAX) {
        throw new Error(`${spec.name} ended again and again (${how}):\n${await tailOf(spec.logFile, 12)}`);
      }
      const backoffMs = BACKOFF_MS[Math.min(recentDeaths, BACKOFF_MS.length) - 1] ?? 0;
      notice(`${spec.name} ended (${how}); starting it again in ${backoffMs} ms`);
      await appendFile(spec.logFile, `--- ended (${how}), restart ${restarts + 1}\n`);
      await sleep(backoffMs, undefined, { signal: stopping.signal }).catch(() => undefined);
    }
  };
  const running = run().catch((error: unknown) => {
    failure = error instanceof Error ? error : new Error(String(error));
  });

  const isReady = async () => (spec.isReady === "said" ? saidReady : spec.isReady().catch(() => false));
  const untilReady = async (timeoutMs: number) => {
    const deadline = Date.now() + timeoutMs;
    while (!(await isReady())) {
      if (failure) throw failure;
      if (stopping.signal.aborted) throw new Error(`${spec.name} was stopped`);
      if (Date.now() > deadline) {
        throw new Error(`${spec.name} is not ready after ${timeoutMs} ms:\n${await tailOf(spec.logFile, 12)}`);
      }
      await sleep(100);
    }
    everReady = true;
  };
  /** Resolves when the process has ended, if need be by force. */
  const end = async (child: ChildProcess | undefined) => {
    if (child === undefined) return;
    const gone = untilExit(child);
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), spec.stopGraceMs);
    await gone;
    clearTimeout(timer);
  };

  return {
    name: spec.name,
    pid: () => current?.pid,
    restarts: () => restarts,
    untilReady,
    async replace(timeoutMs) {
      replacing = true;
      await end(current);
      saidReady = false;
      await untilReady(timeoutMs);
    },
    async confine(given) {
      cores = given;
      if (current?.pid !== undefined) await moveTo(given, current.pid);
    },
    kill() {
      stopping.abort();
      current?.kill("SIGKILL");
    },
    async stop() {
      stopping.abort();
      await end(current);
      await running;
    },
  };
}
