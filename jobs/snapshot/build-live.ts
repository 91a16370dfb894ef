// Builds and publishes what moves with the market: the tokens' states, the token list, the market.
import { setImmediate } from "node:timers/promises";
import type { BuildRow } from "../../schema/dataset/service/build.ts";
import { awaitSettled } from "../../schema/io/in-flight.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { originOf } from "../../schema/link.ts";
import { chainHead } from "../../schema/query/chain/chain-head.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import type { Facts } from "../fact/fact.ts";
import type { HeldFacts, HeldRows } from "../fact/held.ts";
import { keepFacts } from "../fact/last-facts.ts";
import { loadFacts } from "../fact/load-facts.ts";
import { readVerdicts } from "../issued/verdicts.ts";
import { codeVersion } from "../proof/code-version.ts";
import { type Publication, publishFrames } from "../publish.ts";
import { tellBasis, tellMade } from "../replay/told-build.ts";
import { unsetDatasets } from "../source-info.ts";
import { buildState, stateFrame } from "../state/build-state.ts";
import type { BuiltState } from "../state/built-state.ts";
import { keepNewest } from "../status/newest.ts";
import { type WholeInput, wholeFrames } from "./whole-frames.ts";

/** States built before the loop may breathe: locks are renewed in between. */
const AT_ONCE = 10;

const HELD = new WeakMap<Deps, HeldRows>();

/** What this process read before, with what is stored for certain now. */
async function heldFacts(deps: Deps, asOf: number): Promise<HeldFacts> {
  const rows = HELD.get(deps) ?? new Map();
  HELD.set(deps, rows);
  return { rows, older: new Map(), ...(await awaitSettled(deps.redis, asOf)) };
}

/** States of the tokens; one that does not fit its shape is left out, so that the snapshot before it stays. */
async function buildStates(
  deps: Deps,
  facts: Facts,
  tokens: readonly string[],
  signal: AbortSignal,
): Promise<Map<string, BuiltState>> {
  const states = new Map<string, BuiltState>();
  for (const [at, token] of tokens.entries()) {
    try {
      states.set(token, buildState(facts, token));
    } catch (error) {
      deps.log.error({ subject: token, err: error }, "state not built");
    }
    if (at % AT_ONCE === AT_ONCE - 1) await setImmediate();
    signal.throwIfAborted();
  }
  return states;
}

/** Rows of builds that the store refused; they are told with the next. */
const UNTOLD = new WeakMap<Deps, readonly BuildRow[]>();
const UNTOLD_MAX = 1_000;
/** For so long readiness goes by what the last build found. */
const REFUSED_MS = 300_000;

/**
 * Tells the store of a build before anything of it is published, so that it can be looked up. A store that answers and
 * takes no rows holds up nothing: what can be read is shown, and readiness says what is wrong.
 */
async function tellBuild(deps: Deps, row: BuildRow): Promise<void> {
  const rows = [...(UNTOLD.get(deps) ?? []), row];
  try {
    await deps.store.insert("build", rows, `build~${row.version}`);
    UNTOLD.delete(deps);
    await deps.redis.del(KEYS.storeRefuses);
  } catch (error) {
    UNTOLD.set(deps, rows.slice(-UNTOLD_MAX));
    await deps.redis.set(KEYS.storeRefuses, row.version, "PX", REFUSED_MS);
    deps.log.error({ err: error }, "the store takes no rows; what it holds is shown");
  }
}

const publication = (name: string, version: number, frame: Buffer): Publication => ({ name, version, frame });

/** What the market and the token list are made of beside the facts, and how their build is told. */
async function wholeInput(deps: Deps, facts: Facts, states: ReadonlyMap<string, BuiltState>, known: number) {
  const { asOf } = facts;
  const [chainHeads, verdicts] = await Promise.all([
    deps.store.query(chainHead, { asOf, known }),
    readVerdicts(deps.redis, asOf),
  ]);
  return { facts, states, chainHeads, verdicts, unset: unsetDatasets(deps.env) } satisfies WholeInput;
}

/** Builds from the rows as they stand at `asOf` (epoch milliseconds). @returns how many frames were stored. */
export async function buildLive(deps: Deps, asOf: number, signal: AbortSignal): Promise<number> {
  const tokens = TRACKED.map(({ id }) => id);
  // Before anything is read.
  const held = await heldFacts(deps, asOf);
  const origin = originOf(deps.env);
  const facts = await loadFacts(deps.store, { asOf, tokens, market: deps.env.MARKET, origin }, held);
  keepFacts(deps, facts);
  signal.throwIfAborted();
  const states = await buildStates(deps, facts, tokens, signal);
  const ofStates = new Map([...states].map(([id, state]) => [id, stateFrame(state, asOf)]));
  const { known } = held;
  const input = await wholeInput(deps, facts, states, known);
  const wholes = wholeFrames(input, (name, error) =>
    deps.log.error({ snapshot: name, err: error }, "snapshot not built"),
  );
  const { verdicts, unset } = input;
  const asked = { version: asOf, as_of: asOf, known, code_version: codeVersion() };
  await tellBuild(deps, {
    ...asked,
    ...tellBasis({ older: held.older, verdicts, unset, origin }),
    ...tellMade(ofStates, wholes),
  });
  // Tokens last: who sees the new list finds the states it speaks of.
  const frames = [...ofStates].map(([id, frame]) => publication(SNAPSHOTS.state(id), asOf, frame));
  const stored = await publishFrames(deps.redis, [
    ...frames,
    ...[...wholes].map(([name, frame]) => publication(name, asOf, frame)),
  ]);
  await deps.redis.set(KEYS.builtKnown, known);
  await keepNewest(deps.redis, facts);
  if (states.size < tokens.length) throw new Error(`${tokens.length - states.size} states were not built`);
  return stored;
}
