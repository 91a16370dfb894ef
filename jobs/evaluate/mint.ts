// Mints evaluations: judges the published states, issues what changed or has aged, and publishes what was issued.
import { setImmediate } from "node:timers/promises";
import { DAY_MS, MINUTE_MS, QUARTER_MS } from "../../schema/duration.ts";
import { evaluationId, slotOfId } from "../../schema/evaluation/evaluation-id.ts";
import type { Verdict } from "../../schema/evaluation/rule.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import type { Evaluation } from "../../schema/object/evaluation.ts";
import { evaluationLatest, evaluationMinted } from "../../schema/query/issued/evaluation-latest.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { SHARD_TOKENS } from "../fact/in-shards.ts";
import { followEvaluations } from "../issued/evaluation.ts";
import { issueSealed } from "../proof/issue.ts";
import { type Draft, type Sealed, seal } from "../proof/seal.ts";
import { readFrames } from "../publish.ts";
import { type Odds, readOdds } from "../record/odds.ts";
import { type ReadState, stateOf } from "../state/read-state.ts";
import { asOfState, citedSources, evaluateState, type StandardEvaluation } from "./evaluate.ts";
import { keptState, type StandardInputs } from "./inputs.ts";
import { standingAfter } from "./standing.ts";

const AGE_MAX_MS = QUARTER_MS;
const SLOT_MS = 5 * MINUTE_MS;
const NEAR_MS = 2_700_000;
/** A start waits no longer than this for what never comes. */
const START_MS_MAX = 600_000;
/** Other minters may be faster so often. */
const TRIES = 3;

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
const saysNothing = ({ checked, dimensions }: StandardEvaluation): boolean =>
  checked.length === 0 || Object.values(dimensions).every(({ verdict }) => verdict === "unassessed");

/**
 * Whether the service started just now and may still be reading for the first time. The back-fill says when it began once
 * it has counted what is missing, which takes minutes, or for ever where a venue lists nothing: until then the first mint
 * counts.
 */
async function isStarting({ redis }: Deps, now: number): Promise<boolean> {
  await redis.hsetnx(KEYS.backfill, "started_at", now);
  const started = await redis.hget(KEYS.backfill, "started_at");
  return now - Number(started) < START_MS_MAX;
}

type Round = {
  readonly slot: number;
  readonly isStarting: boolean;
  readonly odds: Odds;
  /** How many tokens wait for what a start has not read yet. */
  waiting: number;
};

type Minted = { readonly issued: number; readonly waiting: number };

/** What is to be issued of a token, or null where nothing is due. */
function draftOf(state: ReadState, latest: Latest, round: Round, now: number): Draft<"evaluation"> | null {
  const { slot } = round;
  const last = latest.wires.get(state.token.id) ?? null;
  const id = evaluationId(state.token.id, slot, "standard");
  // A run before this one got so far, or a later one did: what it issued is what counts.
  if (last?.id && last.id >= id) return null;
  const previous = last?.id ? { ...last.data, id: last.id } : null;
  const data = evaluateState(state, now, previous, round.odds.table);
  if (last && !isDue(data, last, slot)) return null;
  if (saysNothing(data)) return null;
  // An evaluation of what was not read yet would say less than is known, and its change a minute later would count.
  if (round.isStarting && isWaiting(data)) {
    round.waiting += 1;
    return null;
  }
  const stood = latest.standing.get(state.token.id);
  const standing = standingAfter(data.verdict, last && stood ? { verdict: last.data.verdict, standing: stood } : null);
  const inputs: StandardInputs = { state: keptState(state) };
  const basis = { judgedAt: now, build: state.build, odds: round.odds.digest, inputs };
  return { id, asOf: asOfState(state), data, ...citedSources(state, data), basis, standing };
}

type Latest = {
  /** The last evaluation of each token. */
  readonly wires: ReadonlyMap<string, Evaluation>;
  /** The verdicts that stand with them. */
  readonly standing: ReadonlyMap<string, Verdict>;
  /** How many there were of all tokens before they were read. */
  readonly minted: number;
};

/** Far back only for the tokens that have none of late. */
async function latestOf({ env, store }: Deps, tokens: readonly string[], now: number): Promise<Latest> {
  const wires = new Map<string, Evaluation>();
  const standing = new Map<string, Verdict>();
  let minted: number | undefined;
  for (const reachMs of [NEAR_MS, DAY_MS]) {
    const missing = tokens.filter((token) => !wires.has(token));
    if (missing.length === 0) break;
    const rows = await store.query(evaluationLatest, { tokens: missing, from: now - reachMs });
    minted ??= rows[0]?.minted ?? (await store.query(evaluationMinted, {}))[0]?.minted;
    for (const row of rows) {
      wires.set(row.token, wireOf("evaluation", row, originOf(env)));
      standing.set(row.token, row.standing);
    }
  }
  return { wires, standing, minted: minted ?? 0 };
}

type Frames = Awaited<ReturnType<typeof readFrames>>;

/** What is due of the tokens with a published state, sealed. */
async function sealDue(
  deps: Deps,
  frames: Frames,
  latest: Latest,
  round: Round,
  signal: AbortSignal,
): Promise<Sealed[]> {
  const sealed: Sealed[] = [];
  for (const frame of frames) {
    // Locks are renewed in between.
    await setImmediate();
    signal.throwIfAborted();
    const now = deps.clock.now();
    const state = stateOf(frame, now);
    if (!state) {
      if (round.isStarting) round.waiting += 1;
      continue;
    }
    try {
      const draft = draftOf(state, latest, round, now);
      if (draft) sealed.push(seal("evaluation", draft, now));
    } catch (error) {
      deps.log.error({ subject: state.token.id, err: error }, "evaluation not minted");
    }
  }
  return sealed;
}

/**
 * Mints what is due of some tokens. It goes in one batch under the count of those before it, so of two minters that know
 * the same one is kept, and the other looks again. @returns how many were issued, and how many wait.
 */
async function mintSome(deps: Deps, tokens: readonly string[], round: Round, signal: AbortSignal): Promise<Minted> {
  const now = deps.clock.now();
  const frames = await readFrames(deps.redis, tokens.map(SNAPSHOTS.state));
  for (let tried = 1; ; tried += 1) {
    round.waiting = 0;
    const latest = await latestOf(deps, tokens, now);
    const sealed = await sealDue(deps, frames, latest, round, signal);
    const issued = await issueSealed(deps, "evaluation", sealed, `minted~${latest.minted}`);
    if (issued.length < sealed.length && tried < TRIES) continue;
    const told = new Set(issued.map(({ wire }) => wire.data.token.id));
    // Of the others the last one is told once more: who issued it may not have come so far.
    await followEvaluations(
      deps,
      [...latest.wires].flatMap(([token, wire]) => (told.has(token) ? [] : [wire])),
    );
    return { issued: issued.length, waiting: round.waiting };
  }
}

/**
 * Mints for a slot (epoch ms), one part of the tokens after another, each as large as memory and a batch may be. Issued is
 * what the store kept, and only that is published: a run that was killed anywhere is finished by the next one.
 * @returns how many were issued, and how many wait.
 */
export async function mintEvaluations(
  deps: Deps,
  slot: number,
  signal: AbortSignal,
  shard = SHARD_TOKENS,
): Promise<Minted> {
  const tokens = TRACKED.map(({ id }) => id);
  const isNew = await isStarting(deps, deps.clock.now());
  const round: Round = { slot, odds: await readOdds(deps), isStarting: isNew, waiting: 0 };
  const all: Minted[] = [];
  for (let from = 0; from < tokens.length; from += shard) {
    all.push(await mintSome(deps, tokens.slice(from, from + shard), round, signal));
  }
  const sum = (read: (one: Minted) => number): number => all.reduce((total, one) => total + read(one), 0);
  return { issued: sum(({ issued }) => issued), waiting: sum(({ waiting }) => waiting) };
}
