// Long/short ratios from Binance: all accounts, top traders by account, top traders by position.
import { longShortRow, type RatioKind } from "../../parse/ratio.ts";
import { asNumber, asRecords } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";
import type { EndpointId } from "../../source/venue.ts";

const KINDS = {
  "binance.data.globalAccounts": "global_account",
  "binance.data.topAccounts": "top_account",
  "binance.data.topPositions": "top_position",
} as const satisfies Partial<Record<EndpointId, RatioKind>>;

export const binanceLongShort = tokenSource({
  id: "binance-long-short",
  venue: "binance",
  market: "perp",
  calls: ({ symbol }, first) =>
    (Object.keys(KINDS) as (keyof typeof KINDS)[]).flatMap((endpoint) => [
      ...(first ? [{ endpoint, params: { symbol, period: "1h", limit: 340 } }] : []),
      { endpoint, params: { symbol, period: "5m", limit: 1 } },
    ]),
  parse: (body, about) =>
    asRecords(body).map((row) => {
      const kind = KINDS[about.endpoint as keyof typeof KINDS];
      return longShortRow(
        about,
        kind,
        asNumber(row.timestamp),
        asNumber(row.longShortRatio),
        asNumber(row.longAccount),
        row.symbol,
      );
    }),
});
