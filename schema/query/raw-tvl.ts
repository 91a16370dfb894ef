// Raw value locked: every stored reading by chain.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

export const rawTvl: Query<RawParams, RawRow & { readonly chain: string; readonly usd: number }> = {
  name: "raw-tvl",
  sql: `SELECT toUnixTimestamp64Milli(v.at) AS t, v.chain AS chain, round(v.tvl_usd, 2) AS usd, [v.provider] AS providers
FROM token_tvl AS v FINAL
WHERE v.token = {token:String} AND v.at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY t, chain LIMIT ${RAW_ROWS_READ}`,
};
