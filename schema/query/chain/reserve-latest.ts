// Query: what each exchange holds of each token now and a week before, from the readings around those instants.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; `week_at` is 0 where no reading lies within 12 hours of it. */
export type ReserveLatestRow = {
  readonly token: string;
  readonly exchange: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly native: number;
  readonly week_at: number;
  readonly native_7d: number;
  readonly week_retrieved_ms: number;
};

export const reserveLatest: Query<Instant, ReserveLatestRow> = {
  name: "reserve-latest",
  sql: `
SELECT token, exchange, tupleElement(newest, 1) AS provider, last AS read_at, tupleElement(newest, 2) AS retrieved_ms,
  tupleElement(newest, 3) AS native, tupleElement(week, 1) AS week_at, tupleElement(week, 2) AS native_7d,
  tupleElement(week, 3) AS week_retrieved_ms
FROM (
  SELECT token, exchange, last, argMax((provider, read_ms, held), (ms, read_ms, stored)) AS newest,
    argMinIf((ms, held, read_ms), (abs(ms - (last - 604800000)), ms, -read_ms, -stored), abs(ms - (last - 604800000)) <= 43200000) AS week
  FROM (
    SELECT r.token AS token, r.exchange AS exchange, toUnixTimestamp64Milli(r.at) AS ms, r.provider AS provider,
      toUnixTimestamp64Milli(r.retrieved_at) AS read_ms, toUnixTimestamp64Milli(r.stored_at) AS stored, r.reserve_native AS held,
      max(ms) OVER (PARTITION BY token, exchange) AS last
    FROM exchange_reserve AS r
    WHERE ${storedByKnown("r")} AND r.token IN {tokens:Array(String)} AND (r.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 2 DAY
        OR (r.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 8 DAY AND r.at < fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 6 DAY))
      AND r.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  )
  GROUP BY token, exchange, last
)
ORDER BY token, exchange`,
};
