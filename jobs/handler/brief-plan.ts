// brief.plan: asks for the briefs that are due, and keeps the latest ones published.
import type { JobPayload } from "../../schema/job.ts";
import { planBriefs } from "../brief/plan-briefs.ts";
import type { Deps } from "../deps.ts";

export async function handleBriefPlan(deps: Deps, { slot }: JobPayload<"brief.plan">): Promise<void> {
  const asked = await planBriefs(deps);
  if (asked > 0) deps.log.info({ slot, asked }, "briefs asked for");
}
