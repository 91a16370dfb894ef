// evaluation.mint: judges every tracked token and issues the evaluations that are due.
import type { JobPayload } from "../../schema/job.ts";
import { MINT, slotOf } from "../clock.ts";
import type { Deps } from "../deps.ts";
import { mintEvaluations } from "../evaluate/mint.ts";

export async function handleEvaluationMint(
  deps: Deps,
  { slot }: JobPayload<"evaluation.mint">,
  signal: AbortSignal,
): Promise<void> {
  // It may have waited: what is judged is judged now.
  const due = Math.max(slot, slotOf(MINT, deps.clock.now()));
  const issued = await mintEvaluations(deps, due, signal);
  if (issued > 0) deps.log.info({ slot: due, issued }, "evaluations minted");
}
