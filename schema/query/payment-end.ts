// Query: ends of settlements since an instant, the newest first.
import type { Query } from "../io/clickhouse.ts";
import type { PaymentRow } from "../row/payment.ts";

/** `from` in epoch milliseconds; `rows` bounds how many. */
export const paymentEnd: Query<{ readonly from: number; readonly rows: number }, PaymentRow> = {
  name: "payment-end",
  sql: `
SELECT toUnixTimestamp64Milli(p.at) AS at, transaction, state, network, ledger, asset, amount, payer, pay_to, method,
  target, tier, reason, request, caller, payment_id
FROM payment AS p FINAL
WHERE p.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
ORDER BY p.at DESC
LIMIT {rows:UInt32}`,
};
