// Binance 24-hour statistics: spot carries best quotes, perpetuals do not.
import { asList, asNumber, asNumberOrNull, asRecord } from "../body.ts";
import { type BulkSource, type Parse, source, stamped, withListings } from "../define-source.ts";
import type { MarketKind } from "../market.ts";

const parse: Parse = (body, about) =>
  withListings(
    about,
    asList(body).map((row) => asRecord(row)),
    (row) => row.symbol,
  ).map(([row, listing]) => {
    const perCoin = (value: unknown) => asNumber(value) / listing.factor;
    const quote = (value: unknown) => {
      const given = asNumberOrNull(value);
      return given === null || given === 0 ? null : given / listing.factor;
    };
    return stamped(about, listing, {
      market: listing.kind,
      at: asNumber(row.closeTime),
      price: perCoin(row.lastPrice),
      bid: quote(row.bidPrice),
      ask: quote(row.askPrice),
      high_24h: perCoin(row.highPrice),
      low_24h: perCoin(row.lowPrice),
      volume_24h_native: asNumber(row.volume) * listing.factor,
      volume_24h_usd: asNumber(row.quoteVolume),
    });
  });

export const binanceTickers = (id: string, market: MarketKind): BulkSource =>
  source<BulkSource>({
    id,
    kind: "bulk",
    venue: "binance",
    market,
    dataset: "ticker",
    table: "ticker",
    call: { endpoint: market === "spot" ? "binance.ticker24hr" : "binance.fapi.ticker24hr", params: {} },
    parsers: [{ parse }],
    rules: "ticker",
  });
