// webhook.sweep: has messages sent that are due and that no job sends, and what else somebody died over.
import type { JobPayload } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { beginPaid } from "../webhook/create-monitor.ts";
import { matchEvents } from "../webhook/match-events.ts";
import { resealSecrets } from "../webhook/reseal-secrets.ts";
import { sweepMessages } from "../webhook/sweep-messages.ts";

export async function handleWebhookSweep(
  deps: Deps,
  { slot }: JobPayload<"webhook.sweep">,
  signal: AbortSignal,
): Promise<void> {
  const begun = await beginPaid(deps);
  if (begun > 0) deps.log.info({ slot, begun }, "monitors that were paid for and did not begin");
  const { resealed, lost } = await resealSecrets(deps);
  if (resealed > 0) deps.log.info({ slot, resealed }, "secrets of monitors are under the first key now");
  if (lost > 0) deps.log.warn({ slot, lost }, "monitors whose secret no key of MONITOR_KEY opens");
  const asked = (await matchEvents(deps, signal)) + (await sweepMessages(deps));
  if (asked > 0) deps.log.info({ slot, asked }, "messages that nobody sent");
}
