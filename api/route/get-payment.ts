// GET /v1/payments/{transaction}: what became of a payment.
import { Type } from "typebox";
import { fault, isFault } from "../../schema/fault.ts";
import { payment } from "../../schema/object/payment.ts";
import { toTime } from "../../schema/shape/time.ts";
import { NOTHING, route } from "../contract.ts";
import { paymentExample } from "./example/payment.ts";

const contract = route({
  id: "getPayment",
  method: "GET",
  path: "/v1/payments/{transaction}",
  tag: "Trust",
  tier: "free",
  summary: "Follow a payment",
  description:
    "What became of a transaction that was sent as payment: working, settling, settled or rejected. Where our own records of it were lost, the ledger is asked. It shows what the ledger shows, never what was bought; the answer that was paid for comes to who sends the same PAYMENT-SIGNATURE again.",
  params: Type.Object({
    transaction: Type.String({
      description: "Id of the transaction, in hex.",
      pattern: "^[0-9a-f]{64}$",
      maxLength: 64,
    }),
  }),
  query: NOTHING,
  output: payment,
  faults: ["payment_not_found", "upstream_unavailable", "overloaded"],
  maxAgeS: 0,
  example: { params: { transaction: paymentExample.data.transaction }, query: {}, answer: paymentExample },
});

export const getPayment = contract.handle(async ({ params }, { receipts }) => {
  const { transaction } = params;
  const receipt = await receipts?.read(transaction).catch((cause: unknown) => {
    if (isFault(cause)) throw cause;
    throw fault("upstream_unavailable", "Payments cannot be looked up just now.", { retryAfterS: 5, cause });
  });
  if (!receipt) throw fault("payment_not_found", "No payment with this transaction was taken here.");
  const { at, data } = receipt;
  const body = { object: "payment" as const, id: transaction, as_of: toTime(at), data, sources: [] };
  return { body, asOf: at, from: null };
});
