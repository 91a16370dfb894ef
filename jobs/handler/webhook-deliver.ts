// webhook.deliver: makes one attempt to deliver a message.
import type { JobPayload } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { deliverMessage } from "../webhook/deliver-message.ts";

export const handleWebhookDeliver = (deps: Deps, payload: JobPayload<"webhook.deliver">): Promise<unknown> =>
  deliverMessage(deps, payload);
