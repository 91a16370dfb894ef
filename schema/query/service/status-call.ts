// Query: calls and failed calls of each provider in the last hour.
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `ok_at` in epoch milliseconds, 0 where no call went well. */
export type StatusCallRow = {
  readonly provider: string;
  readonly calls: number;
  readonly failed: number;
  readonly ok_at: number;
};

export const statusCall: Query<Pick<Instant, "asOf">, StatusCallRow> = {
  name: "status-call",
  sql: `
SELECT provider, toUInt32(count()) AS calls, toUInt32(countIf(outcome != 'ok')) AS failed,
  toUnixTimestamp64Milli(maxIf(responded_at, outcome = 'ok')) AS ok_at
FROM source_call
WHERE empty(parts) AND requested_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 HOUR
  AND requested_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY provider
ORDER BY provider`,
};
