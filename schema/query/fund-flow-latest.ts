// Query: what went into the funds of each coin on each of the last 14 days, newest day first.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds; `read_at` is the start of the day the flow is of. */
export type FundFlowLatestRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly netflow_usd: number;
};

export const fundFlowLatest: Query<Pick<Instant, "asOf">, FundFlowLatestRow> = {
  name: "fund-flow-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT f.token AS token, f.provider AS provider, toUnixTimestamp64Milli(f.at) AS read_at,
  toUnixTimestamp64Milli(f.retrieved_at) AS retrieved_ms, f.netflow_usd AS netflow_usd
FROM fund_flow AS f
WHERE f.at > toStartOfMinute(as_of) - INTERVAL 14 DAY AND f.at <= as_of AND f.retrieved_at <= as_of
ORDER BY f.at DESC, f.token, f.retrieved_at DESC
LIMIT 1 BY provider, token, read_at`,
};
