// Long/short ratios from OKX: of all accounts and of the largest.
import { longShortRow } from "../../parse/ratio.ts";
import { asNumber, asRecord, asRows } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";

/** Long/short ratio of all accounts from OKX: rows of time and ratio. */
export const okxLongShort = tokenSource({
  id: "okx-long-short",
  venue: "okx",
  market: "perp",
  calls: ({ symbol }, first) => [
    ...(first ? [{ endpoint: "okx.accounts" as const, params: { instId: symbol, period: "1H", limit: 100 } }] : []),
    { endpoint: "okx.accounts", params: { instId: symbol, period: "5m", limit: 1 } },
  ],
  parse: (body, about) =>
    asRows(asRecord(body).data, "data").map(([at, ratio]) => {
      return longShortRow(about, "global_account", asNumber(at), asNumber(ratio));
    }),
});

/** Long/short ratios of top traders from OKX, by account and by position; apart from the rest, since these calls are scarce. */
export const okxTopLongShort = tokenSource({
  id: "okx-top-long-short",
  venue: "okx",
  market: "perp",
  calls: ({ symbol }, first) =>
    (["okx.topAccounts", "okx.topPositions"] as const).flatMap((endpoint) => [
      ...(first ? [{ endpoint, params: { instId: symbol, period: "1H", limit: 100 } }] : []),
      { endpoint, params: { instId: symbol, period: "5m", limit: 1 } },
    ]),
  parse: (body, about) =>
    asRows(asRecord(body).data, "data").map(([at, ratio]) => {
      const kind = about.endpoint === "okx.topAccounts" ? "top_account" : "top_position";
      return longShortRow(about, kind, asNumber(at), asNumber(ratio));
    }),
});
