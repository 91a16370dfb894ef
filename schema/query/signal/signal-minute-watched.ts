// Query: of the minutes of a time, how many were evaluated with what coverage, for some tokens.
import type { Query } from "../query.ts";

type Asked = {
  /** Epoch milliseconds: after the one, up to the other. */
  readonly since: number;
  readonly asOf: number;
  /** Written by then. */
  readonly known: number;
  readonly tokens: readonly string[];
};

/** One a token and coverage of it, which is JSON as in the coverage of a minute; instants in epoch milliseconds. */
type SignalMinuteWatchedRow = {
  readonly token: string;
  readonly coverage: string;
  readonly minutes: number;
  readonly first_at: number;
  readonly last_at: number;
};

export const signalMinuteWatched: Query<Asked, SignalMinuteWatchedRow> = {
  name: "signal-minute-watched",
  sql: `
SELECT one.1 AS token, one.2 AS coverage, sum(alike) AS minutes, toUnixTimestamp64Milli(min(first)) AS first_at,
  toUnixTimestamp64Milli(max(last)) AS last_at
FROM (
  SELECT alike, first, last, arrayJoin(arrayFilter(pair -> has({tokens:Array(String)}, pair.1),
    JSONExtractKeysAndValuesRaw(told))) AS one
  FROM (
    SELECT told, count() AS alike, min(at) AS first, max(at) AS last
    FROM (
      SELECT m.at AS at, m.coverage AS told
      FROM signal_minute AS m
      WHERE m.at > fromUnixTimestamp64Milli({since:Int64}, 'UTC')
        AND m.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
        AND m.written_at <= fromUnixTimestamp64Milli({known:Int64}, 'UTC')
      ORDER BY m.at, m.written_at
      LIMIT 1 BY m.at
    )
    GROUP BY told
  )
)
GROUP BY token, coverage
ORDER BY token, first_at`,
};
