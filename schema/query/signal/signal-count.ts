// Query: how many signals were ever fired, as the table keeps them, and by severity in the last 24 hours.
import type { Query } from "../query.ts";

export type SignalCountRow = {
  readonly signals: number;
  readonly severity_1: number;
  readonly severity_2: number;
  readonly severity_3: number;
};

const ofDay = (severity: number) =>
  `uniqExactIf(s.id, s.severity = ${severity} AND s.at > fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') - INTERVAL 1 DAY) AS severity_${severity}`;

export const signalCount: Query<{ readonly asOf: number }, SignalCountRow> = {
  name: "signal-count",
  sql: `SELECT uniqExact(s.id) AS signals, ${[1, 2, 3].map(ofDay).join(", ")}
FROM signal AS s WHERE s.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')`,
};
