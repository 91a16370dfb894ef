// Query: one monitor, also one that was stopped.
import type { Query } from "../query.ts";
import { MONITOR_COLUMNS, type MonitorReadRow } from "./monitor-row.ts";

export const monitorById: Query<{ readonly id: string }, MonitorReadRow> = {
  name: "monitor-by-id",
  sql: `SELECT ${MONITOR_COLUMNS} FROM monitor AS m FINAL WHERE m.id = {id:String}`,
};
