// Query: totals of forced closures that venues report by window, over the last hour and the last 24 hours.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Only windows that start inside the span count, the running one as far as it was read; `seconds_*` is what they span. */
type LiquidationWindowSumRow = {
  readonly token: string;
  readonly venue: string;
  readonly provider: string;
  /** Start of the newest window, epoch milliseconds. */
  readonly newest_at: number;
  readonly retrieved_ms: number;
  readonly windows: number;
  readonly seconds_1h: number;
  readonly long_1h_usd: number;
  readonly short_1h_usd: number;
  readonly seconds_24h: number;
  readonly long_24h_usd: number;
  readonly short_24h_usd: number;
  /** Start of the earliest window of the last eight days, epoch milliseconds. */
  readonly first_ms: number;
};

export const liquidationWindowSum: Query<Instant, LiquidationWindowSumRow> = {
  name: "liquidation-window-sum",
  sql: `
WITH x.at >= toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 HOUR AS recent,
  (
    SELECT groupArray((token, venue, first_ms)) FROM (
      SELECT f.token AS token, f.venue AS venue, toUnixTimestamp64Milli(min(f.at)) AS first_ms
      FROM liquidation_window AS f
      WHERE ${knownOf("f")} AND f.token IN {tokens:Array(String)} AND f.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 8 DAY
        AND f.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
      GROUP BY token, venue
    )
  ) AS firsts
SELECT x.token AS token, x.venue AS venue, any(x.provider) AS provider, toUnixTimestamp64Milli(max(x.at)) AS newest_at,
  toUnixTimestamp64Milli(max(x.retrieved_at)) AS retrieved_ms, toUInt32(count()) AS windows,
  toUInt32(sumIf(x.window_s, recent)) AS seconds_1h,
  sumIf(x.long_usd, recent) AS long_1h_usd, sumIf(x.short_usd, recent) AS short_1h_usd,
  toUInt32(sum(x.window_s)) AS seconds_24h, sum(x.long_usd) AS long_24h_usd, sum(x.short_usd) AS short_24h_usd,
  arrayFirst(f -> f.1 = x.token AND f.2 = x.venue, firsts).3 AS first_ms
FROM liquidation_window AS x FINAL
WHERE ${knownOf("x")} AND x.token IN {tokens:Array(String)} AND x.at >= toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 1 DAY AND x.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token, venue
ORDER BY token, venue`,
};
