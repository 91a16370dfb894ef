// Query: of each provider call by token, the last answered one that was known at an instant; of some tokens or, with none named, of all.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type CallBehindRow = {
  readonly id: string;
  readonly provider: string;
  readonly endpoint: string;
  readonly token: string;
  readonly url: string;
  readonly requested_at: number;
  readonly responded_at: number;
  readonly http_status: number;
  readonly bytes: number;
  readonly rows: number;
  readonly raw_sha256: string;
};

export const callBehind: Query<Instant, CallBehindRow> = {
  name: "call-behind",
  sql: `
SELECT argMax(c.id, c.responded_at) AS id, provider, endpoint, token, argMax(c.url, c.responded_at) AS url,
  toUnixTimestamp64Milli(argMax(c.requested_at, c.responded_at)) AS requested_at,
  toUnixTimestamp64Milli(max(c.responded_at)) AS responded_at,
  argMax(c.http_status, c.responded_at) AS http_status, argMax(c.bytes, c.responded_at) AS bytes,
  argMax(c.rows, c.responded_at) AS rows, argMax(c.raw_sha256, c.responded_at) AS raw_sha256
FROM source_call AS c
WHERE outcome = 'ok' AND c.requested_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY
  AND c.responded_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND (empty({tokens:Array(String)}) OR c.token IN {tokens:Array(String)})
GROUP BY provider, endpoint, token
ORDER BY provider, endpoint, token`,
};
