// Starts the simulated market as a child process that ends with its parent.
import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { programArgs } from "../../../scripts/program.ts";
import type { OriginId } from "../../../scripts/sandbox/start-sandbox.ts";

type SpawnedSandbox = {
  readonly child: ChildProcess;
  readonly origins: Readonly<Record<OriginId, string>>;
  stop(): Promise<void>;
};

type SpawnOptions = {
  readonly seed: number;
  /** First of consecutive ports, the same after a restart; 0 takes free ones. */
  readonly portBase: number;
  readonly readyTimeoutMs?: number;
};

const READY_TIMEOUT_MS = 20_000;
const STOP_TIMEOUT_MS = 3000;

const readyLine = async (child: ChildProcess, timeoutMs: number): Promise<Record<OriginId, string>> => {
  let timer: NodeJS.Timeout | undefined;
  try {
    return await new Promise((resolve, reject) => {
      timer = setTimeout(() => reject(new Error(`sandbox not ready after ${timeoutMs} ms`)), timeoutMs);
      child.once("exit", (code) => reject(new Error(`sandbox ended with ${code} before it was ready`)));
      child.once("error", reject);
      if (!child.stdout) throw new Error("sandbox has no stdout");
      createInterface({ input: child.stdout }).once("line", (line) => {
        const ready = JSON.parse(line) as { event: string; origins: Record<OriginId, string> };
        resolve(ready.origins);
      });
    });
  } finally {
    clearTimeout(timer);
  }
};

/** Resolves when every origin listens; rejects, with the child gone, when it does not start. */
export const spawnSandbox = async (options: SpawnOptions): Promise<SpawnedSandbox> => {
  const child = spawn(
    process.execPath,
    [...programArgs("sandbox"), `--seed=${options.seed}`, `--port-base=${options.portBase}`, "--with-parent"],
    { stdio: ["pipe", "pipe", "inherit"] },
  );
  const stop = async (): Promise<void> => {
    if (child.exitCode !== null || child.signalCode !== null) return;
    const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
    child.kill("SIGTERM");
    const timer = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
    await ended;
    clearTimeout(timer);
  };
  try {
    const origins = await readyLine(child, options.readyTimeoutMs ?? READY_TIMEOUT_MS);
    return { child, origins, stop };
  } catch (error) {
    await stop();
    throw error;
  }
};
