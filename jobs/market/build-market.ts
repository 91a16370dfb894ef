// Builds the market from the built states and their facts, refuses a section that fails its shape, serialises it once.
import { type Check, compile } from "../../schema/check.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import {
  MARKET_SECTION_IDS,
  MARKET_SECTIONS,
  type MarketSectionId,
  type MarketSectionOf,
} from "../../schema/market/index.ts";
import { openNumbering } from "../../schema/shape/numbering.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import type { MarketMeta } from "../../schema/snapshot.ts";
import { sourceLines } from "../../schema/source-text.ts";
import { type Draft, type MarketInput, toSection } from "./draft.ts";
import { MARKET_BUILDERS } from "./index.ts";

export type MarketSections = { readonly [Id in MarketSectionId]: MarketSectionOf<Id> };
export type BuiltMarket = {
  readonly sections: MarketSections;
  /** Every source once; the n-th has id S<n>. */
  readonly sources: readonly Source[];
};

const CHECKS = Object.fromEntries(MARKET_SECTION_IDS.map((id) => [id, compile(MARKET_SECTIONS[id])])) as Record<
  MarketSectionId,
  Check<unknown>
>;

/** Builds every market section. Pure. Throws where one does not fit its shape, so that the snapshot before it stays. */
export function buildMarket(input: MarketInput): BuiltMarket {
  const numbering = openNumbering();
  const built = MARKET_SECTION_IDS.map((id) => {
    const section = toSection(MARKET_BUILDERS[id](input) as Draft<object>, numbering);
    const check = CHECKS[id];
    if (!check(section)) throw new Error(`market section ${id} does not fit its shape: ${check.describe()}`);
    return [id, section] as const;
  });
  return { sections: Object.fromEntries(built) as unknown as MarketSections, sources: numbering.sources };
}

/** The frame `market`; `version` is the build instant in epoch milliseconds. */
export function marketFrame({ sections, sources }: BuiltMarket, version: number): Buffer {
  const meta: MarketMeta = {
    sections: Object.fromEntries(
      MARKET_SECTION_IDS.map((id) => [
        id,
        {
          asOf: Date.parse(sections[id].as_of),
          sources: sections[id].sources.map((source) => placeOf(source) + 1),
        },
      ]),
    ) as unknown as MarketMeta["sections"],
  };
  const { short, rest } = sourceLines(sources);
  const parts = new Map<string, string>([
    ["sources", short],
    ["sources_rest", rest],
    ...MARKET_SECTION_IDS.map((id) => [id, JSON.stringify(sections[id])] as const),
  ]);
  return encodeFrame({ name: SNAPSHOTS.market, version, meta }, parts);
}
