// evaluation.mint: judges every tracked token and issues the evaluations that are due.
import type { JobPayload } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { mintEvaluations } from "../evaluate/mint.ts";

export async function handleEvaluationMint(
  deps: Deps,
  { slot }: JobPayload<"evaluation.mint">,
  signal: AbortSignal,
): Promise<void> {
  const issued = await mintEvaluations(deps, slot, signal);
  if (issued > 0) deps.log.info({ slot, issued }, "evaluations minted");
}
