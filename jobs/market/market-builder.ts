// What a builder of a market section is: the states and facts of one instant in, the draft of the section out.
import type { DatasetId } from "../../schema/freshness.ts";
import type { MarketSectionId, MarketSectionOf } from "../../schema/market/index.ts";
import type { ChainHeadRow } from "../../schema/query/chain/chain-head.ts";
import type { SectionId } from "../../schema/section/index.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { Draft, Omission } from "../draft/draft.ts";
import type { Facts } from "../fact/fact.ts";
import type { Gap } from "../measure/gap.ts";
import type { BuiltState } from "../state/built-state.ts";
import { type Cited, callBehind, sourceOf } from "../state/cite.ts";
import { mergeSources } from "../state/merge-sources.ts";

export type MarketInput = {
  /** Epoch milliseconds. */
  readonly asOf: number;
  readonly states: ReadonlyMap<string, BuiltState>;
  readonly facts: Facts;
  /** The last block read of each chain. */
  readonly chainHeads: readonly ChainHeadRow[];
  /** Datasets that nothing brings for want of a setting, with the setting; left out where all are set. */
  readonly unset?: ReadonlyMap<DatasetId, string>;
};

/** Pure: the same input gives the same draft. */
export type MarketBuilder<Id extends MarketSectionId> = (input: MarketInput) => Draft<MarketSectionOf<Id>, Source>;

/** The sources behind sections of all states, one a provider, call and venue; stale and failed ones are not used. */
export const sourcesOf = ({ states }: MarketInput, ...sections: SectionId[]): Source[] =>
  mergeSources(states.values(), sections);

/** The source of rows that are of no one token, by the call that brought them. */
export const wideSource = ({ facts, asOf }: MarketInput, cited: Cited): Source =>
  sourceOf(cited, callBehind(facts.behind, cited), facts.calls, asOf);

/** A part that a member is made without, in words; a reason that has none of its own takes `otherwise`. */
export const omitted = (path: string, part: string, why: Gap, otherwise: string): Omission => ({
  path,
  why: { ...why, detail: `${part}: ${why.detail ?? otherwise}`.slice(0, 300) },
});
