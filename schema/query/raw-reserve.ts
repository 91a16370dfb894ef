// Raw exchange reserves: every stored reading by exchange.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

export const rawReserve: Query<RawParams, RawRow & { readonly exchange: string; readonly native: number }> = {
  name: "raw-reserve",
  sql: `SELECT toUnixTimestamp64Milli(r.at) AS t, r.exchange AS exchange, round(r.reserve_native, 8) AS native, [r.provider] AS providers
FROM exchange_reserve AS r FINAL
WHERE r.token = {token:String} AND r.at >= fromUnixTimestamp64Milli({since:Int64})
ORDER BY t, exchange LIMIT ${RAW_ROWS_READ}`,
};
