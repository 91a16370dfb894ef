// Says of members without a value that what they rest on is kept no longer, where builders cannot know it. Pure.
import type { TableName } from "../../schema/dataset/index.ts";
import type { MarketSectionId } from "../../schema/market/index.ts";
import type { SectionId } from "../../schema/section/index.ts";
import type { Missing, SectionBase } from "../../schema/shape/section-base.ts";
import type { Gone } from "./kept.ts";

/** What a section may wait for, or have too little of, without naming its dataset; one that is not here, all there is. */
const RESTS_ON: Readonly<Partial<Record<SectionId | MarketSectionId, readonly TableName[]>>> = {
  identity: ["coin"],
  market: ["candle"],
  liquidity: ["order_book", "candle"],
  derivatives: ["open_interest", "funding", "candle"],
  onchain: ["exchange_flow", "chain_scan", "large_transfer", "chain_activity"],
  supply: ["coin_market"],
  security: ["contract_scan"],
  context: ["candle", "coin_market", "global_market", "headline"],
  signals: ["signal", "signal_minute"],
  brief: [],
  overview: ["candle", "coin_market", "global_market", "chain_tvl"],
  sectors: ["candle", "coin_market"],
  breadth: ["candle"],
  sentiment: ["funding", "candle"],
  flows: ["exchange_flow", "chain_scan"],
  chains: ["chain_tvl", "chain_scan", "exchange_flow"],
  venues: ["candle", "order_book", "open_interest"],
  rankings: ["candle", "coin_market"],
  events: ["signal", "headline", "unlock"],
  pulse: ["candle", "coin_market"],
};
const UNSAID: ReadonlySet<Missing["reason"]> = new Set(["pending", "insufficient_coverage"]);

type Sections = { readonly [Id in SectionId | MarketSectionId]?: SectionBase };
type Say = (missing: Missing) => Missing;

function withReasons<S extends Sections>(sections: S, sayOf: (id: SectionId | MarketSectionId) => Say | null): S {
  const settled = (Object.entries(sections) as [SectionId | MarketSectionId, SectionBase][]).map(([id, section]) => {
    const say = sayOf(id);
    return [id, say === null ? section : { ...section, unassessed: section.unassessed.map(say) }];
  });
  return Object.fromEntries(settled) as S;
}

const sayNever: Say = (missing) =>
  missing.reason === "pending"
    ? { path: missing.path, reason: "insufficient_history", detail: "It was not known by that time." }
    : missing;

/** The same sections, of an instant at which nothing was served: what was not known by then is waited for no more. */
export const sayUnserved = <S extends Sections>(sections: S): S => withReasons(sections, () => sayNever);

/** The same sections; reasons alone differ, of those that rest on what is gone. */
export function sayGone<S extends Sections>(sections: S, { queries, tables }: Gone): S {
  if (queries.size === 0) return sections;
  const say: Say = (missing) =>
    UNSAID.has(missing.reason)
      ? { path: missing.path, reason: "insufficient_history", detail: "Rows of that time are kept no longer." }
      : missing;
  return withReasons(sections, (id) => {
    const isLess = RESTS_ON[id]?.some((table) => tables.has(table)) ?? tables.size > 0;
    return isLess || tables.has("source_call") ? say : null;
  });
}
