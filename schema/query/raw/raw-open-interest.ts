// Raw open interest: every reading of every venue.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

export const rawOpenInterest: Query<RawParams, RawRow & { usd: number }> = {
  name: "raw-open-interest",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(at) AS t, t AS as_of, toString(venue) AS line, '' AS tie,
  round(open_interest_usd, 2) AS usd, [(provider, toUnixTimestamp64Milli(retrieved_at))] AS told
FROM open_interest FINAL
WHERE ${knownOf()} AND token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
  AND at < fromUnixTimestamp64Milli({until:Int64})`),
};
