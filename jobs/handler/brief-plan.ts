// brief.plan: asks for the briefs that are due, keeps the latest ones published, and checks what they said to watch.
import { planBriefs } from "../brief/plan-briefs.ts";
import type { Handler } from "../deps.ts";
import { checkWatches } from "../record/check-watches.ts";

export const handleBriefPlan: Handler<"brief.plan"> = async (deps, { slot }) => {
  const asked = await planBriefs(deps);
  if (asked > 0) deps.log.info({ slot, asked }, "briefs asked for");
  const met = await checkWatches(deps);
  if (met > 0) deps.log.info({ slot, met }, "conditions of briefs met");
};
