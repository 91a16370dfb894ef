// Query: what labelled wallets of all exchanges hold of each token on each chain, now and a week before.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; `week_at` is 0 where no reading lies within 12 hours of it. */
export type ChainReserveLatestRow = {
  readonly token: string;
  readonly chain: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly exchanges: number;
  readonly native: number;
  readonly week_at: number;
  readonly native_7d: number;
  readonly week_retrieved_ms: number;
};

export const chainReserveLatest: Query<Instant, ChainReserveLatestRow> = {
  name: "chain-reserve-latest",
  sql: `
SELECT token, chain, tupleElement(newest, 1) AS provider, last AS read_at, tupleElement(newest, 2) AS retrieved_ms,
  tupleElement(newest, 3) AS exchanges, tupleElement(newest, 4) AS native,
  tupleElement(week, 1) AS week_at, tupleElement(week, 2) AS native_7d,
  tupleElement(week, 3) AS week_retrieved_ms
FROM (
  SELECT token, chain, last, argMax((provider, read_ms, holders, held), ms) AS newest,
    argMinIf((ms, held, read_ms), (abs(ms - (last - 604800000)), ms), abs(ms - (last - 604800000)) <= 43200000) AS week
  FROM (
    SELECT r.token AS token, r.chain AS chain, toUnixTimestamp64Milli(r.at) AS ms, any(r.provider) AS provider,
      toUnixTimestamp64Milli(max(r.retrieved_at)) AS read_ms, toUInt32(uniqExact(r.exchange)) AS holders,
      sum(r.reserve_native) AS held, max(ms) OVER (PARTITION BY token, chain) AS last
    FROM chain_reserve AS r FINAL
    WHERE ${knownOf("r")} AND r.token IN {tokens:Array(String)} AND (r.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY
        OR (r.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY AND r.at < fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 6 DAY))
      AND r.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    GROUP BY token, chain, r.at
  )
  GROUP BY token, chain, last
)
ORDER BY token, chain`,
};
