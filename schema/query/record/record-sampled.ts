// Query: samples of the market of a horizon as they stand.
import type { Query } from "../query.ts";
import type { RecordSpan } from "./record-follower.ts";

type RecordSampledRow = {
  readonly token: string;
  readonly hour: number;
  readonly return_pct: number | null;
  readonly worst_pct: number | null;
  readonly best_pct: number | null;
};

export const recordSampled: Query<RecordSpan & { readonly horizon: number }, RecordSampledRow> = {
  name: "record-sampled",
  sql: `
SELECT token, toUnixTimestamp64Milli(at) AS hour, return_pct, worst_pct, best_pct
FROM market_sample FINAL
WHERE horizon_h = {horizon:UInt16}
  AND at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
ORDER BY at, token`,
};
