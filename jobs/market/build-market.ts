// Builds the market from the built states and their facts, refuses a section that fails its shape, serialises it once.
import { encodeFrame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { MARKET_SECTIONS, type MarketSectionId, type MarketSectionOf } from "../../schema/market/index.ts";
import { openNumbering } from "../../schema/shape/numbering.ts";
import type { Source } from "../../schema/shape/source.ts";
import type { MarketMeta } from "../../schema/snapshot.ts";
import { openBuilder, sectionParts } from "../draft/build-sections.ts";
import { MARKET_BUILDERS } from "./index.ts";
import type { MarketInput } from "./market-builder.ts";

export type MarketSections = { readonly [Id in MarketSectionId]: MarketSectionOf<Id> };
export type BuiltMarket = {
  readonly sections: MarketSections;
  /** Every source once; the n-th has id S<n>. */
  readonly sources: readonly Source[];
};

const buildSections = openBuilder(MARKET_SECTIONS);

/** Builds every market section. Pure. Throws where one does not fit its shape, so that the snapshot before it stays. */
export function buildMarket(input: MarketInput): BuiltMarket {
  const { idsOf, sources } = openNumbering();
  const sections = buildSections("the market", (id) => MARKET_BUILDERS[id](input), idsOf);
  return { sections, sources };
}

/** The frame `market`; `version` is the build instant in epoch milliseconds. */
export function marketFrame(built: BuiltMarket, version: number): Buffer {
  const { meta, sources, sections } = sectionParts(built);
  const frame = { name: SNAPSHOTS.market, version, meta: meta satisfies MarketMeta };
  return encodeFrame(frame, new Map([...sources, ...sections]));
}
