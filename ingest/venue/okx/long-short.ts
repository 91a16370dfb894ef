// Long/short ratio of all accounts from OKX: rows of time and ratio.
import { asNumber, asRecord, asRows } from "../../body.ts";
import { source, type TokenSource } from "../../define-source.ts";
import { longShortRow } from "../../parse/ratio.ts";

export const okxLongShort = source<TokenSource>({
  id: "okx-long-short",
  kind: "token",
  venue: "okx",
  market: "perp",
  calls: ({ symbol }, first) => [
    ...(first ? [{ endpoint: "okx.accounts" as const, params: { instId: symbol, period: "1H", limit: 100 } }] : []),
    { endpoint: "okx.accounts", params: { instId: symbol, period: "5m", limit: 1 } },
  ],
  parsers: [
    {
      parse: (body, about) =>
        asRows(asRecord(body).data, "data").map(([at, ratio]) => {
          return longShortRow(about, "global_account", asNumber(at), asNumber(ratio));
        }),
    },
  ],
});
