// snapshot.build: builds one part of the snapshots from stored rows and publishes it.
import { type JobPayload, jobId } from "../../schema/job.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { type Deps, LEFT } from "../deps.ts";
import { goFirst } from "../precedence.ts";
import { publishedVersion } from "../publish.ts";
import { awaitPrices } from "../snapshot/await-prices.ts";
import { buildHistory } from "../snapshot/build-history.ts";
import { buildLive } from "../snapshot/build-live.ts";
import { buildStatus } from "../snapshot/build-status.ts";
import { buildUniverse } from "../snapshot/build-universe.ts";
import { isFilling } from "../status/backfill.ts";

type Payload = JobPayload<"snapshot.build">;

/** When the last live build of this process began and ended; kept with its record of dependencies. */
const LAST = new WeakMap<Deps, { readonly from: number; readonly endedAt: number }>();
/** Postponed builds of one such slot are one. */
const SLOT_MS = 1_000;

/** The live snapshot knows what was stored by what was asked for: several requests are met by one build. */
const isBuilt = async (deps: Deps, slot: number): Promise<boolean> =>
  ((await publishedVersion(deps.redis, SNAPSHOTS.market)) ?? 0) >= slot &&
  Number((await deps.redis.get(KEYS.builtKnown)) ?? slot) >= slot;

/** Nothing was built by this process, and others built before it. */
const isRestarted = async (deps: Deps): Promise<boolean> =>
  !LAST.has(deps) && (await publishedVersion(deps.redis, SNAPSHOTS.market)) !== null;

/** While the past is being filled the machine has other work: a build rests this many times as long. */
const FILLING_RESTS = 3;

/** Live builds take at most half of the lane's time: one that comes too soon is asked for again a little later. */
async function postpone(deps: Deps, slot: number): Promise<boolean> {
  const last = LAST.get(deps);
  if (last === undefined) return false;
  const { from, endedAt } = last;
  const rested = (rests: number) => Math.max(endedAt + (endedAt - from) * rests, from + LIMITS.liveFollowsMs);
  const now = deps.clock.now();
  if (now >= rested(FILLING_RESTS)) return false;
  const soonest = rested((await isFilling(deps.redis)) ? FILLING_RESTS : 1);
  if (now >= soonest) return false;
  const at = Math.ceil(soonest / SLOT_MS) * SLOT_MS;
  const id = jobId("snapshot.build", "live", `after-${at}`);
  await deps.producer.add({ name: "snapshot.build", id, payload: { part: "live", slot }, delayMs: at - now });
  return true;
}

async function buildLivePart(deps: Deps, slot: number, signal: AbortSignal): Promise<unknown> {
  if ((await isBuilt(deps, slot)) || (await postpone(deps, slot))) return LEFT;
  let from = deps.clock.now();
  try {
    return await goFirst(deps, async () => {
      if (await isRestarted(deps)) await awaitPrices(deps, signal);
      from = deps.clock.now();
      return buildLive(deps, from, signal);
    });
  } finally {
    const endedAt = deps.clock.now();
    LAST.set(deps, { from, endedAt });
  }
}

export async function handleSnapshotBuild(deps: Deps, payload: Payload, signal: AbortSignal): Promise<unknown> {
  if (payload.part === "live") return buildLivePart(deps, payload.slot, signal);
  if (payload.part === "history") return buildHistory(deps, deps.clock.now(), payload, signal);
  if (payload.part === "universe") return buildUniverse(deps, deps.clock.now());
  return buildStatus(deps, deps.clock.now());
}
