// Settled funding rates from OKX: realizedRate is what was paid, fundingRate what was announced.
import { asList, asNumber, asRecord } from "../body.ts";
import { source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";
import { pastPages } from "../past-page.ts";

/** The venue keeps three months; a page's newest 100 rows hold it whole where funding is paid every 8 hours. */
const PAST_MS = 92 * 86_400_000;
const PAGE_MS = 31 * 86_400_000;

export const okxFundingSettled = source<TokenSource>({
  id: "okx-funding-settled",
  kind: "token",
  venue: "okx",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => {
    const asked = first
      ? pastPages(now, PAST_MS, PAGE_MS).map(({ from, to }) => ({ before: from - 1, after: to, limit: 100 }))
      : [{ limit: 3 }];
    return asked.map((span) => ({ endpoint: "okx.fundingHistory", params: { instId: symbol, ...span } }));
  },
  parsers: [
    {
      parse: (body, about) => {
        const rows = asList(asRecord(body).data, "data").map((one) => {
          const row = asRecord(one);
          return { at: asNumber(row.fundingTime), rate: asNumber(row.realizedRate), mark: null };
        });
        return settledRows(about, rows);
      },
    },
  ],
  rules: "funding_settled",
});
