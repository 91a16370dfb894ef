// Query: the monitor that a payment is for, unless it was stopped.
import type { Query } from "../query.ts";
import { MONITOR_COLUMNS, type MonitorReadRow } from "./monitor-row.ts";

export const monitorOfPayment: Query<{ readonly payment: string }, MonitorReadRow> = {
  name: "monitor-of-payment",
  sql: `
SELECT ${MONITOR_COLUMNS} FROM monitor AS m FINAL
WHERE m.payment = {payment:String} AND isNull(m.stopped_at) ORDER BY m.created_at, id LIMIT 1`,
};
