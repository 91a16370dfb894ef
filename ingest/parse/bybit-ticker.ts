// Bybit tickers: no time of their own, so the envelope's; perpetual volume in base units like spot.
import { asList, asNumber, asNumberOrNull, asRecord } from "../body.ts";
import { type BulkSource, type Parse, source, stamped, withListings } from "../define-source.ts";
import type { MarketKind } from "../market.ts";

const parse: Parse = (body, about) => {
  const envelope = asRecord(body);
  const rows = asList(asRecord(envelope.result, "result").list, "result.list").map((row) => asRecord(row));
  return withListings(about, rows, (row) => row.symbol).map(([row, listing]) => {
    const perCoin = (value: unknown) => asNumber(value) / listing.factor;
    const quote = (value: unknown) => {
      const given = asNumberOrNull(value);
      return given === null || given === 0 ? null : given / listing.factor;
    };
    return stamped(about, listing, {
      market: listing.kind,
      at: asNumber(envelope.time),
      price: perCoin(row.lastPrice),
      bid: quote(row.bid1Price),
      ask: quote(row.ask1Price),
      high_24h: perCoin(row.highPrice24h),
      low_24h: perCoin(row.lowPrice24h),
      volume_24h_native: asNumber(row.volume24h) * listing.factor,
      volume_24h_usd: asNumber(row.turnover24h),
    });
  });
};

export const bybitTickers = (id: string, market: MarketKind): BulkSource =>
  source<BulkSource>({
    id,
    kind: "bulk",
    venue: "bybit",
    market,
    dataset: "ticker",
    table: "ticker",
    call: { endpoint: "bybit.tickers", params: { category: market === "spot" ? "spot" : "linear" } },
    parsers: [{ parse }],
    rules: "ticker",
  });
