// Hourly open interest of perpetuals from Binance, which keeps thirty days of it.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";

export const binanceOpenInterestHistory = source<TokenSource>({
  id: "binance-open-interest-history",
  kind: "token",
  venue: "binance",
  market: "perp",
  dataset: "open_interest",
  table: "open_interest",
  everyS: 3_600,
  calls: ({ symbol }, first) => [
    { endpoint: "binance.data.openInterest", params: { symbol, period: "1h", limit: first ? 340 : 3 } },
  ],
  parsers: [
    {
      parse: (body, about) => {
        const listing = onlyListing(about);
        return asList(body).map((one) => {
          const row = asRecord(one);
          return stamped(about, listing, {
            at: asNumber(row.timestamp),
            open_interest_native: asNumber(row.sumOpenInterest) * listing.factor,
            open_interest_usd: asNumber(row.sumOpenInterestValue),
          });
        });
      },
    },
  ],
  rules: "open_interest_past",
});
