// Query: how many monitors an address has.
import type { Query } from "../query.ts";

type Params = { readonly callers: readonly string[]; readonly since: number };

/** What `callers` names is one address; those made since an instant (epoch milliseconds) may still be waiting to be paid. */
export const monitorCount: Query<Params, { readonly monitors: number }> = {
  name: "monitor-count",
  sql: `
SELECT toUInt32(count()) AS monitors FROM monitor AS m FINAL
WHERE m.caller IN {callers:Array(String)} AND isNull(m.stopped_at)
  AND (isNotNull(m.begun_at) OR m.created_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC'))`,
};
