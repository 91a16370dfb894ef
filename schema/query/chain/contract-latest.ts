// Query: the newest scan of each contract by each provider within 30 days; a whole one within 7 days goes first.
import { storedByKnown } from "../../dataset/version.ts";
import { CONTRACT_FLAG_IDS, type ContractFlag } from "../../token/contract-flag.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds, taxes and shares in percentage points, flags 1, 0 or null where not known. */
export type ContractLatestRow = {
  readonly token: string;
  readonly chain: string;
  readonly address: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly partial: number;
  readonly trust_listed: number | null;
  readonly buy_tax_pct: number | null;
  readonly sell_tax_pct: number | null;
  readonly tax_unit_unknown: number;
  readonly owner_address: string | null;
  readonly owner_pct: number | null;
  readonly creator_pct: number | null;
  readonly holders_count: number | null;
  readonly lp_locked_pct: number | null;
  readonly other_risks: string | null;
} & { readonly [Flag in ContractFlag]: number | null };

/** Columns of a scan as builders read them. */
export const SCAN_COLUMNS = [
  ...CONTRACT_FLAG_IDS,
  "partial",
  "trust_listed",
  "buy_tax_pct",
  "sell_tax_pct",
  "tax_unit_unknown",
  "owner_address",
  "owner_pct",
  "creator_pct",
  "holders_count",
  "lp_locked_pct",
  "other_risks",
];

export const contractLatest: Query<Instant, ContractLatestRow> = {
  name: "contract-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT c.token AS token, c.chain AS chain, c.address AS address, c.provider AS provider,
  toUnixTimestamp64Milli(c.at) AS read_at, toUnixTimestamp64Milli(c.retrieved_at) AS retrieved_ms,
  ${SCAN_COLUMNS.map((name) => `c.${name} AS ${name}`).join(", ")}
FROM contract_scan AS c
WHERE ${storedByKnown("c")} AND c.token IN {tokens:Array(String)} AND c.at > toStartOfMinute(as_of) - INTERVAL 30 DAY AND c.at <= as_of AND c.retrieved_at <= as_of
ORDER BY token, chain, address, provider, c.at < toStartOfMinute(as_of) - INTERVAL 7 DAY, partial, c.at DESC, c.retrieved_at DESC, c.stored_at DESC
LIMIT 1 BY token, chain, address, provider`,
};
