// Candle rows from a venue's columns: prices of one coin in USD, volume in coins and in quote currency.
import type { CandleRow } from "../../schema/dataset/trade/candle.ts";
import { asNumber } from "../source/body.ts";
import type { About } from "../source/define-source.ts";

/** Where a venue puts each value; volumes are functions since venues count coins, contracts or neither. */
type CandleColumns = {
  /** Base units (coins times the listing's factor follow). */
  readonly base: (row: readonly unknown[], contractSize: number) => number;
  /** Quote currency. */
  readonly quote: (row: readonly unknown[], contractSize: number) => number;
};

/** Price of one coin: the division of a multiplier contract leaves no digits that the venue did not give. */
const perCoin = (value: unknown, factor: number): number =>
  factor === 1 ? asNumber(value) : Number((asNumber(value) / factor).toPrecision(15));

/** How often a venue is asked for candles of this length, seconds. */
export const candleEveryS = (intervalS: 60 | 3600 | 86400): number => ({ 60: 60, 3600: 300, 86400: 3_600 })[intervalS];

/** One row of `[open time ms, open, high, low, close, …]`. */
export function candleRow(
  row: readonly unknown[],
  columns: CandleColumns,
  intervalS: number,
  about: About,
  said: { readonly symbol?: string } = {},
): CandleRow & Record<string, unknown> {
  const listing = about.listings[0];
  if (!listing) throw new Error("a candle without its listing");
  const { factor, contractSize } = listing;
  return {
    token: listing.token,
    venue: about.venue,
    market: listing.kind,
    symbol: said.symbol ?? listing.symbol,
    interval_s: intervalS,
    open_at: asNumber(row[0]),
    open: perCoin(row[1], factor),
    high: perCoin(row[2], factor),
    low: perCoin(row[3], factor),
    close: perCoin(row[4], factor),
    volume_native: columns.base(row, contractSize) * factor,
    volume_usd: columns.quote(row, contractSize),
    provider: about.provider,
    retrieved_at: about.retrievedAt,
  };
}
