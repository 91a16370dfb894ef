// Query: every end of a settlement since an instant, to be read as a stream.
import type { Query } from "../io/clickhouse.ts";
import type { PaymentRow } from "../row/payment.ts";

/** `from` in epoch milliseconds. */
export const paymentEnd: Query<{ readonly from: number }, PaymentRow> = {
  name: "payment-end",
  sql: `
SELECT toUnixTimestamp64Milli(p.at) AS at, transaction, state, network, ledger, asset, amount, payer, pay_to, method,
  target, tier, reason, request, caller, payment_id
FROM payment AS p FINAL
WHERE p.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
};
