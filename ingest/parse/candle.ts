// Candles of a venue: the sources that read them, and rows from its columns, prices of one coin in USD, volume in coins and in quote currency.
import type { CandleRow } from "../../schema/dataset/trade/candle.ts";
import { asNumber } from "../source/body.ts";
import { type About, type Call, type GridSource, gridSource, type Parse } from "../source/define-source.ts";
import type { Listing, MarketKind } from "../source/market.ts";
import type { Window } from "../source/source-base.ts";
import type { ExchangeId } from "../source/venue.ts";

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

type Candles = {
  readonly market: MarketKind;
  readonly intervalS: 60 | 3600 | 86400;
  readonly everyS: number;
  readonly backfillDays: "env" | number;
};

/** What is read of each exchange; days end at midnight UTC. */
const CANDLES = {
  "candle-1m": { market: "spot", intervalS: 60, everyS: 60, backfillDays: "env" },
  "candle-1h": { market: "spot", intervalS: 3600, everyS: 300, backfillDays: 180 },
  "candle-1d": { market: "spot", intervalS: 86400, everyS: 3_600, backfillDays: 730 },
  "perp-candle-1h": { market: "perp", intervalS: 3600, everyS: 300, backfillDays: "env" },
} as const satisfies Readonly<Record<string, Candles>>;

type Of = {
  readonly venue: ExchangeId;
  /** Rows one call gives at most. */
  readonly pageRows: (market: MarketKind) => number;
  readonly call: (candles: Candles, listing: Listing, window: Window, now: number) => Call;
  readonly parse: (candles: Candles) => Parse;
};

/** The sources of an exchange's candles. */
export function candleSources({
  venue,
  pageRows,
  call,
  parse,
}: Of): Readonly<Record<keyof typeof CANDLES, GridSource>> {
  const made = Object.entries(CANDLES).map(([name, candles]) => [
    name,
    gridSource({
      ...{ id: `${venue}-${name}`, venue, ...candles, pageRows: pageRows(candles.market) },
      call: (listing, window, now) => call(candles, listing, window, now),
      parse: parse(candles),
    }),
  ]);
  return Object.fromEntries(made) as Record<keyof typeof CANDLES, GridSource>;
}

/** How many candles a window has. */
export const candlesIn = ({ from, to }: Window, { intervalS }: Candles): number =>
  Math.round((to - from) / (intervalS * 1_000));

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
