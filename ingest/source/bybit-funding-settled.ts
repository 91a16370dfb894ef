// Settled funding rates from Bybit.
import { asList, asNumber, asRecord } from "../body.ts";
import { source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";

export const bybitFundingSettled = source<TokenSource>({
  id: "bybit-funding-settled",
  kind: "token",
  venue: "bybit",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first) => [
    { endpoint: "bybit.fundingHistory", params: { category: "linear", symbol, limit: first ? 200 : 3 } },
  ],
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
