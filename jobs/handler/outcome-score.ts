// outcome.score: keeps the record of calls and publishes its scorecards.
import { type Handler, LEFT } from "../deps.ts";
import { scoreOutcomes } from "../record/score.ts";

export const handleOutcomeScore: Handler<"outcome.score"> = async (deps, { slot }, signal) => {
  const done = await scoreOutcomes(deps, signal);
  if (done.settled + done.corrected > 0) deps.log.info({ slot, ...done }, "outcomes scored");
  return done.isElsewhere ? LEFT : done;
};
