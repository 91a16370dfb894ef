// outcome.score: keeps the record of calls and publishes its scorecards.
import type { JobPayload } from "../../schema/job.ts";
import { type Deps, LEFT } from "../deps.ts";
import { scoreOutcomes } from "../record/score.ts";

export async function handleOutcomeScore(
  deps: Deps,
  { slot }: JobPayload<"outcome.score">,
  signal: AbortSignal,
): Promise<unknown> {
  const done = await scoreOutcomes(deps, signal);
  if (done.settled + done.corrected > 0) deps.log.info({ slot, ...done }, "outcomes scored");
  return done.isElsewhere ? LEFT : done;
}
