// Query: monitors that were paid for and did not begin.
import type { Query } from "../query.ts";

/** A payment whose creation failed may have paid for another call since: that began no monitor. */
export const monitorPaid: Query<object, { readonly payment: string }> = {
  name: "monitor-paid",
  sql: `
SELECT m.payment AS payment FROM monitor AS m FINAL
WHERE isNull(m.begun_at) AND isNull(m.stopped_at) AND m.payment IN (
  SELECT transaction FROM payment FINAL WHERE state = 'settled' AND method = 'POST' AND target = '/v1/monitor'
    AND transaction IN (SELECT payment FROM monitor FINAL WHERE isNull(begun_at) AND isNull(stopped_at)))`,
};
