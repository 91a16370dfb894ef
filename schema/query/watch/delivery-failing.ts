// Query: since when no attempt of monitors was taken.
import type { Query } from "../query.ts";

/** Epoch milliseconds. */
type DeliveryFailingRow = { readonly monitor: string; readonly since: number };

type Params = { readonly monitors: readonly string[]; readonly from: readonly number[] };

/** Looks at the attempts of each from an instant of its own on, epoch milliseconds; no row where nothing failed since. */
export const deliveryFailing: Query<Params, DeliveryFailingRow> = {
  name: "delivery-failing",
  sql: `
WITH taken AS (
  SELECT monitor, max(at) AS last_at FROM delivery
  WHERE monitor IN {monitors:Array(String)} AND state = 'delivered' GROUP BY monitor
)
SELECT d.monitor AS monitor, toUnixTimestamp64Milli(min(d.at)) AS since
FROM delivery AS d LEFT JOIN taken AS t ON t.monitor = d.monitor
WHERE d.monitor IN {monitors:Array(String)} AND d.outcome != 'held' AND d.at > t.last_at
  AND d.at >= fromUnixTimestamp64Milli({from:Array(Int64)}[indexOf({monitors:Array(String)}, d.monitor)], 'UTC')
GROUP BY monitor`,
};
