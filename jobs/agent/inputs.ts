// What a run was judged from, kept with it, so that it can be made again: its sources are those that it lists.

import { SIMULATED } from "../../schema/env.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import { areSimulated } from "../../schema/source/provider.ts";
import type { Gathered } from "./agent.ts";

export type RunInputs = {
  readonly asked: object;
  readonly facts: object;
  /** Places of sources before those of ours. */
  readonly sources: number;
  readonly isSimulated: boolean;
};

export const isSimulated = ({ sources }: Pick<Gathered<object>, "sources">): boolean => areSimulated(sources);

export const inputsOf = (asked: object, gathered: Gathered<object>): RunInputs => ({
  ...{ asked, facts: gathered.facts },
  // Those of an evaluation have numbers of their own, and holes between them.
  sources: Math.max(gathered.sources.length, ...gathered.sources.map(({ id = "" }) => placeOf(id) + 1)),
  isSimulated: isSimulated(gathered),
});

type Listed = { readonly sources: readonly Source[]; readonly calls: readonly SourceCall[] };

/** What was gathered, with the sources that the run lists; the others are without an endpoint. `asOf` in epoch ms. */
export function restoreGathered(
  { facts, sources: count, isSimulated: wasSimulated }: RunInputs,
  { sources, calls }: Listed,
  asOf: number,
): Gathered<object> {
  const listed = new Map(sources.map((source) => [placeOf(source.id ?? ""), source]));
  const unlisted = (at: number): Source => {
    return { id: `S${at + 1}`, provider: wasSimulated ? SIMULATED : "", endpoint: "", as_of: null };
  };
  return {
    ...{ facts, asOf, build: null },
    sources: Array.from({ length: count }, (_, at) => listed.get(at) ?? unlisted(at)),
    calls: calls.filter(({ source_id }) => placeOf(source_id ?? "") < count),
    beside: sources.flatMap(({ id = "", ...source }) => (placeOf(id) >= count ? [source] : [])),
  };
}
