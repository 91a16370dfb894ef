// Query: the second provider's newest supplies of each token within 3 days.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds. */
export type CoinOpinionLatestRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly circulating_native: number | null;
  readonly total_native: number | null;
  readonly max_native: number | null;
};

export const coinOpinionLatest: Query<Instant, CoinOpinionLatestRow> = {
  name: "coin-opinion-latest",
  sql: `
SELECT o.token AS token, o.provider AS provider, toUnixTimestamp64Milli(o.at) AS read_at,
  o.circulating_native AS circulating_native, o.total_native AS total_native, o.max_native AS max_native
FROM coin_opinion AS o
WHERE o.token IN {tokens:Array(String)} AND o.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 3 DAY
  AND o.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY o.token, o.at DESC, o.retrieved_at DESC
LIMIT 1 BY o.token`,
};
