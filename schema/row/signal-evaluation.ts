// Rows of the table signal_evaluation. How many tokens each rule was judged for in a minute, and why not for the others.
import type { Row, Table } from "./table.ts";

export const signalEvaluation = {
  name: "signal_evaluation",
  columns: {
    at: "time",
    kind: "text",
    evaluated_count: "number",
    not_evaluated_count: "number",
    fired_count: "number",
    reasons: "text",
    rules: "text",
  },
} as const satisfies Table;

export type SignalEvaluationRow = Row<typeof signalEvaluation>;
