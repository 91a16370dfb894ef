// What became of a payment, by its transaction: as Redis knows it, else the store, else the ledger itself.
import { fault } from "../../schema/fault.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { Clock } from "../../schema/io/clock.ts";
import { PAYMENT_KEPT_S } from "../../schema/io/pay/claim.ts";
import { isEnd } from "../../schema/io/pay/payment-end.ts";
import type { OpenSeller } from "../../schema/io/pay/seller.ts";
import type { Redis } from "../../schema/io/redis.ts";
import { restoredMark } from "../../schema/io/restored.ts";
import { KEYS } from "../../schema/key.ts";
import type { PaymentData } from "../../schema/object/payment.ts";
import type { PaymentEnd } from "../../schema/pay/end.ts";
import { LOVELACE } from "../../schema/pay/transaction.ts";
import { paymentOf } from "../../schema/query/service/payment-of.ts";
import { toTime } from "../../schema/shape/time.ts";
import { PRICES } from "../../schema/tier.ts";

type Receipt = { readonly at: number; readonly data: PaymentData };
export type Receipts = {
  /** Null where nothing is known of the transaction. Throws where that cannot be told; overloaded. */
  read(transaction: string): Promise<Receipt | null>;
};
type ReceiptOptions = {
  readonly redis: Redis;
  readonly clock: Clock;
  readonly store: Store;
  /** Null where nothing can be paid. */
  readonly open: Pick<OpenSeller, "seller" | "facilitator"> | null;
};

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
/** Looks of a process beyond Redis at once; ids can be guessed for nothing. */
const LOOKS_MAX = 8;
const LEAST = BigInt(Math.min(...Object.values(PRICES.tiers).filter((price) => price > 0)) * PRICES.lovelace_per_unit);

function toReceipt(end: PaymentEnd): Receipt {
  const { at, transaction, state, network, ledger, asset, amount, payer, pay_to } = end;
  const shown = { network, ledger, asset, amount, payer, pay_to };
  const reason = end.reason === "" ? null : end.reason;
  return { at, data: { transaction, status: state, ended_at: toTime(at), ...shown, reason } };
}

async function readRedis({ redis, clock }: ReceiptOptions, transaction: string): Promise<Receipt | null> {
  const text = await redis.get(KEYS.paymentReceipt(transaction));
  const end: unknown = text === null ? null : JSON.parse(text);
  if (isEnd(end)) return toReceipt(end);
  const state = await redis.hget(KEYS.payment(transaction), "state");
  if (state === null) return null;
  // Before its end nothing is said but that it is on its way: the ledger has not shown it yet.
  const status = state === "claimed" ? "working" : "settling";
  return { at: clock.now(), data: { transaction, status, ...NOTHING } };
}

async function readStore({ store }: ReceiptOptions, transaction: string): Promise<Receipt | null> {
  const [row] = await store.query(paymentOf, { transaction });
  return isEnd(row) ? toReceipt(row) : null;
}

/** What was sent and had no stored end when Redis lost its data is on the ledger alone. */
async function readLedger({ open, clock }: ReceiptOptions, transaction: string): Promise<Receipt | null> {
  const { seller, facilitator } = open ?? {};
  if (seller === undefined || facilitator?.seek === undefined) return null;
  const sought = await facilitator.seek(transaction, seller.payTo);
  if (sought === null || sought.lovelace < LEAST) return null;
  const status = sought.confirmations >= seller.confirmations ? "settled" : "settling";
  const where = { network: seller.network, ledger: seller.isSandbox ? "sandbox" : "chain", pay_to: seller.payTo };
  const paid = { asset: LOVELACE, amount: `${sought.lovelace}` };
  return { at: clock.now(), data: { ...NOTHING, transaction, status, ...where, ...paid } };
}

/** Opens the receipts. */
export function openReceipts(options: ReceiptOptions): Receipts {
  const { redis, clock } = options;
  let looking = 0;

  /** What Redis lost. What it lost long ago was stored in time: the ledger is not asked then, at somebody's expense. */
  async function look(transaction: string): Promise<Receipt | null> {
    const mark = await restoredMark(redis);
    const stored = await readStore(options, transaction).catch((error: unknown) => {
      if (mark === null) throw error;
      return null;
    });
    if (stored !== null) return stored;
    const isLost = mark === null || clock.now() - Number(mark) < PAYMENT_KEPT_S * 1_000;
    return isLost ? readLedger(options, transaction) : null;
  }

  return {
    async read(transaction) {
      const known = await readRedis(options, transaction);
      if (known !== null) return known;
      if (looking >= LOOKS_MAX) {
        throw fault("overloaded", "Too many payments are looked up at once; try again shortly.", { retryAfterS: 1 });
      }
      looking += 1;
      try {
        return await look(transaction);
      } finally {
        looking -= 1;
      }
    },
  };
}
