// One supervised child process: started, watched until it answers, restarted when it dies, stopped in order.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { READY } from "../../schema/io/parent.ts";
import { askOver, untilSilent, WATCH, type Watching } from "./answering.ts";
import { moveTo } from "./core.ts";
import { keepLogBounded, type LaunchSpec, launch, noteInLog, tailOf, untilExit } from "./launch.ts";

export type ChildSpec = LaunchSpec & {
  readonly name: string;
  /** Whether it does its work by now, asked again and again until true; or it says so itself, over the channel. */
  readonly isReady: "said" | (() => Promise<boolean>);
  /** Whether it answers at all, well or badly, asked as long as it runs; or it is asked over the channel. */
  readonly answers?: "said" | (() => Promise<boolean>);
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

const BACKOFF_MS = [200, 400, 800, 1_600, 3_200, 6_400, 10_000];
const STEADY_MS = 30_000;
const DEATHS_BEFORE_READY_MAX = 4;

const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
const backoffOf = (failures: number) => BACKOFF_MS[Math.min(failures, BACKOFF_MS.length) - 1] ?? 0;

const pause = (ms: number, over: AbortSignal) => sleep(ms, undefined, { signal: over }).catch(() => undefined);

/** Resolves when the process has ended, if need be by force. */
async function end(child: ChildProcess | undefined, graceMs: number): Promise<void> {
  if (child === undefined) return;
  const gone = untilExit(child);
  child.kill("SIGTERM");
  const timer = setTimeout(() => child.kill("SIGKILL"), graceMs);
  await gone;
  clearTimeout(timer);
}

/** Ends a process that has fallen silent, by its usual stop; whoever watches over it sees it end. */
async function watch(spec: ChildSpec, child: ChildProcess, watching: Watching, notice: Notice, over: AbortSignal) {
  const { name, answers, stopGraceMs } = spec;
  if (answers === undefined) return;
  const ask = answers === "said" ? askOver(child, watching.waitMs) : () => answers().catch(() => false);
  if (!(await untilSilent(name, ask, watching, notice, over))) return;
  await end(child, stopGraceMs);
}

/**
 * Launches until it works: a disk may be full, or processes too many. Said once. `patient`: whether it ran before; one
 * that never did is not tried for long.
 */
async function launchAtLast(
  spec: ChildSpec,
  cores: () => string | null,
  notice: Notice,
  patient: boolean,
  over: AbortSignal,
) {
  const hasChannel = spec.isReady === "said" || spec.answers === "said";
  for (let failures = 1; ; failures++) {
    try {
      return await launch(spec, hasChannel, cores());
    } catch (error) {
      if (over.aborted || (!patient && failures >= DEATHS_BEFORE_READY_MAX)) throw error;
      if (failures === 1) notice(`${spec.name} cannot be started (${messageOf(error)}); trying again until it can`);
      await pause(backoffOf(failures), over);
    }
  }
}

/** Starts the child and keeps it running until `stop`. `notice` hears about deaths, silence and restarts. */
export function superviseChild(spec: ChildSpec, notice: Notice, watching = WATCH): Child {
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
      const child = await launchAtLast(spec, () => cores, notice, everReady, stopping.signal);
      current = child;
      child.on("message", (message) => {
        if (message === READY) saidReady = true;
      });
      if (restarts > 0) notice(`${spec.name} runs again`);
      if (stopping.signal.aborted) child.kill("SIGTERM");
      const over = new AbortController();
      void watch(spec, child, watching, notice, over.signal);
      const bound = keepLogBounded(spec.logFile, watching.everyMs);
      const how = await untilExit(child);
      over.abort();
      bound.stop();
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
      const backoffMs = backoffOf(recentDeaths);
      notice(`${spec.name} ended (${how}); starting it again in ${backoffMs} ms`);
      await noteInLog(spec.logFile, `ended (${how}), restart ${restarts + 1}`);
      await pause(backoffMs, stopping.signal);
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
  return {
    name: spec.name,
    pid: () => current?.pid,
    restarts: () => restarts,
    untilReady,
    async replace(timeoutMs) {
      replacing = true;
      await end(current, spec.stopGraceMs);
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
      await end(current, spec.stopGraceMs);
      await running;
    },
  };
}
