// What became of a payment, by its transaction.
import { compile } from "../../schema/check.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { KEYS } from "../../schema/key.ts";
import type { PaymentData } from "../../schema/object/payment.ts";
import { PaymentEnd } from "../../schema/pay/end.ts";
import { toTime } from "../../schema/shape/time.ts";

export type Receipt = { readonly at: number; readonly data: PaymentData };
export type Receipts = {
  /** Null where nothing is known of the transaction. Throws where Redis is away. */
  read(transaction: string): Promise<Receipt | null>;
};

const isEnd = compile(PaymentEnd);
const NOTHING = {
  ended_at: null,
  network: null,
  ledger: null,
  asset: null,
  amount: null,
  payer: null,
  pay_to: null,
  reason: null,
} as const;

function toReceipt(end: PaymentEnd): Receipt {
  const { at, transaction, state, network, ledger, asset, amount, payer, pay_to } = end;
  const shown = { network, ledger, asset, amount, payer, pay_to };
  const reason = end.reason === "" ? null : end.reason;
  return { at, data: { transaction, status: state, ended_at: toTime(at), ...shown, reason } };
}

/** Opens the receipts. */
export function openReceipts(redis: Redis, clock: Clock): Receipts {
  return {
    async read(transaction) {
      const text = await redis.get(KEYS.paymentReceipt(transaction));
      const end: unknown = text === null ? null : JSON.parse(text);
      if (isEnd(end)) return toReceipt(end);
      const state = await redis.hget(KEYS.payment(transaction), "state");
      if (state === null) return null;
      // Before its end nothing is said but that it is on its way: the ledger has not shown it yet.
      const status = state === "claimed" ? "working" : "settling";
      return { at: clock.now(), data: { transaction, status, ...NOTHING } };
    },
  };
}
