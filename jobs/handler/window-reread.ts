// window.reread: compares a sample of closed windows with the providers once a night.
import { rereadWindows } from "../../ingest/reread.ts";
import type { JobPayload } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";

export async function handleWindowReread(
  deps: Deps,
  payload: JobPayload<"window.reread">,
  signal: AbortSignal,
): Promise<void> {
  const found = await rereadWindows(deps, payload.slot, signal);
  deps.log.info({ ...found }, "closed windows read again");
}
