// Query: the end of one settlement.
import type { Query } from "../io/clickhouse.ts";
import type { PaymentRow } from "../row/payment.ts";
import { paymentEnds } from "./payment-ends.ts";

export const paymentOf: Query<{ readonly transaction: string }, PaymentRow> = {
  name: "payment-of",
  sql: `${paymentEnds}
WHERE transaction = {transaction:String}`,
};
