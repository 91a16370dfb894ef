// webhook.match: numbers a message for each monitor that new events are of, and has them sent.
import type { JobPayload } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import type { Deps } from "../deps.ts";
import { matchEvents } from "../webhook/match-events.ts";

export async function handleWebhookMatch(
  deps: Deps,
  { slot }: JobPayload<"webhook.match">,
  signal: AbortSignal,
): Promise<void> {
  // Before it looks: what comes meanwhile is said again.
  await deps.redis.del(KEYS.eventsNew);
  const asked = await matchEvents(deps, signal);
  if (asked > 0) deps.log.info({ slot, asked }, "messages to send");
}
