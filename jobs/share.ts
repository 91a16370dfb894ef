// A lane's share of a processor: what can wait begins there only while its process took less than that of late.
import { setTimeout as sleep } from "node:timers/promises";

/** Resolves once the process took less than the share, or after a while all the same: what can wait comes to its turn too. */
export type Share = (signal: AbortSignal | undefined) => Promise<void>;

type Doors = {
  /** Processor time of this process so far, milliseconds. */
  readonly spentMs: () => number;
  readonly nowMs: () => number;
  readonly rest: (ms: number, signal: AbortSignal | undefined) => Promise<unknown>;
};

const WINDOW_MS = 1_000;
const LOOK_MS = 200;
const WAIT_MS_MAX = 20_000;

const ofProcess: Doors = {
  spentMs: () => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1_000;
  },
  nowMs: () => performance.now(),
  rest: (ms, signal) => sleep(ms, undefined, signal ? { signal } : {}),
};

/** `max`: of one processor. */
export function openShare(max: number, { spentMs, nowMs, rest }: Doors = ofProcess): Share {
  let last = { at: nowMs(), spent: spentMs() };
  let isOver = false;
  const look = (): boolean => {
    const at = nowMs();
    if (at - last.at >= WINDOW_MS) {
      const spent = spentMs();
      isOver = (spent - last.spent) / (at - last.at) > max;
      last = { at, spent };
    }
    return isOver;
  };
  return async (signal) => {
    for (let waitedMs = 0; waitedMs < WAIT_MS_MAX && look(); waitedMs += LOOK_MS) await rest(LOOK_MS, signal);
  };
}
