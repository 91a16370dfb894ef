// gap.sweep: asks for the windows of the past that are missing.
import { sweepGaps } from "../../ingest/window.ts";
import { takeLock } from "../../schema/io/lock.ts";
import { type JobPayload, jobId } from "../../schema/job.ts";
import { type Deps, type Handler, LEFT } from "../deps.ts";

const LOCK = "gap-sweep";
const LOCK_MS = 30_000;
/** Fills come by the hundred: a sweep and whatever else is short goes before those that wait. */
const BEHIND = 10;

async function sweep(deps: Deps, payload: JobPayload<"gap.sweep">, signal: AbortSignal): Promise<void> {
  const windows = await sweepGaps(deps, payload.slot, signal);
  await deps.producer.addAll(
    windows.map((window) => ({
      name: "gap.fill",
      // The slot is part of the key: a hole that came back is a new job although the old one is remembered.
      id: jobId("gap.fill", window.source, window.token, window.from, window.to, payload.slot),
      payload: window,
      priority: BEHIND,
    })),
  );
}

export const handleGapSweep: Handler<"gap.sweep"> = async (deps, payload, signal) => {
  // Two at once would find the same holes and ask for each twice.
  const lock = await takeLock(deps.redis, LOCK, LOCK_MS, deps.clock.now());
  if (!lock) return LEFT;
  try {
    return await sweep(deps, payload, signal);
  } finally {
    await lock.release();
  }
};
