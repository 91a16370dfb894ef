// Settled funding rates from OKX: realizedRate is what was paid, fundingRate what was announced.
import { asList, asNumber, asRecord } from "../body.ts";
import { source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";

export const okxFundingSettled = source<TokenSource>({
  id: "okx-funding-settled",
  kind: "token",
  venue: "okx",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first) => [
    { endpoint: "okx.fundingHistory", params: { instId: symbol, limit: first ? 100 : 3 } },
  ],
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
