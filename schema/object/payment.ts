// The wire object payment: GET /v1/payments/{transaction}. What the ledger shows anyway, and nothing of what was bought.
import { type Static, Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { Nullable } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

const Text = (description: string, maxLength = 256) => Type.String({ maxLength, description });

export const PaymentData = closed({
  transaction: Text("Id of the transaction.", 64),
  status: oneOf(["working", "settling", "settled", "rejected"]),
  ended_at: Nullable(Time),
  network: Nullable(Text("As in the offer.")),
  ledger: Nullable(Text("sandbox where the ledger is simulated, else chain.")),
  asset: Nullable(Text("As in the offer.")),
  amount: Nullable(Text("In units of the asset; only a settled payment was charged.")),
  payer: Nullable(Text("Address.")),
  pay_to: Nullable(Text("Address.")),
  reason: Nullable(Text("Why the ledger refused it, as x402 says it.")),
});
export type PaymentData = Static<typeof PaymentData>;

export const payment = envelope("payment", PaymentData);
