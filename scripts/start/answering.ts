// Whether a child still answers: one that hangs does not end by itself, one that is only slow is left alone.
import type { ChildProcess } from "node:child_process";
import { setTimeout as sleep } from "node:timers/promises";
import { ASK, HERE } from "../../schema/io/parent.ts";

export type Watching = { readonly everyMs: number; readonly waitMs: number; readonly missesMax: number };

/**
 * How often a child is asked, how long it may take, and how many questions in a row it may leave open: after the last
 * answer it has 80 s, since on a machine with four times its work event loops stand still for many seconds.
 */
export const WATCH: Watching = { everyMs: 10_000, waitMs: 10_000, missesMax: 4 };

/** Asks over the channel. An answer to an earlier question counts; so does one that waits to be read by us. */
export function askOver(child: ChildProcess, waitMs: number): () => Promise<boolean> {
  return () =>
    new Promise((resolve) => {
      const end = (has: boolean) => {
        clearTimeout(timer);
        child.off("message", onMessage);
        resolve(has);
      };
      const onMessage = (message: unknown) => {
        if (message === HERE) end(true);
      };
      const timer = setTimeout(() => setImmediate(end, false), waitMs);
      child.on("message", onMessage);
      child.send(ASK, () => undefined);
    });
}

/**
 * Asks until the child has been silent for too long, and says so before; false where `over` aborts first. A child that
 * has not answered yet is still starting.
 */
export async function untilSilent(
  name: string,
  ask: () => Promise<boolean>,
  { everyMs, waitMs, missesMax }: Watching,
  notice: (line: string) => void,
  over: AbortSignal,
): Promise<boolean> {
  const span = (misses: number) => `${Math.round((misses * (everyMs + waitMs)) / 1_000)} s`;
  let hasAnswered = false;
  for (let misses = 0; misses < missesMax; ) {
    await sleep(everyMs, undefined, { signal: over }).catch(() => undefined);
    if (over.aborted) return false;
    const from = Date.now();
    const has = await ask();
    if (over.aborted) return false;
    // A refusal comes at once, and is no silence yet.
    if (!has)
      await sleep(Math.max(0, waitMs - (Date.now() - from)), undefined, { signal: over }).catch(() => undefined);
    hasAnswered ||= has;
    misses = has || !hasAnswered ? 0 : misses + 1;
    if (misses === Math.ceil(missesMax / 2)) {
      notice(`${name} has not answered for ${span(misses)}; after ${span(missesMax)} it is started anew`);
    }
  }
  if (over.aborted) return false;
  notice(`${name} has not answered for ${span(missesMax)}; stopping it`);
  return true;
}
