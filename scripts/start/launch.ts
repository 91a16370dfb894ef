// Starts one process bound to this one, with its output in a log that stays bounded.
import { type ChildProcess, spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { appendFile, copyFile, open, rename, stat, truncate, writeFile } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { startedOn } from "./core.ts";

export type LaunchSpec = {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string | undefined>>;
  /** What it reads from its input, at each start; without it there is none. */
  readonly input?: string;
  /** Where its output goes. */
  readonly logFile: string;
  /** Yields to the others by so much; reads go before what makes them. */
  readonly niceness?: number;
  /** An open file that it has open too, as long as it runs. */
  readonly holds?: number | null;
};

const LOG_BYTES_MAX = 20_000_000;

const SETPRIV = ["/usr/bin/setpriv", "/bin/setpriv"].find((path) => existsSync(path));

/** The command that ends by SIGTERM when its parent dies, however the parent dies; Linux does this for us. */
function boundToParent(command: string, args: readonly string[]): { command: string; args: string[] } {
  if (SETPRIV === undefined) return { command, args: [...args] };
  return { command: SETPRIV, args: ["--pdeathsig", "TERM", command, ...args] };
}

/** The last lines of a file, for a message about why something ended. */
export async function tailOf(path: string, lines: number): Promise<string> {
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

/**
 * The same while somebody has the log open, whose file cannot be taken away: its text is copied and its end cut back to its
 * beginning, where who appends goes on. A line that comes in between is lost.
 */
async function cutLog(path: string): Promise<void> {
  const { size } = await stat(path);
  if (size <= LOG_BYTES_MAX) return;
  await copyFile(path, `${path}.1`);
  await truncate(path);
}

/** Looks so often whether the log has grown too large. A disk that is full takes no copy: the next look tries again. */
export function keepLogBounded(path: string, everyMs: number): { stop(): void } {
  let cutting = false;
  const timer = setInterval(() => {
    if (cutting) return;
    cutting = true;
    void cutLog(path)
      .catch(() => undefined)
      .finally(() => {
        cutting = false;
      });
  }, everyMs);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

/** A line of ours in the log of a child; where it cannot be written, what was said elsewhere has to do. */
export const noteInLog = (path: string, line: string): Promise<void> =>
  appendFile(path, `--- ${line}\n`).catch(() => undefined);

const WEIGH_TIMES = 20;
const WEIGH_AGAIN_MS = 150;

/**
 * Linux may weigh sessions against each other before it looks at their processes (autogroups), and each child has a session
 * of its own: there its niceness alone would yield to nobody. The kernel takes one such word a tenth of a second.
 */
async function weighSession(pid: number, niceness: number): Promise<void> {
  for (let times = 0; times < WEIGH_TIMES; times++) {
    const code = await writeFile(`/proc/${pid}/autogroup`, `${niceness}`).then(
      () => null,
      (error: NodeJS.ErrnoException) => error.code,
    );
    // Elsewhere there are no such groups.
    if (code !== "EAGAIN") return;
    await sleep(WEIGH_AGAIN_MS);
  }
}

/** Resolves once the process runs. `hasChannel`: whether it can be talked to. Rejects where it cannot be started. */
export async function launch(spec: LaunchSpec, hasChannel: boolean, cores: string | null): Promise<ChildProcess> {
  await rollLog(spec.logFile);
  const log = await open(spec.logFile, "a");
  const nice = spec.niceness ? ["nice", "-n", `${spec.niceness}`] : [];
  const whole = [...nice, spec.command, ...spec.args];
  const [command = "", ...args] = cores === null ? whole : startedOn(cores, whole);
  const bound = boundToParent(command, args);
  try {
    const child = spawn(bound.command, bound.args, {
      // Its own group: Ctrl-C in the terminal reaches only us, and we stop the children in order.
      detached: true,
      stdio: [
        spec.input === undefined ? "ignore" : "pipe",
        log.fd,
        log.fd,
        ...(hasChannel ? (["ipc"] as const) : []),
        ...(typeof spec.holds === "number" ? [spec.holds] : []),
      ],
      env: spec.env,
    });
    await new Promise<void>((resolve, reject) => {
      child.once("spawn", resolve);
      child.once("error", reject);
    });
    if (spec.niceness && child.pid !== undefined) void weighSession(child.pid, spec.niceness);
    // One that died at once has nobody to read it; its end is seen elsewhere.
    child.stdin?.on("error", () => undefined);
    child.stdin?.end(spec.input);
    return child;
  } finally {
    await log.close();
  }
}

/** Resolves with its exit code or the signal that ended it. */
export const untilExit = (child: ChildProcess): Promise<string> =>
  new Promise((resolve) => {
    if (child.exitCode !== null || child.signalCode !== null) resolve(String(child.exitCode ?? child.signalCode));
    else child.once("exit", (code, signal) => resolve(String(code ?? signal)));
  });
