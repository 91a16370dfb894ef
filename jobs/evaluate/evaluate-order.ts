// Judges an order of a size against a state, the books and quotes of the moment, and the caller's policy; pure.
import type { EvaluationData, EvaluationOrder, SizedOrder } from "../../schema/object/evaluation.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { BookLatestRow } from "../../schema/query/trade/book-latest.ts";
import type { OddsTable } from "../../schema/record/rule.ts";
import type { SectionOf } from "../../schema/section/index.ts";
import { isAssessed, UNASSESSED } from "../../schema/shape/quantity.ts";
import { placeOf, refOf, type Source, type SourceRef } from "../../schema/shape/source.ts";
import { type Ladder, mergeBooks, type Side } from "../measure/book.ts";
import { isFresh } from "../measure/cause.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import { requireWeight, weighVenues } from "../measure/venue-weight.ts";
import { roundNative, roundPct, roundUsd } from "../number/round.ts";
import { type BuiltState, refsTo } from "../state/built-state.ts";
import { evaluate, type StandardEvaluation } from "./evaluate.ts";
import { sizeMetrics, type Tape } from "./impact.ts";
import type { Order } from "./judge.ts";
import { largestSize } from "./largest-size.ts";
import { type Metric, readMetrics, whyUnassessed } from "./read-metrics.ts";

export type VenueScope = EvaluationOrder["venue_scope"];
type Chain = EvaluationOrder["chain"];

/** What an order asks for, with its size in USD. */
export type SizedAsk = {
  readonly side: Side;
  readonly sizeUsd: number;
  readonly sizeNative: number | null;
  readonly scope: VenueScope;
  readonly chain: Chain;
  readonly order: Order;
  readonly horizonHours: EvaluationData["horizon_hours"];
};

/** What aggregators said just now: costs by size, the chain they are of, and the calls. */
export type Quoted = {
  readonly quotes: Tape["quotes"];
  readonly chain: Chain;
  readonly sources: readonly Source[];
  /** The calls behind the sources. */
  readonly calls: readonly SourceCall[];
};

type Liquidity = SectionOf<"liquidity">;

/** Reads the order of a request; its size in USD where the price is known. */
export function askOf(request: SizedOrder, price: number | typeof UNASSESSED): Measured<SizedAsk> {
  const { side = "buy", venue_scope: scope = "all", policy = {}, size_usd, size_native } = request;
  const isKnown = isAssessed(price);
  const sizeUsd = size_usd ?? (isKnown && size_native !== undefined ? roundUsd(size_native * price) : null);
  if (sizeUsd === null) return gap("stale", "The price is not measured just now.");
  return {
    ...{ side, sizeUsd, scope, chain: request.chain ?? null, horizonHours: request.horizon_hours ?? 24 },
    sizeNative: size_native ?? (isKnown ? sizeUsd / price : null),
    order: { side, sized: true, policy },
  };
}

const inScope = (kind: "cex" | "dex", { scope, chain }: SizedAsk): boolean =>
  scope === "all" || (scope === kind && chain === null);

/** Venues of the order's scope whose books the state found good. */
function venuesOf({ venues }: Liquidity, ask: SizedAsk) {
  return isAssessed(venues) ? venues.filter(({ kind }) => inScope(kind, ask)) : [];
}

/** The books of the scope merged; null where the scope has no venue with a book. */
export function ladderOf(
  liquidity: Liquidity,
  books: readonly BookLatestRow[],
  ask: SizedAsk,
  asOf: number,
): Measured<Ladder> | null {
  const venues = venuesOf(liquidity, ask);
  const none = gap(whyUnassessed(liquidity, "/depth_2pct_usd"));
  if (ask.scope === "dex" && venues.length === 0) return null;
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
function depthOf(liquidity: Liquidity, ask: SizedAsk): Metric {
  const column = ask.side === "buy" ? "ask_usd" : "bid_usd";
  if (ask.scope === "all") {
    const depth = liquidity.depth.pct_2[column];
    return isAssessed(depth) ? depth : gap(whyUnassessed(liquidity, `/depth/pct_2/${column}`));
  }
  const sides = venuesOf(liquidity, ask).map((venue) => (ask.side === "buy" ? venue.ask_2pct_usd : venue.bid_2pct_usd));
  const known = sides.filter(isAssessed);
  if (known.length > 0) return known.reduce((sum, usd) => sum + usd, 0);
  return ask.scope === "dex" ? gap("no_source", "Pools have no depth by band.") : gap("stale", "No book is fresh.");
}

/** Everything an order of any size is held against. */
export function tapeOf(state: BuiltState, book: Tape["book"], quotes: Tape["quotes"], ask: SizedAsk): Tape {
  const { liquidity, market } = state.sections;
  const volume = market.volume_24h_usd;
  return {
    book,
    quotes,
    depthUsd: depthOf(liquidity, ask),
    volumeUsd: isAssessed(volume) ? volume : gap(whyUnassessed(market, "/volume_24h_usd")),
  };
}

const shown = (value: Metric): number | typeof UNASSESSED => (typeof value === "number" ? roundPct(value) : UNASSESSED);

/** Where the books of the scope came from. */
function sourcesOfBooks(state: BuiltState, ask: SizedAsk): SourceRef[] {
  const {
    sections: { liquidity },
    sources,
  } = state;
  const names: readonly (string | null | undefined)[] = venuesOf(liquidity, ask).map(({ venue }) => venue);
  return refsTo(
    state,
    liquidity.sources.filter((id) => names.includes(sources[placeOf(id)]?.venue ?? undefined)),
  );
}

/** The order as it is told: what it costs by either method, and the largest that nothing speaks against. */
function describeOrder(state: BuiltState, ask: SizedAsk, tape: Tape, quoted: Quoted): EvaluationOrder {
  const sized = sizeMetrics(tape, ask.side, ask.sizeUsd);
  const { impact_book_pct: book, impact_quote_pct: quote, impact_pct: worse } = sized;
  const largest = largestSize(tape, ask.order);
  const method = isGap(worse) ? UNASSESSED : worse === book ? "book" : "quote";
  const members = (name: "book" | "quote", value: Metric, source: readonly SourceRef[]) =>
    value === null ? [] : [{ method: name, impact_pct: shown(value), source: [...source] }];
  return {
    side: ask.side,
    size_usd: ask.sizeUsd,
    size_native: ask.sizeNative === null ? UNASSESSED : roundNative(ask.sizeNative),
    venue_scope: ask.scope,
    chain: quoted.chain,
    impact_pct: shown(worse),
    impact_method: method,
    impact_sources: [
      ...members("book", book, isGap(book) ? [] : sourcesOfBooks(state, ask)),
      ...members("quote", quote, quoted.sources.map(refOf)),
    ],
    volume_share_pct: shown(sized.volume_share_pct),
    depth_share_pct: shown(sized.depth_share_pct),
    largest_safe_size_usd: isGap(largest.sizeUsd) ? UNASSESSED : largest.sizeUsd,
    limited_by: largest.limitedBy,
  };
}

/** The state with the calls of the moment beside its own sources. */
export function withSources(state: BuiltState, { sources, calls }: Pick<Quoted, "sources" | "calls">): BuiltState {
  const { liquidity } = state.sections;
  return {
    ...state,
    sources: [...state.sources, ...sources],
    calls: [...state.calls, ...calls],
    sections: {
      ...state.sections,
      liquidity: { ...liquidity, sources: [...liquidity.sources, ...sources.map(({ id = "" }) => id)] },
    },
  };
}

/** Pure: the same state, books, quotes and order at the same instant (epoch ms) are judged the same. */
export function evaluateOrder(
  known: BuiltState,
  ask: SizedAsk,
  book: Tape["book"],
  quoted: Quoted,
  asOf: number,
  odds: OddsTable = {},
): StandardEvaluation {
  const state = withSources(known, quoted);
  const tape = tapeOf(state, book, quoted.quotes, ask);
  const metrics = { ...readMetrics(state, ask.side), ...sizeMetrics(tape, ask.side, ask.sizeUsd) };
  const sized = describeOrder(state, ask, tape, quoted);
  return evaluate({ state, metrics, order: ask.order, horizonHours: ask.horizonHours, sized }, asOf, null, odds);
}
