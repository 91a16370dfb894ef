// Hourly open interest of perpetuals from Bybit, the single side as the venue values it.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";
import { pastPages } from "../past-page.ts";

/** As much as the other venues give. */
const PAST_MS = 30 * 86_400_000;
const PAGE_MS = 8 * 86_400_000;

export const bybitOpenInterestHistory = source<TokenSource>({
  id: "bybit-open-interest-history",
  kind: "token",
  venue: "bybit",
  market: "perp",
  dataset: "open_interest",
  table: "open_interest",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => {
    const asked = first
      ? pastPages(now, PAST_MS, PAGE_MS).map(({ from, to }) => ({ startTime: from, endTime: to, limit: 200 }))
      : [{ limit: 3 }];
    return asked.map((span) => ({
      endpoint: "bybit.openInterest",
      params: { category: "linear", symbol, intervalTime: "1h", ...span },
    }));
  },
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
