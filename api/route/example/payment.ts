// Example answer of GET /v1/payments/{transaction}.
import type { Static } from "typebox";
import type { payment } from "../../../schema/object/payment.ts";

const transaction = "4c0f3d5a9be21d0e7a86c1f4b3528e6d90a7f1c2e3b4d5069788aabbccddeeff";
const at = "2026-11-20T12:00:00.000Z";

export const paymentExample: Static<typeof payment> = {
  object: "payment",
  id: transaction,
  as_of: at,
  data: {
    transaction,
    status: "settled",
    ended_at: at,
    network: "cardano:preprod",
    ledger: "sandbox",
    asset: "lovelace",
    amount: "2000000",
    payer: "addr_test1vr3ay8ch8f3v64zuf6sgmr3h8dcf6yg6gtcm0jegn23rrkc7mncum",
    pay_to: "addr_test1vzgavgyvry9daw9p2mqrr8gnnearmxkw4zada5hwhnv3hfgkeyuty",
    reason: null,
  },
  sources: [],
};
