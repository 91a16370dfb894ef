// Makes a sample of what was issued in the last month again, while nobody waits for anything, and keeps what came of it.
import { setTimeout as sleep } from "node:timers/promises";
import type { ReplaySampleRow } from "../../schema/dataset/service/replay-sample.ts";
import { DAY_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { LaneId } from "../../schema/lane.ts";
import { replayDrawn } from "../../schema/query/service/replay-sampled.ts";
import type { Deps } from "../deps.ts";
import { letFirst } from "../precedence.ts";
import { codeVersion } from "../proof/code-version.ts";
import { type Replayed, replayIssued } from "./replay-issued.ts";
import { toldOf } from "./tell-replay.ts";

const SAMPLED = 200;
const BACK_MS = 30 * DAY_MS;
/** Made again between two looks at who waits. */
const AT_ONCE = 10;
/** What goes before it. */
const BEFORE: readonly LaneId[] = ["build", "premium", "pull"];
const LOOK_MS = 500;
/** On a machine that is never idle it is made all the same, in rests between. */
const WAIT_MS = 5 * MINUTE_MS;

/** What no object should come to. */
const FAULTS = [
  ["unexplained", "objects were made again otherwise"],
  ["altered", "objects are not stored as they were issued"],
  ["failed", "objects could not be made again"],
  ["inputs_missing", "what objects were made from is not there"],
] as const;

async function isBusy({ producer }: Deps): Promise<boolean> {
  const lanes = await Promise.all(BEFORE.map((lane) => producer.backlog(lane)));
  return lanes.some(({ waiting, active }) => waiting.length + active.length > 0);
}

/** Waits until no lane that somebody waits for has work. `left` is how long it may still wait in all. */
async function awaitIdle(deps: Deps, left: number, signal: AbortSignal): Promise<number> {
  let rest = left;
  await letFirst(deps, signal);
  while (rest > 0 && (await isBusy(deps))) {
    await sleep(LOOK_MS, undefined, { signal });
    rest -= LOOK_MS;
  }
  return rest;
}

/** What a sample came to. Pure. */
export function countReplayed(replayed: readonly Replayed[], at: number, madeBy: string): ReplaySampleRow {
  const outcomes = replayed.map((one) => toldOf(one, madeBy, at));
  const count = (result: string) => outcomes.filter((one) => one.result === result).length;
  const altered = outcomes.filter(({ reason }) => reason === "altered").length;
  const reasons: Record<string, number> = {};
  for (const { reason } of outcomes) if (reason !== null) reasons[reason] = (reasons[reason] ?? 0) + 1;
  return {
    ...{ at, sampled: outcomes.length, identical: count("identical"), numbers_identical: count("numbers_identical") },
    ...{ differing: count("differs") + altered, unassessed: count("unassessed") - altered },
    reasons: JSON.stringify(reasons),
    code_version: madeBy,
  };
}

/** Draws the objects of a slot (epoch milliseconds), makes them again and keeps the counts; a slot that is done again draws the same. */
export async function replaySample(deps: Deps, slot: number, signal: AbortSignal): Promise<ReplaySampleRow | null> {
  const drawn = await deps.store.query(replayDrawn, { from: slot - BACK_MS, to: slot, seed: slot, limit: SAMPLED });
  const replayed: Replayed[] = [];
  let left = WAIT_MS;
  for (let at = 0; at < drawn.length; at += AT_ONCE) {
    left = await awaitIdle(deps, left, signal);
    replayed.push(
      ...(await replayIssued(
        deps.store,
        drawn.slice(at, at + AT_ONCE).map(({ id }) => id),
      )),
    );
  }
  if (replayed.length === 0) return null;
  const row = countReplayed(replayed, slot, codeVersion());
  await deps.store.insert("replay_sample", [row], `replay_sample~${slot}`);
  const outcomes = replayed.map((one) => ({ id: one.id, ...toldOf(one, row.code_version, slot) }));
  for (const [reason, message] of FAULTS) {
    const ids = outcomes.filter((one) => one.reason === reason).map(({ id }) => id);
    if (ids.length > 0) deps.log.error({ ids: ids.slice(0, 20), count: ids.length }, message);
  }
  return row;
}
