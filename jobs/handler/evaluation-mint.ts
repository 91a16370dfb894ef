// evaluation.mint: judges every tracked token and issues the evaluations that are due.
import { MINT, slotOf } from "../clock.ts";
import type { Handler } from "../deps.ts";
import { mintEvaluations } from "../evaluate/mint.ts";

export const handleEvaluationMint: Handler<"evaluation.mint"> = async (deps, { slot }, signal) => {
  // It may have waited: what is judged is judged now.
  const due = Math.max(slot, slotOf(MINT, deps.clock.now()));
  const issued = await mintEvaluations(deps, due, signal);
  if (issued > 0) deps.log.info({ slot: due, issued }, "evaluations minted");
};
