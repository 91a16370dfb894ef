// Query: value locked, stablecoins and fees of each chain now, and its value a day and a week before.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; 0 where no reading lies near enough (6 hours of the day, 12 of the week). */
export type ChainTvlLatestRow = {
  readonly chain: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly usd: number;
  readonly stablecoins_usd: number | null;
  readonly fees_24h_usd: number | null;
  readonly day_at: number;
  readonly usd_24h: number;
  readonly week_at: number;
  readonly usd_7d: number;
};

export const chainTvlLatest: Query<Pick<Instant, "asOf">, ChainTvlLatestRow> = {
  name: "chain-tvl-latest",
  sql: `
SELECT chain, tupleElement(newest, 1) AS provider, last AS read_at, tupleElement(newest, 2) AS retrieved_ms,
  tupleElement(newest, 3) AS usd, tupleElement(newest, 4).1 AS stablecoins_usd, tupleElement(newest, 4).2 AS fees_24h_usd,
  tupleElement(day, 1) AS day_at, tupleElement(day, 2) AS usd_24h,
  tupleElement(week, 1) AS week_at, tupleElement(week, 2) AS usd_7d
FROM (
  SELECT chain, last, argMax((provider, read_ms, value, beside), ms) AS newest,
    argMinIf((ms, value), (abs(ms - (last - 86400000)), ms), abs(ms - (last - 86400000)) <= 21600000) AS day,
    argMinIf((ms, value), (abs(ms - (last - 604800000)), ms), abs(ms - (last - 604800000)) <= 43200000) AS week
  FROM (
    SELECT c.chain AS chain, toUnixTimestamp64Milli(c.at) AS ms, c.provider AS provider,
      toUnixTimestamp64Milli(c.retrieved_at) AS read_ms, c.tvl_usd AS value,
      tuple(c.stablecoins_usd, c.fees_24h_usd) AS beside, max(ms) OVER (PARTITION BY chain) AS last
    FROM chain_tvl AS c FINAL
    WHERE ${knownOf("c")} AND (c.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY
        OR (c.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY AND c.at < fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 6 DAY))
      AND c.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  )
  GROUP BY chain, last
)
ORDER BY chain`,
};
