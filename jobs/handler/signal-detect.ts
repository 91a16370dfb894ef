// signal.detect: evaluates the signal rules and asks for the snapshots that show what changed.
import { jobId } from "../../schema/job.ts";
import { DETECT, slotOf } from "../clock.ts";
import { type Deps, type Handler, LEFT } from "../deps.ts";
import { type Detected, detectSignals } from "../detect/detect.ts";
import { appendEvents } from "../event/append-events.ts";

/** By then the live build that was asked for is published. */
const SHOWN_MS = 5_000;

/** Asks for the minutes that are left, the snapshots that show what changed, and the verdicts that may follow from it. */
async function askWhatFollows({ producer, clock }: Deps, due: number, found: Detected): Promise<void> {
  if (found.left > 0) {
    const id = jobId("signal.detect", `more-${clock.now()}`);
    await producer.add({ name: "signal.detect", id, payload: { slot: due } });
  }
  if (found.fired + found.changed === 0) return;
  const id = jobId("snapshot.build", "live", `signal-${due}`);
  await producer.add({ name: "snapshot.build", id, payload: { part: "live", slot: clock.now() } });
  if (found.fired === 0) return;
  // Once the states show what fired; the mint itself looks whether that changes anything.
  const mint = jobId("evaluation.mint", `signal-${due}`);
  await producer.add({ name: "evaluation.mint", id: mint, payload: { slot: due }, delayMs: SHOWN_MS });
}

export const handleSignalDetect: Handler<"signal.detect"> = async (deps, { slot }, signal) => {
  // It may have waited: all minutes that ended since are its work.
  const due = Math.max(slot, slotOf(DETECT, deps.clock.now()));
  const found = await detectSignals(deps, due, signal);
  if (found.isElsewhere) return LEFT;
  if (found.minutes !== 1 || found.fired > 0) deps.log.info({ slot: due, ...found }, "signals evaluated");
  // First: a run that comes again, as events could not be numbered, finds nothing that fired.
  await askWhatFollows(deps, due, found);
  await appendEvents(deps);
  return found;
};
