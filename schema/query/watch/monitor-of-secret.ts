// Query: the monitors that stand under one secret, in the order they were made.
import type { Query } from "../query.ts";
import { MONITOR_COLUMNS, type MonitorReadRow, STANDS } from "./monitor-row.ts";

export const monitorOfSecret: Query<{ readonly digest: string }, MonitorReadRow> = {
  name: "monitor-of-secret",
  sql: `
SELECT ${MONITOR_COLUMNS} FROM monitor AS m FINAL
WHERE m.secret_digest = {digest:String} AND ${STANDS} ORDER BY m.created_at, id`,
};
