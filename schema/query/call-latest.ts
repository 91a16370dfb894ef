// Query: how each source was doing in a span of time, by call, and by token where it is asked token by token.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Calls asked after `from` and not after `to` (epoch milliseconds); none that ended after `asOf`. */
export type CallSpan = Instant & { readonly from: number; readonly to: number };

/** Times in epoch milliseconds, 0 where there was none; `token` is empty for calls about many. */
export type CallLatestRow = {
  readonly provider: string;
  readonly source: string;
  readonly token: string;
  readonly endpoint: string;
  readonly first_at: number;
  readonly last_outcome: string;
  readonly last_at: number;
  readonly ok_at: number;
  /** The last call that brought rows: when it ended, and what it was; 0 and empty where there was none. */
  readonly kept_at: number;
  readonly url: string;
  readonly sha256: string;
  readonly latency_ms: number;
};

export const callLatest: Query<CallSpan, CallLatestRow> = {
  name: "call-latest",
  sql: `
WITH argMaxIf((s.url, s.raw_sha256, s.latency_ms,
    toUnixTimestamp64Milli(s.responded_at)), (s.responded_at, s.id),
    s.outcome = 'ok' AND s.rows > 0) AS kept
SELECT s.provider AS provider, s.source AS source, s.token AS token,
  toUnixTimestamp64Milli(min(s.responded_at)) AS first_at,
  argMax(s.outcome, (s.responded_at, s.id)) AS last_outcome, toUnixTimestamp64Milli(max(s.responded_at)) AS last_at,
  toUnixTimestamp64Milli(maxIf(s.responded_at, s.outcome = 'ok')) AS ok_at,
  s.endpoint AS endpoint,
  kept.4 AS kept_at, kept.1 AS url, kept.2 AS sha256, kept.3 AS latency_ms
FROM source_call AS s
WHERE s.requested_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND s.requested_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND s.responded_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND s.token IN arrayConcat({tokens:Array(String)}, [''])
GROUP BY provider, source, token, endpoint
ORDER BY provider, source, token, endpoint`,
};
