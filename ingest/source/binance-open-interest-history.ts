// Hourly open interest of perpetuals from Binance, which keeps thirty days of it.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";
import { pastPages } from "../past-page.ts";

/** The venue refuses a start before its thirty days. */
const PAST_MS = 29 * 86_400_000;
const PAGE_MS = 15 * 86_400_000;

export const binanceOpenInterestHistory = source<TokenSource>({
  id: "binance-open-interest-history",
  kind: "token",
  venue: "binance",
  market: "perp",
  dataset: "open_interest",
  table: "open_interest",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => {
    const asked = first
      ? pastPages(now, PAST_MS, PAGE_MS).map(({ from, to }) => ({ startTime: from, endTime: to, limit: 500 }))
      : [{ limit: 3 }];
    return asked.map((span) => ({ endpoint: "binance.data.openInterest", params: { symbol, period: "1h", ...span } }));
  },
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
