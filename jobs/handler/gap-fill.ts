// gap.fill: fills one hole in the past; a hole the provider would not fill now is left for the next sweep.
import { fillEnded, fillWindow } from "../../ingest/window.ts";
import type { Handler } from "../deps.ts";
import { askSweep } from "./ask-sweep.ts";

export const handleGapFill: Handler<"gap.fill"> = async (deps, payload, signal) => {
  const result = await fillWindow(deps, payload, signal);
  const failed = result.errors[0];
  // Not thrown: the provider's bad hour must not burn the attempts that are meant for ours.
  if (failed) deps.log.warn({ ...payload, ...failed }, "not filled");
  await fillEnded(deps, payload, failed === undefined);
  await askSweep(deps);
};
