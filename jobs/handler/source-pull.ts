// source.pull: pulls one source and asks for the snapshots that its rows change.
import { pullSource } from "../../ingest/pull.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { type JobPayload, jobId } from "../../schema/job.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import { ROWS_REFUSED } from "../../schema/source/source-health.ts";
import type { Deps, Handler } from "../deps.ts";
import { publishedVersion } from "../publish.ts";
import { sourceInfo } from "../source-info.ts";
import { askSweep } from "./ask-sweep.ts";

/** Builds asked for inside one slot are one build; it runs at the slot's end, so that it sees them all. */
const BUILD_SLOT_MS = 1_000;

/** What is read seldom is asked again so long after its provider gave nothing, instead of hours later. */
const AGAIN_MS = 5 * MINUTE_MS;
/** A run that got nothing waits for what others bring: prices of the past. */
const MORE_MS = { got: 5_000, waited: 30_000 } as const;

type Later = {
  readonly turn: string;
  readonly delayMs: number;
  /** For how long it may run. */
  readonly runMs: number;
};

/** When the source's next slot begins, however late the one at hand is. */
function nextSlot(everyMs: number, slot: number, now: number): number {
  return slot + everyMs * Math.max(1, Math.ceil((now - slot) / everyMs));
}

/** Asks for another pull of the slot, unless the next slot is as near. */
async function askLater(
  deps: Deps,
  payload: JobPayload<"source.pull">,
  { turn, delayMs, runMs }: Later,
): Promise<void> {
  const { source, slot } = payload;
  const now = deps.clock.now();
  const everyMs = (sourceInfo(source)?.everyS ?? 0) * 1_000;
  if (everyMs === 0 || now + delayMs + runMs > nextSlot(everyMs, slot, now)) return;
  await deps.producer.add({ name: "source.pull", id: jobId("source.pull", source, slot, turn), payload, delayMs });
}

const askAgain = (deps: Deps, payload: JobPayload<"source.pull">): Promise<void> => {
  const turn = `again-${Math.floor(deps.clock.now() / AGAIN_MS)}`;
  return askLater(deps, payload, { turn, delayMs: AGAIN_MS, runMs: AGAIN_MS });
};

/** Whoever reads much of the past goes on at once. */
const askMore = (deps: Deps, payload: JobPayload<"source.pull">, rows: number): Promise<void> => {
  const delayMs = rows > 0 ? MORE_MS.got : MORE_MS.waited;
  return askLater(deps, payload, { turn: `more-${deps.clock.now()}`, delayMs, runMs: LIMITS.runMs });
};

async function askBuild(deps: Deps, part: "live" | "universe", notBefore = 0): Promise<void> {
  const now = deps.clock.now();
  const end = (Math.floor(Math.max(now, notBefore) / BUILD_SLOT_MS) + 1) * BUILD_SLOT_MS;
  const id = jobId("snapshot.build", part, `pull-${end}`);
  await deps.producer.add({ name: "snapshot.build", id, payload: { part, slot: end }, delayMs: end - now });
}

export const handleSourcePull: Handler<"source.pull"> = async (deps, payload, signal) => {
  const { source, slot, tokens } = payload;
  const result = await pullSource(deps, source, { slot, tokens }, signal);
  if (result.errors.length > 0) {
    const [first] = result.errors;
    deps.log.warn({ source, slot, failed: result.errors.length, first, rows: result.rows }, "pulled in part");
  }
  // Rows that were refused would be refused again.
  const isWorthIt = result.errors.some(({ outcome }) => outcome !== ROWS_REFUSED);
  if (result.rows === 0 && isWorthIt) await askAgain(deps, payload);
  if (result.unfinished) await askMore(deps, payload, result.rows);
  if (result.rows === 0) return;
  if (sourceInfo(source)?.dataset === "candle") await askSweep(deps);
  if (sourceInfo(source)?.dataset === "coin") await askBuild(deps, "universe");
  // The first numbers are shown as they come, those after them as soon as the ones before are old enough.
  const before = await publishedVersion(deps.redis, SNAPSHOTS.market);
  await askBuild(deps, "live", before === null ? 0 : before + LIMITS.liveFollowsMs);
};
