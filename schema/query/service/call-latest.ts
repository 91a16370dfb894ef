// Query: how each source was doing in a span of time, by call, and by token where it is asked token by token.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Calls asked after `from` and not after `to` (epoch milliseconds); none that ended after `asOf`. */
type CallSpan = Instant & { readonly from: number; readonly to: number };

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
  /** When the last call that brought rows ended. */
  readonly kept_at: number;
};

export const callLatest: Query<CallSpan, CallLatestRow> = {
  name: "call-latest",
  sql: `
SELECT s.provider AS provider, s.source AS source, s.token AS token,
  toUnixTimestamp64Milli(min(s.responded_at)) AS first_at,
  argMax(s.outcome, (s.responded_at, s.id)) AS last_outcome, toUnixTimestamp64Milli(max(s.responded_at)) AS last_at,
  toUnixTimestamp64Milli(maxIf(s.responded_at, s.outcome = 'ok')) AS ok_at,
  toUnixTimestamp64Milli(maxIf(s.responded_at, s.outcome = 'ok' AND s.rows > 0)) AS kept_at,
  s.endpoint AS endpoint
FROM source_call AS s
WHERE ${storedByKnown("s")} AND s.requested_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND s.requested_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND s.responded_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND s.token IN arrayConcat({tokens:Array(String)}, [''])
GROUP BY provider, source, token, endpoint
ORDER BY provider, source, token, endpoint`,
};

/** The same of a span that is over: its answer is held, and told apart for that. */
export const callSettled: Query<CallSpan, CallLatestRow> = { ...callLatest, name: "call-settled" };
