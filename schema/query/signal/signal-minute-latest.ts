// Query: the last evaluated minute and how many rules could be judged for each token.
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** `at` in epoch milliseconds; `coverage` is JSON: token to [evaluated, not evaluated, first reason or null]. */
export type SignalMinuteLatestRow = {
  readonly minute_at: number;
  readonly last_id: number;
  readonly coverage: string;
};

export const signalMinuteLatest: Query<Pick<Instant, "asOf" | "known">, SignalMinuteLatestRow> = {
  name: "signal-minute-latest",
  sql: `
SELECT toUnixTimestamp64Milli(m.at) AS minute_at, m.last_id AS last_id, m.coverage AS coverage
FROM signal_minute AS m
WHERE m.at = (SELECT n.at FROM signal_minute AS n WHERE n.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND n.written_at <= fromUnixTimestamp64Milli({known:Int64}, 'UTC') ORDER BY n.at DESC LIMIT 1)
ORDER BY m.written_at
LIMIT 1`,
};
