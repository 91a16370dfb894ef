// Query: the newest word on the holders of each contract within 30 days.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds, shares and taxes in percentage points; null where the provider does not say. */
export type ContractHolderLatestRow = {
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly holders_count: number | null;
  readonly top10_pct: number | null;
  readonly top10_excluded_pct: number | null;
  readonly transfer_tax_pct: number | null;
  readonly same_creator_honeypot: number | null;
  /** Names joined by commas; empty for none, null where it was not asked. */
  readonly owner_flags: string | null;
};

export const contractHolderLatest: Query<Instant, ContractHolderLatestRow> = {
  name: "contract-holder-latest",
  sql: `
SELECT h.token AS token, h.chain AS chain, h.address AS address, h.provider AS provider,
  toUnixTimestamp64Milli(h.at) AS read_at, toUnixTimestamp64Milli(h.retrieved_at) AS retrieved_ms,
  h.holders_count AS holders_count, h.top10_pct AS top10_pct, h.top10_excluded_pct AS top10_excluded_pct,
  h.transfer_tax_pct AS transfer_tax_pct, h.same_creator_honeypot AS same_creator_honeypot, h.owner_flags AS owner_flags
FROM contract_holder AS h
WHERE h.token IN {tokens:Array(String)} AND h.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 30 DAY
  AND h.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY token, chain, address, h.at DESC, h.retrieved_at DESC
LIMIT 1 BY token, chain, address`,
};
