// OKX tickers: volCcy24h is quote currency for spot and coins for swaps, vol24h of swaps counts contracts.
import { asList, asNumber, asNumberOrNull, asRecord } from "../body.ts";
import { type BulkSource, type Parse, source, stamped, withListings } from "../define-source.ts";
import type { MarketKind } from "../market.ts";

const parse: Parse = (body, about) => {
  const rows = asList(asRecord(body).data, "data").map((row) => asRecord(row));
  return withListings(about, rows, (row) => row.instId).map(([row, listing]) => {
    const { factor, kind } = listing;
    const price = asNumber(row.last) / factor;
    const quote = (value: unknown) => {
      const given = asNumberOrNull(value);
      return given === null || given === 0 ? null : given / factor;
    };
    const coins = asNumber(kind === "spot" ? row.vol24h : row.volCcy24h) * factor;
    return stamped(about, listing, {
      market: kind,
      at: asNumber(row.ts),
      price,
      bid: quote(row.bidPx),
      ask: quote(row.askPx),
      high_24h: asNumber(row.high24h) / factor,
      low_24h: asNumber(row.low24h) / factor,
      volume_24h_native: coins,
      volume_24h_usd: kind === "spot" ? asNumber(row.volCcy24h) : coins * price,
    });
  });
};

export const okxTickers = (id: string, market: MarketKind): BulkSource =>
  source<BulkSource>({
    id,
    kind: "bulk",
    venue: "okx",
    market,
    dataset: "ticker",
    table: "ticker",
    call: { endpoint: "okx.tickers", params: { instType: market === "spot" ? "SPOT" : "SWAP" } },
    parsers: [{ parse }],
    rules: "ticker",
  });
