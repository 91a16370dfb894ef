// The state of a token and the market of an instant of the past, from what was known by then.
import { setImmediate } from "node:timers/promises";
import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { JobPayload } from "../../schema/job.ts";
import type { PastFrame } from "../../schema/object/past.ts";
import { chainHead } from "../../schema/query/chain/chain-head.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import type { Deps } from "../deps.ts";
import { loadFacts } from "../fact/load-facts.ts";
import { loadOne } from "../fact/load-one.ts";
import { buildMarket, marketFrame } from "../market/build-market.ts";
import { codeVersion } from "../proof/code-version.ts";
import { buildState, stateFrame } from "../state/build-state.ts";
import type { BuiltState } from "../state/built-state.ts";
import { basisAt, type PastBasis } from "./basis.ts";
import { readCorrected } from "./corrections.ts";
import { type Gone, goneAt, withheld } from "./kept.ts";
import { notesOf } from "./notes.ts";
import { sayGone, sayUnserved } from "./say-gone.ts";

type Doors = { readonly store: Store; readonly env: Env };

type Past = {
  readonly frame: Buffer;
  readonly assessed: PastFrame["assessed"];
  readonly basis: PastBasis;
  readonly gone: Gone;
};

/** States built before the loop may breathe. */
const AT_ONCE = 10;
const IDS = TRACKED.map(({ id }) => id);

/** What the service itself found has no sources of its own. */
const FOUND: ReadonlySet<string> = new Set(["signals", "brief", "events"]);

/** Members with a value; what a section says without any reading is what the list of tokens says, and nobody's past. */
const countOf = (sections: object): Past["assessed"] =>
  Object.fromEntries(
    Object.entries(sections as Readonly<Record<string, SectionBase>>).map(([id, { coverage, sources }]) => [
      id,
      sources.length > 0 || FOUND.has(id) ? coverage.assessed : 0,
    ]),
  );

/** The sections with the reasons that hold now, of what has no value. */
function told<S extends Parameters<typeof sayGone>[0]>(sections: S, { version }: PastBasis, gone: Gone): S {
  const kept = sayGone(sections, gone);
  return version === null ? sayUnserved(kept) : kept;
}

const requestOf = (basis: PastBasis, market: Env["MARKET"]) => {
  const { asOf, known, older, origin } = basis;
  return { asOf, known, older, origin, market, tokens: IDS };
};

async function settle({ store, env }: Doors, at: number, now: number) {
  const basis = await basisAt(store, env, at);
  const gone = await goneAt(store, basis, now);
  return { basis, gone, kept: withheld(store, gone) };
}

/** The state of a token as it was served at an instant, or would have been; `at` and `now` in epoch milliseconds. */
export async function stateAt(doors: Doors, token: string, at: number, now: number): Promise<Past> {
  const { basis, gone, kept } = await settle(doors, at, now);
  const facts = await loadOne(kept, { ...requestOf(basis, doors.env.MARKET), token });
  const built = buildState(facts, token);
  const state = { ...built, sections: told(built.sections, basis, gone) };
  return { frame: stateFrame(state, basis.version ?? at), assessed: countOf(state.sections), basis, gone };
}

/** The market as it was served at an instant, or would have been. */
export async function marketAt(doors: Doors, at: number, now: number): Promise<Past> {
  const { basis, gone, kept } = await settle(doors, at, now);
  const { asOf, known, unset } = basis;
  const [facts, chainHeads] = await Promise.all([
    loadFacts(kept, requestOf(basis, doors.env.MARKET)),
    kept.query(chainHead, { asOf, known }),
  ]);
  const states = new Map<string, BuiltState>();
  for (const [place, token] of IDS.entries()) {
    if (place % AT_ONCE === AT_ONCE - 1) await setImmediate();
    try {
      states.set(token, buildState(facts, token));
    } catch {
      // Left out, as it was then.
    }
  }
  const built = buildMarket({ asOf, states, facts, chainHeads, unset });
  const market = { ...built, sections: told(built.sections, basis, gone) };
  return { frame: marketFrame(market, basis.version ?? at), assessed: countOf(market.sections), basis, gone };
}

async function answer({ store }: Doors, past: Past, tokens: readonly string[]): Promise<PastFrame> {
  const { basis, gone, frame, assessed } = past;
  const { asOf, known, older, version, codeVersion: builtBy } = basis;
  const corrected = await readCorrected(store, { asOf, known, tokens, older });
  return {
    ...{ frame: frame.toString("base64"), assessed },
    known_at: toTime(known),
    built_at: version === null ? null : toTime(version),
    code_version: builtBy === "" ? null : builtBy,
    notes: notesOf(basis, gone, corrected, codeVersion()),
  };
}

/** What a call that waits is told: of a token its state, else the market. */
export async function readPast(deps: Deps, { token, at }: JobPayload<"past.read">): Promise<PastFrame> {
  const now = deps.clock.now();
  if (token === undefined) return answer(deps, await marketAt(deps, at, now), []);
  return answer(deps, await stateAt(deps, token, at, now), [token, ""]);
}
