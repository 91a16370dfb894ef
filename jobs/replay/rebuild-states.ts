// Makes the states of live builds again from the store alone: from what was stored by the instant that each build knew.
import { createHash } from "node:crypto";
import type { Env } from "../../schema/env.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type BuildKnownRow, buildKnown } from "../../schema/query/service/build-known.ts";
import type { AskedAt } from "../fact/held.ts";
import { loadFacts } from "../fact/load-facts.ts";
import { buildState, stateFrame } from "../state/build-state.ts";

export type Rebuilt = {
  readonly version: number;
  readonly result: "identical" | "differs" | "not_found";
};

/** What an answer of before was asked with, as the row of a build tells it, and back. */
export const tellAskedAt = ({ asOf, known }: AskedAt): string => (asOf === known ? `${asOf}` : `${asOf} ${known}`);
function readAskedAt(text: string): AskedAt {
  const [asOf = "", known = asOf] = text.split(" ");
  return { asOf: Number(asOf), known: Number(known) };
}

/** Digest of the frames of states one after the other, in the order of their tokens' ids, hex. */
export function digestFrames(frames: ReadonlyMap<string, Buffer>): string {
  const hash = createHash("sha256");
  for (const [, frame] of [...frames].sort(([a], [b]) => (a < b ? -1 : 1))) hash.update(frame);
  return hash.digest("hex");
}

/** Frames of the states of a build, by token. */
export async function rebuildStates(
  store: Store,
  { as_of: asOf, known, older, version }: BuildKnownRow,
  tokens: readonly string[],
  market: Env["MARKET"],
): Promise<Map<string, Buffer>> {
  const instants = new Map(Object.entries(older).map(([name, text]) => [name, readAskedAt(text)]));
  const facts = await loadFacts(store, { asOf, known, older: instants, tokens, market });
  return new Map(tokens.map((token) => [token, stateFrame(buildState(facts, token), version)]));
}

/** Makes builds again and compares their states with those that were published. */
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
    const digest = row && digestFrames(await rebuildStates(store, row, tokens, market));
    const result = row === undefined ? "not_found" : digest === row.states_sha256 ? "identical" : "differs";
    replayed.push({ version, result });
  }
  return replayed;
}
