// snapshot.build: builds one part of the snapshots from stored rows and publishes it.
import type { JobPayload } from "../../schema/job.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import type { Deps } from "../deps.ts";
import { publishedVersion } from "../publish.ts";
import { buildHistory } from "../snapshot/build-history.ts";
import { buildLive } from "../snapshot/build-live.ts";
import { buildStatus } from "../snapshot/build-status.ts";

/** The live snapshot is at least as new as what was asked for: several requests are met by one build. */
async function isBuilt(deps: Deps, { slot, tokens }: JobPayload<"snapshot.build">): Promise<boolean> {
  return tokens === undefined && ((await publishedVersion(deps.redis, SNAPSHOTS.market)) ?? 0) >= slot;
}

export async function handleSnapshotBuild(
  deps: Deps,
  payload: JobPayload<"snapshot.build">,
  signal: AbortSignal,
): Promise<void> {
  const asOf = deps.clock.now();
  if (payload.part === "history") await buildHistory(deps, asOf, payload, signal);
  else if (payload.part === "status") await buildStatus(deps, asOf);
  else if (!(await isBuilt(deps, payload))) await buildLive(deps, asOf, payload.tokens, signal);
}
