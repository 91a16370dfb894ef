// Settled funding rates from Bybit.
import { asList, asNumber, asRecord } from "../body.ts";
import { source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";
import { pastPages } from "../past-page.ts";

/** What a rank among ninety days needs, with a margin; a page's newest 200 rows hold it whole from 4 hours on. */
const PAST_MS = 95 * 86_400_000;
const PAGE_MS = 32 * 86_400_000;

export const bybitFundingSettled = source<TokenSource>({
  id: "bybit-funding-settled",
  kind: "token",
  venue: "bybit",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => {
    // A start is taken only together with an end.
    const asked = first
      ? pastPages(now, PAST_MS, PAGE_MS).map(({ from, to }) => ({ startTime: from, endTime: to, limit: 200 }))
      : [{ limit: 3 }];
    return asked.map((span) => ({ endpoint: "bybit.fundingHistory", params: { category: "linear", symbol, ...span } }));
  },
  parsers: [
    {
      parse: (body, about) => {
        const list = asList(asRecord(asRecord(body).result, "result").list, "result.list");
        const rows = list.map((one) => {
          const row = asRecord(one);
          return { at: asNumber(row.fundingRateTimestamp), rate: asNumber(row.fundingRate), mark: null };
        });
        return settledRows(about, rows);
      },
    },
  ],
  rules: "funding_settled",
});
