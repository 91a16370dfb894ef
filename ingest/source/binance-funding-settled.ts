// Settled funding rates from Binance.
import { asList, asNumber, asNumberOrNull, asRecord } from "../body.ts";
import { onlyListing, source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";

/** The past that comes with the first pull; at most 336 rows where funding is hourly. */
const PAST_MS = 14 * 86_400_000;

export const binanceFundingSettled = source<TokenSource>({
  id: "binance-funding-settled",
  kind: "token",
  venue: "binance",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => [
    {
      endpoint: "binance.fapi.fundingRate",
      params: first ? { symbol, limit: 340, startTime: now - PAST_MS } : { symbol, limit: 3 },
    },
  ],
  parsers: [
    {
      parse: (body, about) => {
        const { factor } = onlyListing(about);
        const rows = asList(body).map((one) => {
          const row = asRecord(one);
          const mark = asNumberOrNull(row.markPrice);
          return {
            at: asNumber(row.fundingTime),
            rate: asNumber(row.fundingRate),
            mark: mark === null ? null : mark / factor,
          };
        });
        return settledRows(about, rows);
      },
    },
  ],
  rules: "funding_settled",
});
