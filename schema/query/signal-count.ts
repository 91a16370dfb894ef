// Query: how many signals were ever fired, as the table keeps them.
import type { Query } from "../io/clickhouse.ts";

export const signalCount: Query<object, { readonly signals: number }> = {
  name: "signal-count",
  sql: "SELECT uniqExact(id) AS signals FROM signal",
};
