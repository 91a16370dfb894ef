// Asks for a sweep of the past at once, where nothing of it is under way: the next minute's would let the machine wait.
import { jobId } from "../../schema/job.ts";
import { KEYS } from "../../schema/key.ts";
import type { Deps } from "../deps.ts";
import { isFilling } from "../status/backfill.ts";

/** Sweeps asked for inside one such slot are one. */
const SLOT_MS = 5_000;

/** Does nothing once the past is filled: an outage's holes are found by the minute. */
export async function askSweep(deps: Deps): Promise<void> {
  if ((await deps.redis.hlen(KEYS.gapAsked)) > 0 || !(await isFilling(deps.redis))) return;
  const now = deps.clock.now();
  const slot = (Math.floor(now / SLOT_MS) + 1) * SLOT_MS;
  const id = jobId("gap.sweep", `asked-${slot}`);
  await deps.producer.add({ name: "gap.sweep", id, payload: { slot }, delayMs: slot - now });
}
