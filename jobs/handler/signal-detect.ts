// signal.detect: evaluates the signal rules and asks for the snapshots that show what changed.
import { type JobPayload, jobId } from "../../schema/job.ts";
import { DETECT, slotOf } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { detectSignals } from "../detect/detect.ts";

/** By then the live build that was asked for is published. */
const SHOWN_MS = 5_000;

export async function handleSignalDetect(
  deps: Deps,
  { slot }: JobPayload<"signal.detect">,
  signal: AbortSignal,
): Promise<void> {
  // It may have waited: all minutes that ended since are its work.
  const due = Math.max(slot, slotOf(DETECT, deps.clock.now()));
  const found = await detectSignals(deps, due, signal);
  if (found.minutes !== 1 || found.fired > 0) deps.log.info({ slot: due, ...found }, "signals evaluated");
  if (found.left > 0) {
    const id = jobId("signal.detect", `more-${deps.clock.now()}`);
    await deps.producer.add({ name: "signal.detect", id, payload: { slot: due } });
  }
  if (found.fired + found.changed === 0) return;
  const id = jobId("snapshot.build", "live", `signal-${due}`);
  await deps.producer.add({ name: "snapshot.build", id, payload: { part: "live", slot: deps.clock.now() } });
  if (found.fired === 0) return;
  // Once the states show what fired; the mint itself looks whether that changes anything.
  const mint = jobId("evaluation.mint", `signal-${due}`);
  await deps.producer.add({ name: "evaluation.mint", id: mint, payload: { slot: due }, delayMs: SHOWN_MS });
}
