// Raw exchange flows: every scanned window of every exchange, summed over the token's chains.
import type { Query } from "../io/clickhouse.ts";
import { RAW_ROWS_READ, type RawParams, type RawRow } from "./raw-series.ts";

type FlowCells = { exchange: string; inflow_usd: number | null; outflow_usd: number | null };

export const rawExchangeNetflow: Query<RawParams, RawRow & FlowCells> = {
  name: "raw-exchange-netflow",
  sql: `SELECT toUnixTimestamp64Milli(window_at) AS t, exchange,
  if(countIf(isNull(flow_in)) > 0, NULL, sum(flow_in)) AS inflow_usd,
  if(countIf(isNull(flow_out)) > 0, NULL, sum(flow_out)) AS outflow_usd,
  groupUniqArray(provider) AS providers
FROM (SELECT at AS window_at, exchange, inflow_usd AS flow_in, outflow_usd AS flow_out, provider FROM exchange_flow FINAL
  WHERE token = {token:String} AND at >= fromUnixTimestamp64Milli({since:Int64}))
GROUP BY window_at, exchange ORDER BY t, exchange LIMIT ${RAW_ROWS_READ}`,
};
