// Raw funding: every reading and settlement of every venue, in percentage points.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

/** Null where the venue does not say its interval: a rate has no unit then. */
type FundingCells = {
  rate_pct: number | null;
  interval_hours: number | null;
  rate_8h_pct: number | null;
};

export const rawFunding: Query<RawParams, RawRow & FundingCells> = {
  name: "raw-funding",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(at) AS t, t AS as_of, toString(venue) AS line, toString(kind) AS tie,
  if(interval_hours > 0, round(rate * 100, 4), NULL) AS rate_pct, interval_hours,
  if(interval_hours > 0, round(rate * 100 * 8 / interval_hours, 4), NULL) AS rate_8h_pct, [(provider, toUnixTimestamp64Milli(retrieved_at))] AS told
FROM funding FINAL
WHERE ${knownOf()} AND token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
  AND at < fromUnixTimestamp64Milli({until:Int64})`),
};
