// Query: forced closures of the last hour and the last 24 hours by token and venue.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Both windows end at the instant; newest closure in epoch milliseconds. */
type LiquidationSumRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  readonly newest_at: number;
  readonly retrieved_ms: number;
  readonly long_1h_usd: number;
  readonly short_1h_usd: number;
  readonly count_1h: number;
  readonly largest_1h_usd: number;
  readonly long_24h_usd: number;
  readonly short_24h_usd: number;
  readonly count_24h: number;
  readonly largest_24h_usd: number;
};

export const liquidationSum: Query<Instant, LiquidationSumRow> = {
  name: "liquidation-sum",
  sql: `
WITH x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 HOUR AS recent
SELECT x.token AS token, x.venue AS venue, any(x.provider) AS provider, toUnixTimestamp64Milli(max(x.at)) AS newest_at,
  toUnixTimestamp64Milli(max(x.retrieved_at)) AS retrieved_ms,
  sumIf(x.value_usd, recent AND x.side = 'long') AS long_1h_usd,
  sumIf(x.value_usd, recent AND x.side = 'short') AS short_1h_usd,
  toUInt32(countIf(recent)) AS count_1h, maxIf(x.value_usd, recent) AS largest_1h_usd,
  sumIf(x.value_usd, x.side = 'long') AS long_24h_usd, sumIf(x.value_usd, x.side = 'short') AS short_24h_usd,
  toUInt32(count()) AS count_24h, max(x.value_usd) AS largest_24h_usd
FROM liquidation AS x FINAL
WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, venue
ORDER BY token, venue`,
};
