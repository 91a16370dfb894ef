// Query: value locked of each token over all its chains now, a day and a week before, from the readings around those instants.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; 0 where no reading lies near enough (6 hours of the day, 12 of the week). */
export type TvlLatestRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly chains: number;
  readonly usd: number;
  readonly day_at: number;
  readonly usd_24h: number;
  readonly day_retrieved_ms: number;
  /** The earliest of eight days that we read ourselves; what a provider tells of the past is of midnights. */
  readonly own_at: number;
  readonly week_at: number;
  readonly usd_7d: number;
  readonly week_retrieved_ms: number;
  /** As the provider states it, percent. */
  readonly change_24h_pct: number | null;
  /** Of the deposits at unchanged prices, percent; null where the newest reading did not ask. */
  readonly neutral_change_pct: number | null;
};

export const tvlLatest: Query<Instant, TvlLatestRow> = {
  name: "tvl-latest",
  sql: `
SELECT token, tupleElement(newest, 1) AS provider, last AS read_at, tupleElement(newest, 2) AS retrieved_ms,
  tupleElement(newest, 3) AS chains, tupleElement(newest, 4) AS usd,
  tupleElement(newest, 5).1 AS change_24h_pct, tupleElement(newest, 5).2 AS neutral_change_pct,
  tupleElement(day, 1) AS day_at, tupleElement(day, 2) AS usd_24h, tupleElement(day, 3) AS day_retrieved_ms,
  own_at, tupleElement(week, 1) AS week_at, tupleElement(week, 2) AS usd_7d, tupleElement(week, 3) AS week_retrieved_ms
FROM (
  SELECT token, last, argMax((who, read_ms, lines, total, said), ms) AS newest,
    argMinIf((ms, total, read_ms), (abs(ms - (last - 86400000)), ms), abs(ms - (last - 86400000)) <= 21600000) AS day,
    argMinIf((ms, total, read_ms), (abs(ms - (last - 604800000)), ms), abs(ms - (last - 604800000)) <= 43200000) AS week,
    minIf(ms, ms % 86400000 != 0) AS own_at
  FROM (
    SELECT *, max(ms) OVER (PARTITION BY token) AS last
    FROM (
      SELECT v.token AS token, toUnixTimestamp64Milli(v.at) AS ms, any(v.provider) AS who,
        toUnixTimestamp64Milli(max(v.retrieved_at)) AS read_ms, toUInt32(count()) AS lines, sum(v.tvl_usd) AS total,
        any(tuple(v.change_24h_pct, v.neutral_change_pct)) AS said
      FROM token_tvl AS v FINAL
      WHERE ${knownOf("v")} AND v.token IN {tokens:Array(String)} AND v.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY
        AND v.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
      GROUP BY token, ms
    )
  )
  GROUP BY token, last
)
ORDER BY token`,
};
