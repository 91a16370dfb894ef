// Open interest of USDT perpetuals from Gate, the past by the hour; the venue values it in USD itself.
import { asNumber } from "../body.ts";
import { onlyListing, source, stamped, type TokenSource } from "../define-source.ts";
import { gateStats, gateStatsCall } from "../parse/gate-stats.ts";

/** Four days, in one call. */
const ROWS = 100;

export const gateOpenInterestHistory = source<TokenSource>({
  id: "gate-open-interest-history",
  kind: "token",
  venue: "gate",
  market: "perp",
  dataset: "open_interest",
  table: "open_interest",
  everyS: 3_600,
  calls: ({ symbol }, first) => {
    const call = gateStatsCall(symbol, first ? ROWS : 3);
    return [{ ...call, params: { ...call.params, interval: "1h" } }];
  },
  parsers: [
    {
      parse: (body, about) => {
        const listing = onlyListing(about);
        return gateStats(body).map(({ at, row }) =>
          stamped(about, listing, {
            at,
            open_interest_native: asNumber(row.open_interest) * listing.contractSize * listing.factor,
            open_interest_usd: asNumber(row.open_interest_usd),
          }),
        );
      },
    },
  ],
  rules: "open_interest_past",
});
