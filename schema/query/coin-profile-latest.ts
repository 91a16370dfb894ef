// Query: the newest profile of each token within 5 days.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds; texts are untrusted and sanitised, null where the provider gives none. */
export type CoinProfileLatestRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly description: string | null;
  readonly homepage_url: string | null;
  readonly launched_ms: number | null;
  /** Ids joined by commas. */
  readonly categories: string;
  readonly tvl_usd: number | null;
};

export const coinProfileLatest: Query<Instant, CoinProfileLatestRow> = {
  name: "coin-profile-latest",
  sql: `
SELECT p.token AS token, p.provider AS provider, toUnixTimestamp64Milli(p.at) AS read_at,
  toUnixTimestamp64Milli(p.retrieved_at) AS retrieved_ms, p.description AS description, p.homepage_url AS homepage_url,
  toUnixTimestamp64Milli(p.launched_at) AS launched_ms, p.categories AS categories, p.tvl_usd AS tvl_usd
FROM coin_profile AS p
WHERE p.token IN {tokens:Array(String)} AND p.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 5 DAY
  AND p.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY token, p.at DESC, p.retrieved_at DESC
LIMIT 1 BY token`,
};
