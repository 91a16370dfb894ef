// Query: every end of a settlement since an instant, to be read as a stream.
import type { PaymentRow } from "../../dataset/service/payment.ts";
import type { Query } from "../query.ts";
import { paymentEnds } from "./payment-ends.ts";

/** `from` in epoch milliseconds. */
export const paymentEnd: Query<{ readonly from: number }, PaymentRow> = {
  name: "payment-end",
  sql: `${paymentEnds}
WHERE p.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')`,
};
