// Query: when each standard evaluation of a time was issued, by token: which one was in force at a full hour.
import type { Query } from "../query.ts";

/** Epoch milliseconds, both ends within. */
export type RecordSpan = { readonly from: number; readonly to: number };
type RecordFollowerRow = { readonly token: string; readonly issued: readonly number[] };

export const recordFollower: Query<RecordSpan, RecordFollowerRow> = {
  name: "record-follower",
  sql: `
SELECT token, arraySort(groupArray(toUnixTimestamp64Milli(issued_at))) AS issued
FROM record_call FINAL
WHERE kind = 'evaluation' AND subkind = 'standard'
  AND issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND issued_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
GROUP BY token
ORDER BY token`,
};
