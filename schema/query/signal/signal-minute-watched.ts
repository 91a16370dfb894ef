// Query: how many minutes of a time were evaluated, the first and the last of them, and whether any was in the day before.
import type { Query } from "../query.ts";

type Asked = {
  /** Epoch milliseconds: after the one, up to the other. */
  readonly since: number;
  readonly asOf: number;
  /** Written by then. */
  readonly known: number;
};

/** Instants in epoch milliseconds; 0 where there is none. */
export type SignalMinuteWatchedRow = {
  readonly minutes: number;
  readonly first_at: number;
  readonly last_at: number;
  readonly before: number;
};

export const signalMinuteWatched: Query<Asked, SignalMinuteWatchedRow> = {
  name: "signal-minute-watched",
  sql: `
SELECT uniqExactIf(m.at, m.at > fromUnixTimestamp64Milli({since:Int64}, 'UTC')) AS minutes,
  toUnixTimestamp64Milli(minIf(m.at, m.at > fromUnixTimestamp64Milli({since:Int64}, 'UTC'))) AS first_at,
  toUnixTimestamp64Milli(max(m.at)) AS last_at,
  countIf(m.at <= fromUnixTimestamp64Milli({since:Int64}, 'UTC')) AS before
FROM signal_minute AS m
WHERE m.at > fromUnixTimestamp64Milli({since:Int64} - 86400000, 'UTC')
  AND m.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND m.written_at <= fromUnixTimestamp64Milli({known:Int64}, 'UTC')`,
};
