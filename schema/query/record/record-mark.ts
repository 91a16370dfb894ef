// Query: how far the record has come.
import type { Query } from "../query.ts";

/** Epoch milliseconds; 0 where there is nothing yet. */
export type RecordMarkRow = {
  readonly first_call: number;
  /** The newest call of the record that is an issued object, and the newest that is a signal. */
  readonly last_issued: number;
  readonly last_fired: number;
  readonly last_hour: number;
  readonly last_outcome: readonly number[];
  readonly last_sample: readonly number[];
};

const HOURS = "1, 24, 168";

/** `last_outcome` and `last_sample` are by horizon: 1, 24, 168 hours. */
export const recordMark: Query<Record<string, never>, RecordMarkRow> = {
  name: "record-mark",
  sql: `
WITH
  (SELECT (count(), toUnixTimestamp64Milli(min(issued_at)), toUnixTimestamp64Milli(maxIf(issued_at, kind != 'signal')),
    toUnixTimestamp64Milli(maxIf(issued_at, kind = 'signal'))) FROM record_call) AS calls,
  (SELECT groupArray((horizon_h, last)) FROM (SELECT horizon_h, toUnixTimestamp64Milli(max(issued_at)) AS last FROM outcome GROUP BY horizon_h)) AS outcomes,
  (SELECT groupArray((horizon_h, last)) FROM (SELECT horizon_h, toUnixTimestamp64Milli(max(at)) AS last FROM market_sample GROUP BY horizon_h)) AS samples
SELECT if(calls.1 = 0, 0, calls.2) AS first_call, if(calls.1 = 0, 0, calls.3) AS last_issued, if(calls.1 = 0, 0, calls.4) AS last_fired,
  (SELECT toUnixTimestamp64Milli(max(at)) FROM market_hour) AS last_hour,
  arrayMap(h -> arraySum(o -> if(o.1 = h, o.2, 0), outcomes), [${HOURS}]) AS last_outcome,
  arrayMap(h -> arraySum(s -> if(s.1 = h, s.2, 0), samples), [${HOURS}]) AS last_sample`,
};
