// Query: one evaluated minute an hour, and how many rules could be judged in it for some tokens.
import type { Query } from "../query.ts";

type Asked = {
  /** Epoch milliseconds: after the one, before the other. */
  readonly since: number;
  readonly asOf: number;
  readonly tokens: readonly string[];
};

/** By token in the order asked, each JSON as in the coverage of a minute; empty where there is none. */
export type SignalMinuteUsualRow = { readonly coverage: readonly string[] };

export const signalMinuteUsual: Query<Asked, SignalMinuteUsualRow> = {
  name: "signal-minute-usual",
  sql: `
SELECT arrayMap(token -> JSONExtractRaw(m.coverage, token), {tokens:Array(String)}) AS coverage
FROM signal_minute AS m
WHERE m.at > fromUnixTimestamp64Milli({since:Int64}, 'UTC') AND m.at < fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  AND toMinute(m.at) = 0
ORDER BY m.at, m.written_at
LIMIT 1 BY m.at
LIMIT 48`,
};
