// Mints evaluations: judges the published states, issues what changed or has aged, and publishes what was issued.

import { compile } from "../../schema/check.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { originOf, verifyUrl } from "../../schema/link.ts";
import { type Evaluation, evaluation } from "../../schema/object/evaluation.ts";
import { type EvaluationLatestRow, evaluationLatest } from "../../schema/query/evaluation-latest.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { EvaluationMeta } from "../../schema/snapshot.ts";
import { TRACKED } from "../../schema/tracked.ts";
import type { Deps } from "../deps.ts";
import { storeObject } from "../proof/issue-object.ts";
import { type Publication, publishFrames, readFrames } from "../publish.ts";
import { readOdds } from "../record/take-calls.ts";
import type { BuiltState } from "../state/built-state.ts";
import { stateOf } from "../state/read-state.ts";
import { asOfState, evaluateState, judgedSources, type StandardEvaluation } from "./evaluate.ts";
import { evaluationId, slotOfId } from "./evaluation-id.ts";
import { keepVerdicts } from "./verdicts.ts";

const AGE_MAX_MS = 900_000;
const SLOT_MS = 300_000;
const NEAR_MS = 2_700_000;
const DAY_MS = 86_400_000;
/** A start waits no longer than this for what never comes. */
const START_MS_MAX = 600_000;
const isEvaluation = compile(evaluation);

/** The wire object of what was issued: the canonical object and what is said about it. */
export function wireOf(
  { id, canonical, hash }: Pick<EvaluationLatestRow, "id" | "canonical" | "hash">,
  origin: string,
): Evaluation {
  const { as_of, sources, data } = JSON.parse(canonical) as Evaluation;
  return { object: "evaluation", id, as_of, sources, data: { ...data, hash, verify_url: verifyUrl(origin, id) } };
}

function publicationOf(wire: Evaluation): Publication {
  const name = SNAPSHOTS.evaluation(wire.data.token.id);
  const version = slotOfId(wire.id ?? "");
  const meta: EvaluationMeta = {
    asOf: Date.parse(wire.as_of),
    id: wire.id ?? "",
    validUntil: Date.parse(wire.data.valid_until),
  };
  return { name, version, frame: encodeFrame({ name, version, meta }, new Map([["body", JSON.stringify(wire)]])) };
}

/** Changed, old, or over before anybody looks again. */
function isDue(drafted: StandardEvaluation, last: Evaluation, slot: number): boolean {
  return (
    drafted.verdict !== last.data.verdict ||
    drafted.changed_dimensions.length > 0 ||
    slot - slotOfId(last.id ?? "") >= AGE_MAX_MS ||
    Date.parse(last.data.valid_until) <= slot + SLOT_MS
  );
}

/** Something was not measured because its first reading is still to come. */
const isWaiting = ({ not_checked }: StandardEvaluation): boolean =>
  not_checked.some(({ reason }) => reason === "pending");

/** A record of what nobody looked at would say nothing. */
const saysNothing = ({ dimensions }: StandardEvaluation): boolean =>
  Object.values(dimensions).every(({ verdict }) => verdict === "unassessed");

/** Whether the service started just now and may still be reading for the first time. */
async function isStarting({ redis }: Deps, now: number): Promise<boolean> {
  const started = await redis.hget(KEYS.backfill, "started_at");
  return started !== null && now - Number(started) < START_MS_MAX;
}

type Round = {
  readonly slot: number;
  readonly isStarting: boolean;
  readonly odds: OddsTable;
};

/** @returns whether it was issued. */
async function mintOne(deps: Deps, state: BuiltState, last: Evaluation | null, round: Round): Promise<boolean> {
  const { slot } = round;
  const id = evaluationId(state.token.id, slot, "standard");
  // A run before this one got so far, or a later one did: what it issued is what counts.
  if (last?.id && last.id >= id) return false;
  const previous = last?.id ? { ...last.data, id: last.id } : null;
  const asOf = asOfState(state);
  const drafted = evaluateState(state, deps.clock.now(), previous, round.odds);
  if (last && !isDue(drafted, last, slot)) return false;
  if (saysNothing(drafted)) return false;
  // An evaluation of what was not read yet would say less than is known, and its change a minute later would count.
  if (round.isStarting && isWaiting(drafted)) return false;
  const sources = judgedSources(state);
  const shape = { object: "evaluation", id, as_of: toTime(asOf), data: drafted, sources };
  const whole = { ...shape, data: { ...drafted, hash: "0".repeat(64), verify_url: verifyUrl(originOf(deps.env), id) } };
  if (!isEvaluation(whole)) throw new Error(`evaluation of ${state.token.id} does not fit: ${isEvaluation.describe()}`);
  // What is kept under the id is read with all the others' afterwards.
  await storeObject(
    deps,
    {
      kind: "evaluation",
      id,
      object: "evaluation",
      token: state.token.id,
      asOf,
      data: drafted,
      sources,
    },
    state.calls,
  );
  return true;
}

/** The last evaluation of each token; far back only for those that have none of late. */
async function latestOf(
  { env, store }: Deps,
  tokens: readonly string[],
  now: number,
): Promise<Map<string, Evaluation>> {
  const found = new Map<string, Evaluation>();
  for (const reachMs of [NEAR_MS, DAY_MS]) {
    const missing = tokens.filter((token) => !found.has(token));
    if (missing.length === 0) break;
    const rows = await store.query(evaluationLatest, { tokens: missing, from: now - reachMs });
    for (const row of rows) found.set(row.token, wireOf(row, originOf(env)));
  }
  return found;
}

/**
 * Mints for a slot (epoch ms). Issued is what the store kept, and only that is published: a run that was killed
 * anywhere is finished by the next one. @returns how many were issued.
 */
export async function mintEvaluations(deps: Deps, slot: number, signal: AbortSignal): Promise<number> {
  const tokens = TRACKED.map(({ id }) => id);
  const now = deps.clock.now();
  const frames = await readFrames(deps.redis, tokens.map(SNAPSHOTS.state));
  const before = await latestOf(deps, tokens, now);
  const odds = await readOdds(deps.redis);
  const round: Round = { slot, odds, isStarting: await isStarting(deps, now) };
  let issued = 0;
  for (const [at, token] of tokens.entries()) {
    signal.throwIfAborted();
    const state = stateOf(frames[at] ?? null, now);
    if (!state) continue;
    try {
      if (await mintOne(deps, state, before.get(token) ?? null, round)) issued += 1;
    } catch (error) {
      deps.log.error({ subject: token, err: error }, "evaluation not minted");
    }
  }
  const after = issued === 0 ? before : await latestOf(deps, tokens, now);
  await publishFrames(deps.redis, [...after.values()].map(publicationOf));
  await keepVerdicts(deps.redis, [...after.values()]);
  return issued;
}
