// Long/short ratio of all accounts from Bybit, given as the two shares; the venue ignores a start, so the newest rows are asked for.
import { asList, asNumber, asRecord } from "../body.ts";
import { source, type TokenSource } from "../define-source.ts";
import { longShortRow } from "../parse/ratio.ts";

export const bybitLongShort = source<TokenSource>({
  id: "bybit-long-short",
  kind: "token",
  venue: "bybit",
  market: "perp",
  dataset: "long_short",
  table: "long_short",
  calls: ({ symbol }, first) => [
    {
      endpoint: "bybit.accountRatio",
      params: { category: "linear", symbol, ...(first ? { period: "1h", limit: 340 } : { period: "5min", limit: 1 }) },
    },
  ],
  parsers: [
    {
      parse: (body, about) =>
        asList(asRecord(asRecord(body).result, "result").list, "result.list").map((one) => {
          const row = asRecord(one);
          const long = asNumber(row.buyRatio);
          const ratio = long / asNumber(row.sellRatio);
          return longShortRow(about, "global_account", asNumber(row.timestamp), ratio, long);
        }),
    },
  ],
  rules: "long_short",
});
