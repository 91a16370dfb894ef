// Query: how often each rule was judged in the last 24 hours, how often not and why, and what fired.
import type { Query } from "../query.ts";

/** Counts of token minutes. */
export type SignalEvaluationDayRow = {
  readonly kind: string;
  readonly evaluated: number;
  readonly not_evaluated: number;
  readonly fired: number;
  readonly reasons: Readonly<Record<string, number>>;
};

export const signalEvaluationDay: Query<{ readonly asOf: number }, SignalEvaluationDayRow> = {
  name: "signal-evaluation-day",
  sql: `
SELECT e.kind AS kind, sum(e.evaluated_count) AS evaluated, sum(e.not_evaluated_count) AS not_evaluated,
  sum(e.fired_count) AS fired, sumMap(JSONExtract(e.reasons, 'Map(String, UInt32)')) AS reasons
FROM signal_evaluation AS e FINAL
WHERE e.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY
  AND e.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY kind
ORDER BY kind`,
};
