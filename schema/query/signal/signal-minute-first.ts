// Query: the first minute that was evaluated of all that are kept, and how many before it were skipped.
import type { Query } from "../query.ts";

type Asked = {
  /** Epoch milliseconds: written by then. */
  readonly known: number;
};

/** `first_at` in epoch milliseconds; both 0 where there is none. */
type SignalMinuteFirstRow = { readonly first_at: number; readonly skipped: number };

export const signalMinuteFirst: Query<Asked, SignalMinuteFirstRow> = {
  name: "signal-minute-first",
  sql: `
SELECT toUnixTimestamp64Milli(min(m.at)) AS first_at, argMin(m.skipped_count, (m.at, m.written_at)) AS skipped
FROM signal_minute AS m
WHERE m.written_at <= fromUnixTimestamp64Milli({known:Int64}, 'UTC')`,
};
