// replay.sample: makes a sample of issued objects again once a night.
import type { Handler } from "../deps.ts";
import { replaySample } from "../replay/replay-sample.ts";

export const handleReplaySample: Handler<"replay.sample"> = async (deps, { slot }, signal) => {
  const row = await replaySample(deps, slot, signal);
  if (row !== null) deps.log.info({ sampled: row.sampled, identical: row.identical }, "objects were made again");
};
