// Hourly open interest of perpetuals from Bybit, the single side as the venue values it.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";

export const bybitOpenInterestHistory = source<TokenSource>({
  id: "bybit-open-interest-history",
  kind: "token",
  venue: "bybit",
  market: "perp",
  dataset: "open_interest",
  table: "open_interest",
  everyS: 3_600,
  calls: ({ symbol }, first) => [
    {
      endpoint: "bybit.openInterest",
      params: { category: "linear", symbol, intervalTime: "1h", limit: first ? 200 : 3 },
    },
  ],
  parsers: [
    {
      parse: (body, about) => {
        const listing = onlyListing(about);
        return asList(asRecord(asRecord(body).result, "result").list, "result.list").map((one) => {
          const row = asRecord(one);
          return stamped(about, listing, {
            at: asNumber(row.timestamp),
            open_interest_native: asNumber(row.singleOpenInterest) * listing.factor,
            open_interest_usd: asNumber(row.singleOpenInterestValue),
          });
        });
      },
    },
  ],
  rules: "open_interest_past",
});
