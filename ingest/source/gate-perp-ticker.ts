// 24-hour statistics of USDT perpetuals from Gate: volume_24h counts contracts, volume_24h_base coins, volume_24h_quote USDT.
import { asList, asNumber, asNumberOrNull, asRecord } from "../body.ts";
import { type BulkSource, source, stamped, withListings } from "../define-source.ts";

export const gatePerpTicker = source<BulkSource>({
  id: "gate-perp-ticker",
  kind: "bulk",
  venue: "gate",
  market: "perp",
  dataset: "ticker",
  table: "ticker",
  call: { endpoint: "gate.tickers", params: { settle: "usdt" } },
  parsers: [
    {
      parse: (body, about) => {
        const rows = asList(body, "tickers").map((row) => asRecord(row));
        return withListings(about, rows, (row) => row.contract).map(([row, listing]) => {
          const perCoin = (value: unknown) => asNumber(value) / listing.factor;
          const quote = (value: unknown) => {
            const given = asNumberOrNull(value);
            return given === null || given === 0 ? null : given / listing.factor;
          };
          return stamped(about, listing, {
            market: listing.kind,
            at: about.now,
            price: perCoin(row.last),
            bid: quote(row.highest_bid),
            ask: quote(row.lowest_ask),
            high_24h: perCoin(row.high_24h),
            low_24h: perCoin(row.low_24h),
            volume_24h_native: asNumber(row.volume_24h_base) * listing.factor,
            volume_24h_usd: asNumber(row.volume_24h_quote),
          });
        });
      },
    },
  ],
  rules: "ticker",
});
