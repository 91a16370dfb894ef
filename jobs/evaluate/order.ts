// An order of a size, and the liquidity that it is held against: books of its scope, quotes, depth and volume; pure.
import type { RuleSet } from "../../schema/evaluation/rule.ts";
import { CURRENT_RULES } from "../../schema/evaluation/rule-set.ts";
import type { EvaluationData, EvaluationOrder, OrderRequest } from "../../schema/object/evaluation.ts";
import type { BookLatestRow } from "../../schema/query/trade/book-latest.ts";
import type { SectionOf } from "../../schema/section/index.ts";
import { isAssessed, type UNASSESSED } from "../../schema/shape/quantity.ts";
import { placeOf, type SourceRef } from "../../schema/shape/source.ts";
import { type Ladder, mergeBooks } from "../measure/book.ts";
import { isFresh } from "../measure/cause.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import type { QuotePoint } from "../measure/quote-points.ts";
import { requireWeight, weighVenues } from "../measure/venue-weight.ts";
import { roundUsd } from "../number/round.ts";
import { type BuiltState, refsTo } from "../state/built-state.ts";
import type { Order } from "./judge.ts";
import { type Metric, whyUnassessed } from "./read-metrics.ts";

export type VenueScope = EvaluationOrder["venue_scope"];
export type OrderChain = EvaluationOrder["chain"];

/** What an order asks for, with its size in USD. */
export type SizedOrder = Order & {
  readonly sizeUsd: number;
  readonly sizeNative: number | null;
  readonly scope: VenueScope;
  readonly chain: OrderChain;
  readonly horizonHours: EvaluationData["horizon_hours"];
};

/** Null where a method is not in the order's scope. */
export type OrderLiquidity = {
  readonly book: Measured<Ladder> | null;
  readonly bookSources: readonly SourceRef[];
  /** By size, ascending. */
  readonly quotes: Measured<readonly QuotePoint[]> | null;
  /** The order's side within 2 %, USD. */
  readonly depthUsd: Metric;
  readonly volumeUsd: Metric;
};

type Liquidity = SectionOf<"liquidity">;

/** Reads the order of a request; its size in USD where the price is known. */
export function orderOf(
  request: OrderRequest,
  price: number | typeof UNASSESSED,
  rules: RuleSet = CURRENT_RULES,
): Measured<SizedOrder> {
  const { side = "buy", venue_scope: scope = "all", policy = {}, size_usd, size_native } = request;
  const isKnown = isAssessed(price);
  const sizeUsd = size_usd ?? (isKnown && size_native !== undefined ? roundUsd(size_native * price) : null);
  if (sizeUsd === null) return gap("stale", "The price is not measured just now.");
  return {
    ...{
      side,
      sized: true,
      policy,
      rules,
      sizeUsd,
      scope,
      chain: request.chain ?? null,
      horizonHours: request.horizon_hours ?? 24,
    },
    sizeNative: size_native ?? (isKnown ? sizeUsd / price : null),
  };
}

const inScope = (kind: "cex" | "dex", { scope, chain }: SizedOrder): boolean =>
  scope === "all" || (scope === kind && chain === null);

/** Venues of the order's scope whose books the state found good. */
function venuesOf({ venues }: Liquidity, order: SizedOrder) {
  return isAssessed(venues) ? venues.filter(({ kind }) => inScope(kind, order)) : [];
}

/** The books of the scope merged; null where the scope has no venue with a book. */
function ladderOf(
  liquidity: Liquidity,
  books: readonly BookLatestRow[],
  order: SizedOrder,
  asOf: number,
): Measured<Ladder> | null {
  const venues = venuesOf(liquidity, order);
  const none = gap(whyUnassessed(liquidity, "/depth_2pct_usd"));
  if (order.scope === "dex" && venues.length === 0) return null;
  if (venues.length === 0) return none;
  const known = venues.flatMap(({ venue, volume_24h_usd: weight }) => (isAssessed(weight) ? [{ venue, weight }] : []));
  const names = venues.map(({ venue }) => venue);
  const usable = books.filter(
    ({ venue, read_at, bid_price, ask_price }) =>
      names.includes(venue) && isFresh("order_book", read_at, asOf) && bid_price.length > 0 && ask_price.length > 0,
  );
  const stale = gap("stale", "No book of it is fresh.");
  return derive([requireWeight(weighVenues(known, names), usable, stale)], mergeBooks);
}

/** The order's side within 2 %. */
function depthOf(liquidity: Liquidity, order: SizedOrder): Metric {
  const column = order.side === "buy" ? "ask_usd" : "bid_usd";
  if (order.scope === "all") {
    const depth = liquidity.depth.pct_2[column];
    return isAssessed(depth) ? depth : gap(whyUnassessed(liquidity, `/depth/pct_2/${column}`));
  }
  const sides = venuesOf(liquidity, order).map((venue) =>
    order.side === "buy" ? venue.ask_2pct_usd : venue.bid_2pct_usd,
  );
  const known = sides.filter(isAssessed);
  if (known.length > 0) return known.reduce((sum, usd) => sum + usd, 0);
  return order.scope === "dex" ? gap("no_source", "Pools have no depth by band.") : gap("stale", "No book is fresh.");
}

/** Where the books of the scope came from. */
function sourcesOfBooks(state: BuiltState, order: SizedOrder): SourceRef[] {
  const {
    sections: { liquidity },
    sources,
  } = state;
  const names: readonly (string | null | undefined)[] = venuesOf(liquidity, order).map(({ venue }) => venue);
  return refsTo(
    state,
    liquidity.sources.filter((id) => names.includes(sources[placeOf(id)]?.venue ?? undefined)),
  );
}

/** What an order of any size is held against, before anybody was asked for quotes. */
export function liquidityOf(
  state: BuiltState,
  books: readonly BookLatestRow[],
  order: SizedOrder,
  asOf: number,
): OrderLiquidity {
  const { liquidity, market } = state.sections;
  const volume = market.volume_24h_usd;
  return {
    book: ladderOf(liquidity, books, order, asOf),
    bookSources: sourcesOfBooks(state, order),
    quotes: null,
    depthUsd: depthOf(liquidity, order),
    volumeUsd: isAssessed(volume) ? volume : gap(whyUnassessed(market, "/volume_24h_usd")),
  };
}
