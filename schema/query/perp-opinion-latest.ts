// Query: the second provider's newest open interest and funding of each token and venue within six hours.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times in epoch milliseconds; the rate in percentage points of the venue's own interval. */
export type PerpOpinionLatestRow = {
  readonly token: string;
  readonly venue: string;
  readonly symbol: string;
  readonly provider: string;
  readonly read_at: number;
  readonly open_interest_usd: number | null;
  readonly rate_pct: number | null;
};

export const perpOpinionLatest: Query<Instant, PerpOpinionLatestRow> = {
  name: "perp-opinion-latest",
  sql: `
SELECT o.token AS token, o.venue AS venue, o.symbol AS symbol, o.provider AS provider,
  toUnixTimestamp64Milli(o.at) AS read_at, o.open_interest_usd AS open_interest_usd, o.rate_pct AS rate_pct
FROM perp_opinion AS o
WHERE o.token IN {tokens:Array(String)} AND o.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 6 HOUR
  AND o.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY token, venue, o.at DESC, o.retrieved_at DESC
LIMIT 1 BY token, venue`,
};
