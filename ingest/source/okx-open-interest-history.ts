// Hourly open interest of swaps from OKX: rows of time, contracts, coins and USD.
import { asList, asNumber, asRecord } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";
import { pastPages } from "../past-page.ts";

/** As much as the other venues give. */
const PAST_MS = 30 * 86_400_000;
const PAGE_MS = 4 * 86_400_000;

export const okxOpenInterestHistory = source<TokenSource>({
  id: "okx-open-interest-history",
  kind: "token",
  venue: "okx",
  market: "perp",
  dataset: "open_interest",
  table: "open_interest",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => {
    const asked = first
      ? pastPages(now, PAST_MS, PAGE_MS).map(({ from, to }) => ({ begin: from, end: to, limit: 100 }))
      : [{ limit: 3 }];
    return asked.map((span) => ({
      endpoint: "okx.openInterestHistory",
      params: { instId: symbol, period: "1H", ...span },
    }));
  },
  parsers: [
    {
      parse: (body, about) => {
        const listing = onlyListing(about);
        return asList(asRecord(body).data, "data").map((one) => {
          const [at, , coins, usd] = asList(one);
          return stamped(about, listing, {
            at: asNumber(at),
            open_interest_native: asNumber(coins) * listing.factor,
            open_interest_usd: asNumber(usd),
          });
        });
      },
    },
  ],
  rules: "open_interest_past",
});
