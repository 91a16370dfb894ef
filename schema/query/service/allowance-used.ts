// Query: calls that used a daily allowance since an instant, by caller, tier and the process that answered.
import type { Query } from "../query.ts";

type AllowanceUsedRow = {
  readonly caller: string;
  readonly tier: string;
  readonly process: string;
  readonly calls: number;
};

/** `from` in epoch milliseconds. */
export const allowanceUsed: Query<{ readonly from: number }, AllowanceUsedRow> = {
  name: "allowance-used",
  sql: `
SELECT caller, tier, process, toUInt32(sum(calls)) AS calls
FROM usage
WHERE at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND paid_by = 'allowance'
GROUP BY caller, tier, process`,
};
