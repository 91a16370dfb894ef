// Query: since when no attempt of a monitor was taken.
import type { Query } from "../query.ts";

/** Epoch milliseconds; 0 where nothing failed since. */
type DeliveryFailingRow = { readonly since: number };

type Params = { readonly monitor: string; readonly from: number };

/** Looks at attempts from an instant on, epoch milliseconds. */
export const deliveryFailing: Query<Params, DeliveryFailingRow> = {
  name: "delivery-failing",
  sql: `
WITH (SELECT max(at) FROM delivery WHERE monitor = {monitor:String} AND state = 'delivered') AS taken_at
SELECT toUnixTimestamp64Milli(min(d.at)) AS since FROM delivery AS d
WHERE d.monitor = {monitor:String} AND d.outcome != 'held' AND d.at > taken_at
  AND d.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
};
