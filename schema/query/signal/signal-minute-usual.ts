// Query: with what coverage some tokens were judged in one minute an hour, and in one of ten lately.
import type { Query } from "../query.ts";

type Asked = {
  /** Epoch milliseconds: after it an hour counts once, and after `lately` six times. */
  readonly since: number;
  readonly lately: number;
  /** Written by then. */
  readonly known: number;
  readonly tokens: readonly string[];
};

/** One a token and coverage of it, which is JSON as in the coverage of a minute; `first_at` in epoch milliseconds. */
type SignalMinuteUsualRow = {
  readonly token: string;
  readonly coverage: string;
  readonly first_at: number;
  readonly hours: number;
};

export const signalMinuteUsual: Query<Asked, SignalMinuteUsualRow> = {
  name: "signal-minute-usual",
  sql: `
SELECT one.1 AS token, one.2 AS coverage, toUnixTimestamp64Milli(min(first)) AS first_at, sum(full) AS hours
FROM (
  SELECT full, first, arrayJoin(arrayFilter(pair -> has({tokens:Array(String)}, pair.1),
    JSONExtractKeysAndValuesRaw(told))) AS one
  FROM (
    SELECT told, countIf(toMinute(at) = 0) AS full, min(at) AS first
    FROM (
      SELECT m.at AS at, m.coverage AS told
      FROM signal_minute AS m
      WHERE m.at > fromUnixTimestamp64Milli({since:Int64}, 'UTC')
        AND m.at <= fromUnixTimestamp64Milli({known:Int64}, 'UTC')
        AND (toMinute(m.at) = 0
          OR (m.at > fromUnixTimestamp64Milli({lately:Int64}, 'UTC') AND toMinute(m.at) % 10 = 0))
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
