// Query: the newest supply of each tracked stablecoin and of all together ("all"), with what it was a day and a week before.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type StablecoinLatestRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly usd: number;
  readonly usd_24h: number | null;
  readonly usd_7d: number | null;
};

export const stablecoinLatest: Query<Pick<Instant, "asOf">, StablecoinLatestRow> = {
  name: "stablecoin-latest",
  sql: `
SELECT s.token AS token, s.provider AS provider, toUnixTimestamp64Milli(s.at) AS read_at,
  toUnixTimestamp64Milli(s.retrieved_at) AS retrieved_ms, s.supply_usd AS usd, s.supply_24h_ago_usd AS usd_24h,
  s.supply_7d_ago_usd AS usd_7d
FROM stablecoin_supply AS s
WHERE s.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 3 DAY
  AND s.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY s.token, s.at DESC, s.retrieved_at DESC
LIMIT 1 BY s.token`,
};
