// Raw long/short: every reading of the ratio of all accounts.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

type LongShortCells = { ratio_6: number; long_4: number; short_4: number };

export const rawLongShort: Query<RawParams, RawRow & LongShortCells> = {
  name: "raw-long-short",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(at) AS t, t AS as_of, toString(venue) AS line, '' AS tie,
  round(long_short.ratio, 6) AS ratio_6, round(long_short.long_pct, 4) AS long_4, round(long_short.short_pct, 4) AS short_4,
  [(provider, toUnixTimestamp64Milli(retrieved_at))] AS told
FROM long_short FINAL
WHERE ${knownOf()} AND token = {token:String} AND kind = 'global_account' AND at >= fromUnixTimestamp64Milli({since:Int64})
  AND at < fromUnixTimestamp64Milli({until:Int64})`),
};
