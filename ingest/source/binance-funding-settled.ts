// Settled funding rates from Binance.
import { asList, asNumber, asNumberOrNull, asRecord } from "../body.ts";
import { onlyListing, source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";
import { pastPages } from "../past-page.ts";

/** What a rank among ninety days needs, with a margin; a page holds 960 rows where funding is hourly. */
const PAST_MS = 95 * 86_400_000;
const PAGE_MS = 40 * 86_400_000;

export const binanceFundingSettled = source<TokenSource>({
  id: "binance-funding-settled",
  kind: "token",
  venue: "binance",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => {
    const asked = first
      ? pastPages(now, PAST_MS, PAGE_MS).map(({ from, to }) => ({ symbol, limit: 1_000, startTime: from, endTime: to }))
      : [{ symbol, limit: 3 }];
    return asked.map((params) => ({ endpoint: "binance.fapi.fundingRate", params }));
  },
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
