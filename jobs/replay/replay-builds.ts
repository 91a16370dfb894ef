// Makes live builds again from the store alone: from what was stored by the instant that each of them knew.
import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { chainHead } from "../../schema/query/chain/chain-head.ts";
import { type BuildKnownRow, buildKnown } from "../../schema/query/service/build-known.ts";
import { bookKept } from "../../schema/query/trade/book-kept.ts";
import { loadFacts } from "../fact/load-facts.ts";
import { wholeFrames } from "../snapshot/whole-frames.ts";
import { buildState, stateFrame } from "../state/build-state.ts";
import type { BuiltState } from "../state/built-state.ts";
import { readBasis, tellMade } from "./told-build.ts";

type Rebuilt = {
  readonly version: number;
  /** `inputs_gone`: its order books are no longer kept, so that nothing is to be compared. */
  readonly result: "identical" | "differs" | "inputs_gone" | "not_found";
  /** Which of its frames differ: `states` for those of any token. */
  readonly frames: readonly string[];
  /** Of the code that made it. */
  readonly codeVersion: string;
};

type Frames = {
  /** By token. */
  readonly states: ReadonlyMap<string, Buffer>;
  /** The market and the token list, by name. */
  readonly wholes: ReadonlyMap<string, Buffer>;
};

/** What a build published. A state or a frame that does not fit its shape is left out, as it was then. */
export async function rebuild(
  store: Store,
  row: BuildKnownRow,
  tokens: readonly string[],
  market: Env["MARKET"],
): Promise<Frames> {
  const { as_of: asOf, known, version } = row;
  const { older, verdicts, unset, origin } = readBasis(row);
  const [facts, chainHeads] = await Promise.all([
    loadFacts(store, { asOf, known, older, tokens, market, origin }),
    store.query(chainHead, { asOf, known }),
  ]);
  const states = new Map<string, BuiltState>();
  for (const token of tokens) {
    try {
      states.set(token, buildState(facts, token));
    } catch {}
  }
  return {
    states: new Map([...states].map(([token, state]) => [token, stateFrame(state, version)])),
    wholes: wholeFrames({ facts, states, chainHeads, verdicts, unset }, () => undefined),
  };
}

const WHOLES = [SNAPSHOTS.market, SNAPSHOTS.tokens];

function compare(row: BuildKnownRow, { states, wholes }: Frames): Rebuilt {
  const made = tellMade(states, wholes);
  // Builds of before told of their states alone.
  const isTold = Object.keys(row.wholes_sha256).length > 0;
  const frames = [
    ...(made.states_sha256 === row.states_sha256 ? [] : ["states"]),
    ...(isTold ? WHOLES.filter((name) => made.wholes_sha256[name] !== row.wholes_sha256[name]) : []),
  ];
  const result = frames.length === 0 ? "identical" : "differs";
  return { version: row.version, result, frames, codeVersion: row.code_version };
}

/** What differs from what was published; levels of books are kept for hours, and what they made goes with them. */
async function compareKept(store: Store, row: BuildKnownRow, frames: Frames): Promise<Rebuilt> {
  const rebuilt = compare(row, frames);
  if (rebuilt.result === "identical") return rebuilt;
  const [kept] = await store.query(bookKept, { asOf: row.as_of, known: row.known });
  if (kept && kept.books > 0 && kept.emptied === 0) return rebuilt;
  return { ...rebuilt, result: "inputs_gone" };
}

/** Makes builds again and compares their frames with those that were published. */
export async function replayBuilds(
  store: Store,
  versions: readonly number[],
  tokens: readonly string[],
  market: Env["MARKET"],
): Promise<Rebuilt[]> {
  const rows = new Map((await store.query(buildKnown, { versions })).map((row) => [row.version, row]));
  const replayed: Rebuilt[] = [];
  for (const version of versions) {
    const row = rows.get(version);
    if (row) replayed.push(await compareKept(store, row, await rebuild(store, row, tokens, market)));
    else replayed.push({ version, result: "not_found", frames: [], codeVersion: "" });
  }
  return replayed;
}
