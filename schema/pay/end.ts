// The end of a settlement on its way from Redis into the payments ledger.
import { type Static, Type } from "typebox";

const Text = Type.String({ maxLength: 8_192 });

export const PaymentEnd = Type.Object({
  at: Type.Integer({ minimum: 0 }),
  transaction: Text,
  state: Type.Enum(["settled", "rejected"]),
  network: Text,
  ledger: Text,
  asset: Text,
  amount: Text,
  payer: Text,
  pay_to: Text,
  method: Text,
  target: Text,
  tier: Text,
  reason: Text,
  // Ends that an earlier version wrote have none of these.
  request: Type.Optional(Text),
  caller: Type.Optional(Text),
  payment_id: Type.Optional(Text),
});
export type PaymentEnd = Static<typeof PaymentEnd>;
