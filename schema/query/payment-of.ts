// Query: the end of one settlement.
import type { Query } from "../io/clickhouse.ts";
import type { PaymentRow } from "../row/payment.ts";

export const paymentOf: Query<{ readonly transaction: string }, PaymentRow> = {
  name: "payment-of",
  sql: `
SELECT toUnixTimestamp64Milli(p.at) AS at, transaction, state, network, ledger, asset, amount, payer, pay_to, method,
  target, tier, reason, request, caller, payment_id
FROM payment AS p FINAL
WHERE transaction = {transaction:String}`,
};
