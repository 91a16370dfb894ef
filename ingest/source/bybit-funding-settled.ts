// Settled funding rates from Bybit.
import { asList, asNumber, asRecord } from "../body.ts";
import { source, type TokenSource } from "../define-source.ts";
import { settledRows } from "../parse/ratio.ts";

/** The past that comes with the first pull; the newest 200 rows of it where funding is hourly. */
const PAST_MS = 14 * 86_400_000;

export const bybitFundingSettled = source<TokenSource>({
  id: "bybit-funding-settled",
  kind: "token",
  venue: "bybit",
  market: "perp",
  dataset: "funding",
  table: "funding",
  everyS: 3_600,
  calls: ({ symbol }, first, now) => [
    {
      endpoint: "bybit.fundingHistory",
      params: {
        category: "linear",
        symbol,
        // A start is taken only together with an end.
        ...(first ? { startTime: now - PAST_MS, endTime: now, limit: 200 } : { limit: 3 }),
      },
    },
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
