// Query: rows refused in the last 24 hours by dataset, provider and rule.
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

export type StatusRejectRow = {
  readonly dataset: string;
  readonly provider: string;
  readonly reason: string;
  readonly count_24h: number;
};

export const statusReject: Query<Pick<Instant, "asOf">, StatusRejectRow> = {
  name: "status-reject",
  sql: `
SELECT dataset, provider, reason, toUInt32(count()) AS count_24h
FROM reject
WHERE at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
  AND at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY dataset, provider, reason
ORDER BY count_24h DESC, dataset, provider, reason
LIMIT 200`,
};
