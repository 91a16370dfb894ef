// Raw exchange reserves: every stored reading by exchange.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

export const rawReserve: Query<RawParams, RawRow & { readonly native: number }> = {
  name: "raw-reserve",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(r.at) AS t, t AS as_of, toString(r.exchange) AS line, '' AS tie,
  round(r.reserve_native, 8) AS native, [(r.provider, toUnixTimestamp64Milli(r.retrieved_at))] AS told
FROM exchange_reserve AS r FINAL
WHERE ${knownOf("r")} AND r.token = {token:String} AND r.at >= fromUnixTimestamp64Milli({since:Int64})
  AND r.at < fromUnixTimestamp64Milli({until:Int64})`),
};
