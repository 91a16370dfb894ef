// Query: outcomes of a horizon as they stand, of calls issued within a time.
import type { Query } from "../query.ts";
import type { RecordSpan } from "./record-follower.ts";

/** What a second look is compared with. */
type RecordSettledRow = {
  readonly kind: string;
  readonly id: string;
  readonly revision: number;
  readonly result: string;
  readonly return_pct: number | null;
  readonly worst_pct: number | null;
  readonly best_pct: number | null;
  readonly excess_pct: number | null;
};

export const recordSettled: Query<RecordSpan & { readonly horizon: number }, RecordSettledRow> = {
  name: "record-settled",
  sql: `
SELECT kind, id, revision, result, return_pct, worst_pct, best_pct, excess_pct
FROM outcome FINAL
WHERE horizon_h = {horizon:UInt16}
  AND issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND issued_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
ORDER BY kind, id, revision DESC
LIMIT 1 BY kind, id`,
};
