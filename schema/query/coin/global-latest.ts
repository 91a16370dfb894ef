// Query: each directory's newest reading of the whole market within 3 days, and its total 1 hour, 24 hours and 7 days before.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; an earlier total is null where none was read shortly before its instant. */
export type GlobalLatestRow = {
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly total_market_cap_usd: number;
  readonly volume_24h_usd: number | null;
  readonly btc_dominance_pct: number | null;
  readonly eth_dominance_pct: number | null;
  readonly change_24h_pct: number | null;
  readonly cap_1h_usd: number | null;
  readonly cap_24h_usd: number | null;
  readonly cap_7d_usd: number | null;
};

const before = (span: string, tolerance: string) =>
  `argMaxOrNullIf(g.total_market_cap_usd, (g.at, g.retrieved_at, g.stored_at),
    g.at <= n.at - INTERVAL ${span} AND g.at > n.at - INTERVAL ${span} - INTERVAL ${tolerance})`;

export const globalLatest: Query<{ readonly asOf: number }, GlobalLatestRow> = {
  name: "global-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT n.provider AS provider, toUnixTimestamp64Milli(any(n.at)) AS read_at,
  toUnixTimestamp64Milli(any(n.retrieved_at)) AS retrieved_ms, any(n.total_market_cap_usd) AS total_market_cap_usd,
  any(n.volume_24h_usd) AS volume_24h_usd, any(n.btc_dominance_pct) AS btc_dominance_pct,
  any(n.eth_dominance_pct) AS eth_dominance_pct, any(n.change_24h_pct) AS change_24h_pct,
  ${before("1 HOUR", "15 MINUTE")} AS cap_1h_usd, ${before("24 HOUR", "15 MINUTE")} AS cap_24h_usd,
  ${before("7 DAY", "2 HOUR")} AS cap_7d_usd
FROM (
  SELECT * FROM global_market
  WHERE ${knownOf()} AND global_market.at > as_of - INTERVAL 3 DAY AND global_market.at <= as_of
  ORDER BY provider, global_market.at DESC, retrieved_at DESC, stored_at DESC
  LIMIT 1 BY provider
) AS n
INNER JOIN (
  SELECT provider, at, retrieved_at, stored_at, total_market_cap_usd FROM global_market
  WHERE ${knownOf()} AND global_market.at > as_of - INTERVAL 11 DAY AND global_market.at <= as_of
) AS g ON g.provider = n.provider
GROUP BY provider
ORDER BY provider`,
};
