// gap.fill: fills one hole in the past; a hole the provider would not fill now is left for the next sweep.
import { fillEnded, fillWindow } from "../../ingest/window.ts";
import type { JobPayload } from "../../schema/job.ts";
import type { Deps } from "../deps.ts";
import { askSweep } from "./ask-sweep.ts";

export async function handleGapFill(deps: Deps, payload: JobPayload<"gap.fill">, signal: AbortSignal): Promise<void> {
  const result = await fillWindow(deps, payload, signal);
  const failed = result.errors[0];
  // Not thrown: the provider's bad hour must not burn the attempts that are meant for ours.
  if (failed) deps.log.warn({ ...payload, ...failed }, "not filled");
  await fillEnded(deps, payload, failed === undefined);
  await askSweep(deps);
}
