// Query: the releases of the next 90 days of each token, from the schedule that was read last within 72 hours.
import { knownOf } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Releases in ascending order of time, side by side in the three lists; times in epoch milliseconds. */
export type UnlockAheadRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly schedule: string;
  readonly at: readonly number[];
  readonly amount: readonly number[];
  readonly kind: readonly string[];
};

export const unlockAhead: Query<Instant, UnlockAheadRow> = {
  name: "unlock-ahead",
  sql: `
SELECT token, provider, read_at, retrieved_ms, schedule,
  arrayMap(one -> one.1, ahead) AS at, arrayMap(one -> one.3, ahead) AS amount, arrayMap(one -> one.2, ahead) AS kind
FROM (
SELECT token, any(who) AS provider, max(read_ms) AS read_at, max(retrieved) AS retrieved_ms, any(version) AS schedule,
  arraySort(groupArrayIf((ms, sort, coins), ms > {asOf:Int64} AND ms <= {asOf:Int64} + 7776000000)) AS ahead
FROM (
  SELECT u.token AS token, u.provider AS who, toUnixTimestamp64Milli(u.read_at) AS read_ms,
    toUnixTimestamp64Milli(u.retrieved_at) AS retrieved, u.schedule AS version, toUnixTimestamp64Milli(u.at) AS ms,
    toString(u.kind) AS sort, u.amount_native AS coins
  FROM unlock AS u FINAL
  WHERE ${knownOf("u")} AND (u.token, u.read_at) IN (
    SELECT n.token, max(n.read_at) FROM unlock AS n
    WHERE ${knownOf("n")} AND n.token IN {tokens:Array(String)} AND n.read_at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 72 HOUR
      AND n.read_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    GROUP BY n.token
  )
)
GROUP BY token
)
ORDER BY token`,
};
