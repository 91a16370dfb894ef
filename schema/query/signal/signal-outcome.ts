// Query: what the evaluation of one minute came to, as it was written first.
import type { Query } from "../query.ts";

/** `read_at` and `written_at` in epoch milliseconds. */
type SignalOutcomeRow = {
  readonly last_id: number;
  readonly outcome: string;
  readonly read_at: number;
  readonly written_at: number;
};

export const signalOutcome: Query<{ readonly at: number }, SignalOutcomeRow> = {
  name: "signal-outcome",
  sql: `SELECT m.last_id AS last_id, m.outcome AS outcome,
  toUnixTimestamp64Milli(m.read_at) AS read_at, toUnixTimestamp64Milli(m.written_at) AS written_at
FROM signal_minute AS m
WHERE m.at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') ORDER BY m.written_at LIMIT 1`,
};
