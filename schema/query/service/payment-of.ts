// Query: the end of one settlement.
import type { PaymentRow } from "../../dataset/service/payment.ts";
import type { Query } from "../query.ts";
import { paymentEnds } from "./payment-ends.ts";

export const paymentOf: Query<{ readonly transaction: string }, PaymentRow> = {
  name: "payment-of",
  sql: `${paymentEnds}
WHERE transaction = {transaction:String}`,
};
