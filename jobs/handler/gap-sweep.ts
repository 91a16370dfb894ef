// gap.sweep: asks for the windows of the past that are missing.
import { sweepGaps } from "../../ingest/window.ts";
import { type JobPayload, jobId } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";

export async function handleGapSweep(deps: Deps, payload: JobPayload<"gap.sweep">, signal: AbortSignal): Promise<void> {
  const windows = await sweepGaps(deps, payload.slot, signal);
  await deps.producer.addAll(
    windows.map((window) => ({
      name: "gap.fill",
      // The slot is part of the key: a hole that came back is a new job although the old one is remembered.
      id: jobId("gap.fill", window.source, window.token, window.from, window.to, payload.slot),
      payload: window,
    })),
  );
}
