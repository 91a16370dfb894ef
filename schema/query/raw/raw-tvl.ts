// Raw value locked: every stored reading by chain.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

export const rawTvl: Query<RawParams, RawRow & { readonly usd: number }> = {
  name: "raw-tvl",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(v.at) AS t, t AS as_of, toString(v.chain) AS line, '' AS tie,
  round(v.tvl_usd, 2) AS usd, [(v.provider, toUnixTimestamp64Milli(v.retrieved_at))] AS told
FROM token_tvl AS v FINAL
WHERE ${knownOf("v")} AND v.token = {token:String} AND v.at >= fromUnixTimestamp64Milli({since:Int64})
  AND v.at < fromUnixTimestamp64Milli({until:Int64})`),
};
