// evaluation.mint: judges every tracked token and issues the evaluations that are due.
import { jobId } from "../../schema/job.ts";
import { MINT, slotOf } from "../clock.ts";
import type { Handler } from "../deps.ts";
import { mintEvaluations } from "../evaluate/mint.ts";

/** A service that starts reads all for the first time within minutes, in no order: its first verdicts come as they can. */
const AGAIN_MS = 30_000;

export const handleEvaluationMint: Handler<"evaluation.mint"> = async (deps, { slot }, signal) => {
  const now = deps.clock.now();
  // It may have waited: what is judged is judged now.
  const due = Math.max(slot, slotOf(MINT, now));
  const { issued, waiting } = await mintEvaluations(deps, due, signal);
  if (issued > 0) deps.log.info({ slot: due, issued }, "evaluations minted");
  if (waiting === 0) return;
  // One for each half minute, whoever asks for it.
  const id = jobId("evaluation.mint", `waiting-${Math.floor(now / AGAIN_MS)}`);
  await deps.producer.add({ name: "evaluation.mint", id, payload: { slot: due }, delayMs: AGAIN_MS });
};
