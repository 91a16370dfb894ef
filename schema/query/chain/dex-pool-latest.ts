// Query: the ten largest pools of each token over its chains, as last read within six hours.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
type DexPoolLatestRow = {
  readonly token: string;
  readonly chain: string;
  readonly dex: string;
  readonly pool: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly tvl_usd: number;
  readonly volume_24h_usd: number | null;
};

// A pool that the newest listing of its chain does not name is no longer among the largest.
export const dexPoolLatest: Query<Instant, DexPoolLatestRow> = {
  name: "dex-pool-latest",
  sql: `
SELECT token, chain, dex, pool, provider, read_at, retrieved_ms, tvl_usd, volume_24h_usd
FROM (
  SELECT p.token AS token, p.chain AS chain, p.dex AS dex, p.pool AS pool, p.provider AS provider,
    toUnixTimestamp64Milli(p.at) AS read_at, toUnixTimestamp64Milli(p.retrieved_at) AS retrieved_ms,
    p.tvl_usd AS tvl_usd, p.volume_24h_usd AS volume_24h_usd, max(p.at) OVER (PARTITION BY p.token, p.chain) AS last, p.at AS seen
  FROM dex_pool AS p FINAL
  WHERE ${knownOf("p")} AND p.token IN {tokens:Array(String)} AND p.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 6 HOUR
    AND p.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
)
WHERE seen = last
ORDER BY token, tvl_usd DESC, chain, pool
LIMIT 10 BY token`,
};
