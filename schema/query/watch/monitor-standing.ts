// Query: every monitor that stands.
import type { Query } from "../query.ts";
import { MONITOR_COLUMNS, type MonitorReadRow, STANDS } from "./monitor-row.ts";

export const monitorStanding: Query<object, MonitorReadRow> = {
  name: "monitor-standing",
  sql: `SELECT ${MONITOR_COLUMNS} FROM monitor AS m FINAL WHERE ${STANDS} ORDER BY id`,
};
