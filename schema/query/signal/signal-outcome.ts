// Query: what the evaluation of one minute came to, as it was written first.
import type { Query } from "../query.ts";

type SignalOutcomeRow = { readonly last_id: number; readonly outcome: string };

export const signalOutcome: Query<{ readonly at: number }, SignalOutcomeRow> = {
  name: "signal-outcome",
  sql: `SELECT m.last_id AS last_id, m.outcome AS outcome FROM signal_minute AS m
WHERE m.at = fromUnixTimestamp64Milli({at:Int64}, 'UTC') ORDER BY m.written_at LIMIT 1`,
};
