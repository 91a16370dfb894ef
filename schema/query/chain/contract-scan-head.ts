// Query: when each contract was last scanned whole by one provider, within 8 days.
import type { Query } from "../query.ts";

/** `at` in epoch milliseconds. */
type ContractScanHeadRow = { readonly chain: string; readonly address: string; readonly at: number };

export const contractScanHead: Query<{ provider: string; asOf: number }, ContractScanHeadRow> = {
  name: "contract-scan-head",
  sql: `
SELECT chain, address, toUnixTimestamp64Milli(max(c.at)) AS at
FROM contract_scan AS c
WHERE c.provider = {provider:String} AND c.partial = 0
  AND c.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY
GROUP BY chain, address
ORDER BY chain, address`,
};
