// Query: the calls of some providers that were answered within a span of time, to name those that rows came with.
import { storedByKnown } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Answered at or after `from` and not after `to` (epoch milliseconds); with `instants`, at one of those. */
type CallBehindParams = {
  readonly providers: readonly string[];
  readonly from: number;
  readonly to: number;
  readonly instants: readonly number[];
  readonly known?: number | undefined;
};

/** Times in epoch milliseconds. */
export type CallBehindRow = {
  readonly id: string;
  readonly provider: string;
  readonly source: string;
  readonly endpoint: string;
  readonly token: string;
  readonly url: string;
  readonly requested_at: number;
  readonly responded_at: number;
  readonly outcome: string;
  readonly http_status: number;
  /** Empty where it was not kept. */
  readonly method: string;
  readonly bytes: number;
  readonly rows: number;
  readonly raw_sha256: string;
  /** How many calls it stands for: 1, or those whose digests the root is over. */
  readonly calls: number;
  /** 0 where that was not kept. */
  readonly stored_at: number;
};

export const callBehind: Query<CallBehindParams, CallBehindRow> = {
  name: "call-behind",
  // What was answered late was asked at most half an hour before: the table is in order of asking.
  sql: `
SELECT id, provider, source, endpoint, token, url, toUnixTimestamp64Milli(c.requested_at) AS requested_at,
  toUnixTimestamp64Milli(c.responded_at) AS responded_at, outcome, http_status, method, bytes, rows, raw_sha256,
  toUInt32(greatest(1, length(parts))) AS calls, toUnixTimestamp64Milli(c.stored_at) AS stored_at
FROM source_call AS c
WHERE ${storedByKnown("c")} AND c.provider IN {providers:Array(String)} AND raw_sha256 != ''
  AND c.requested_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') - INTERVAL 30 MINUTE
  AND c.requested_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND c.responded_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND c.responded_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
  AND (empty({instants:Array(Int64)}) OR toUnixTimestamp64Milli(c.responded_at) IN {instants:Array(Int64)})
ORDER BY provider, responded_at, id`,
};
