// Raw exchange flows: every scanned window of every exchange, summed over the token's chains where all were read.
import { knownOf } from "../../dataset/version.ts";
import { isWholeFlow } from "../chain/partial-flow.ts";
import type { Query } from "../query.ts";
import { type RawParams, type RawRow, rawPage } from "./raw-series.ts";

/** Null where a chain's value in USD is not known. */
type FlowCells = {
  netflow: number | null;
  inflow: number | null;
  outflow: number | null;
  minutes: number;
};

export const rawExchangeNetflow: Query<RawParams, RawRow & FlowCells> = {
  name: "raw-exchange-netflow",
  sql: rawPage(`SELECT toUnixTimestamp64Milli(window_at) AS t, t + max(length_s) * 1000 AS as_of, toString(exchange) AS line, '' AS tie,
  if(countIf(isNull(flow_in)) > 0, NULL, sum(flow_in)) AS all_in,
  if(countIf(isNull(flow_out)) > 0, NULL, sum(flow_out)) AS all_out,
  round(all_in - all_out, 2) AS netflow, round(all_in, 2) AS inflow, round(all_out, 2) AS outflow, toUInt32(max(length_s) / 60) AS minutes,
  groupUniqArray((provider, toUnixTimestamp64Milli(retrieved_at))) AS told
FROM (SELECT at AS window_at, exchange, inflow_usd AS flow_in, outflow_usd AS flow_out, window_s AS length_s, provider, retrieved_at
  FROM exchange_flow FINAL
  WHERE ${knownOf()} AND token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64})
    AND at < fromUnixTimestamp64Milli({until:Int64})
    AND ${isWholeFlow({ where: "token = {token:String}", from: "{since:Int64}", to: "{until:Int64}" })})
GROUP BY window_at, exchange`),
};
