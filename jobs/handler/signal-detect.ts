// signal.detect: evaluates the signal rules and asks for the snapshots that show what changed.
import { type JobPayload, jobId } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { detectSignals } from "../detect/detect.ts";

/** By then the live build that was asked for is published. */
const SHOWN_MS = 5_000;

export async function handleSignalDetect(
  deps: Deps,
  { slot }: JobPayload<"signal.detect">,
  signal: AbortSignal,
): Promise<void> {
  const found = await detectSignals(deps, slot, signal);
  if (found.minutes !== 1 || found.fired > 0) deps.log.info({ slot, ...found }, "signals evaluated");
  if (found.fired + found.changed === 0) return;
  const id = jobId("snapshot.build", "live", `signal-${slot}`);
  await deps.producer.add({ name: "snapshot.build", id, payload: { part: "live", slot: deps.clock.now() } });
  if (found.fired === 0) return;
  // Once the states show what fired; the mint itself looks whether that changes anything.
  const mint = jobId("evaluation.mint", `signal-${slot}`);
  await deps.producer.add({ name: "evaluation.mint", id: mint, payload: { slot }, delayMs: SHOWN_MS });
}
