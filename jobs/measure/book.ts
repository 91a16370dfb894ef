// Order books of a token: spread, depth by band, and what an order of a size costs on the merged book; unrounded.
import type { BookLatestRow } from "../../schema/query/trade/book-latest.ts";
import type { TokenRows } from "../fact/token-facts.ts";
import { sum, weightedMedian } from "../number/statistics.ts";
import { isFresh, newest, venuesThatTold, whyMissing } from "./cause.ts";
import { derive, gap, type Measured } from "./gap.ts";
import { type Spot, toldWeight } from "./spot.ts";
import { requireWeight, shareOf, type Weights, weighVenues } from "./venue-weight.ts";

export const SIDES = ["buy", "sell"] as const;
export type Side = (typeof SIDES)[number];
export type Level = { readonly price: number; readonly native: number };
export type Ladder = { readonly buy: readonly Level[]; readonly sell: readonly Level[] };

export type Bands = { readonly bid: Measured<number>; readonly ask: Measured<number> };
export type Books = {
  /** The newest book used, epoch milliseconds; asOf where there is none. */
  readonly at: number;
  /** The oldest of the books merged for impact. */
  readonly mergedAt: number;
  readonly fresh: readonly BookLatestRow[];
  readonly weights: Weights;
  readonly share: Measured<number>;
  readonly spreadBps: Measured<number>;
  readonly half: Bands;
  readonly one: Bands;
  readonly two: Bands;
  readonly ladder: Measured<Ladder>;
};

type BandColumn = "bid_0_5_usd" | "ask_0_5_usd" | "bid_1_usd" | "ask_1_usd" | "bid_2_usd" | "ask_2_usd";

/** A venue's levels as multiples of its own mid, and the coins they would be at mid. */
const levelsOf = (book: BookLatestRow, prices: readonly number[], natives: readonly number[]): Level[] => {
  const mid = ((book.bid_price[0] ?? Number.NaN) + (book.ask_price[0] ?? Number.NaN)) / 2;
  return prices.map((price, index) => ({ price: price / mid, native: mid * (natives[index] ?? 0) }));
};

/**
 * All levels of the books by distance from their own venue's mid, which is 1 here: venues are read at slightly
 * different moments, and what one trades above the other must not look like a cheap order.
 */
export function mergeBooks(books: readonly BookLatestRow[]): Ladder {
  return {
    buy: books.flatMap((book) => levelsOf(book, book.ask_price, book.ask_native)).sort((a, b) => a.price - b.price),
    sell: books.flatMap((book) => levelsOf(book, book.bid_price, book.bid_native)).sort((a, b) => b.price - a.price),
  };
}

/** Measures the books of a token at `asOf`; venues weigh by what they trade, those without candles by their last day. */
export function measureBooks(
  rows: Pick<TokenRows, "books" | "calls">,
  { weights: known, told }: Pick<Spot, "weights" | "told">,
  asOf: number,
): Books {
  const fresh = rows.books.filter((book) => isFresh("order_book", book.read_at, asOf));
  // A venue whose book was read is expected to have one, also when none of its rows is left.
  const expected = [...rows.books.map(({ venue }) => venue), ...venuesThatTold(rows.calls, "order_book")];
  const weights = weighVenues(
    [
      ...[...known].map(([venue, weight]) => ({ venue, weight })),
      ...told
        .filter(({ venue }) => expected.includes(venue))
        .map((row) => ({ venue: row.venue, weight: toldWeight(row) })),
    ],
    expected,
  );
  const none = whyMissing(rows.calls, "order_book", newest(rows.books.map((book) => book.read_at)));
  const usable = requireWeight(weights, fresh, none);
  const band = (column: BandColumn) => derive([usable], (books) => sum(books.map((book) => book[column])));
  const merged = fresh.filter((book) => book.bid_price.length > 0 && book.ask_price.length > 0);
  const bookWeights = ({ venue, spread_bps }: BookLatestRow) => ({
    value: spread_bps,
    weight: weights.get(venue) ?? 0,
  });
  return {
    at: newest(fresh.map((book) => book.read_at)) || asOf,
    mergedAt: merged.reduce((oldest, book) => Math.min(oldest, book.read_at), asOf),
    fresh,
    weights,
    share:
      fresh.length === 0
        ? none
        : shareOf(
            weights,
            fresh.map(({ venue }) => venue),
          ),
    spreadBps: derive([usable], (books) => weightedMedian(books.map(bookWeights))),
    half: { bid: band("bid_0_5_usd"), ask: band("ask_0_5_usd") },
    one: { bid: band("bid_1_usd"), ask: band("ask_1_usd") },
    two: { bid: band("bid_2_usd"), ask: band("ask_2_usd") },
    ladder: derive([requireWeight(weights, merged, none)], mergeBooks),
  };
}

/** How far an average price, as a multiple of mid, is to the taker's disadvantage. */
const cost = (side: Side, average: number): number => (side === "buy" ? average - 1 : 1 - average) * 100;

/** How far the average price of an order of `sizeUsd` lies from mid, in percentage points; a gap past the book's end. */
export function impactOf(ladder: Ladder, side: Side, sizeUsd: number): Measured<number> {
  let usd = 0;
  let native = 0;
  for (const level of ladder[side]) {
    const taken = Math.min(level.price * level.native, sizeUsd - usd);
    usd += taken;
    native += taken / level.price;
    if (usd >= sizeUsd) return cost(side, usd / native);
  }
  return gap("insufficient_coverage", `The books that were read end at ${Math.floor(usd)} USD.`);
}

/**
 * The largest order whose average price stays within 1 % of mid. Where the books read end before that, what they
 * hold: a lower bound, as the depth of a truncated book is.
 */
export function largestWithin1Pct(ladder: Ladder, side: Side): Measured<number> {
  const limit = side === "buy" ? 1.01 : 0.99;
  const within = (average: number) => (side === "buy" ? average <= limit : average >= limit);
  let usd = 0;
  let native = 0;
  for (const level of ladder[side]) {
    const nextUsd = usd + level.price * level.native;
    const nextNative = native + level.native;
    if (!within(nextUsd / nextNative)) return usd + (limit * native - usd) / (1 - limit / level.price);
    usd = nextUsd;
    native = nextNative;
  }
  return usd;
}
