// The facilitator in this process: the rules of the scheme over a Cardano ledger.
import { FAILED, type Facilitator, PENDING, REJECTED, type Sought } from "../../pay/facilitator.ts";
import { networkOf, slotTime } from "../../pay/network.ts";
import { readTransaction } from "../../pay/read-transaction.ts";
import {
  checkLedger,
  checkOutputs,
  checkPlain,
  checkRequirements,
  checkSigners,
  checkTransaction,
  confirmationsOf,
  REASONS,
} from "../../pay/rule.ts";
import { LOVELACE, type ProtocolParameters, type Transaction } from "../../pay/transaction.ts";
import { decodeBase64, type PaymentPayload, type Requirements, type Settled, type Verified } from "../../pay/x402.ts";
import type { Clock } from "../clock.ts";
import type { Chain } from "./blockfrost.ts";

type FacilitatorOptions = {
  readonly chain: Chain;
  readonly clock: Clock;
  readonly wait: (ms: number) => Promise<void>;
  /** How long a settlement is waited for. */
  readonly patienceMs: number;
  readonly pollMs: number;
};

/** No ledger takes a larger one. */
const TRANSACTION_BYTES_MAX = 16_384;
const PARAMETERS_KEPT_MS = 600_000;
/** How long who was refused waits to be told that something else spent its coins; less than callers wait for answers. */
const REFUSED_MS = 6_000;
/** After its last slot a transaction may still turn up for so long in a block we have not seen. */
const GRACE_MS = 120_000;

/** What nodes say of a transaction that no waiting changes. */
const NEVER_VALID =
  /DecoderFailure|InvalidWitnesses|MissingVKeyWitnesses|FeeTooSmall|ValueNotConserved|WrongNetwork|OutputTooSmall|MaxTxSize/;

type Read = { readonly transaction: Transaction; readonly bytes: Buffer; readonly nonce: string };

/** The transaction a payment carries; a text says why there is none. */
export function readPayment(payment: PaymentPayload): Read | string {
  const { transaction: text, nonce } = payment.payload;
  if (typeof text !== "string" || typeof nonce !== "string") return REASONS.payload;
  const bytes = decodeBase64(text);
  if (bytes === null) return REASONS.decode;
  if (bytes.length > TRANSACTION_BYTES_MAX) return REASONS.phase1;
  const transaction = readTransaction(bytes);
  return transaction === null ? REASONS.decode : { transaction, bytes, nonce };
}

const invalid = (invalidReason: string): Verified => ({ isValid: false, invalidReason });

/** Whether the transaction is in a block, and was paid by who signed these bytes. */
async function findMade(chain: Chain, payment: PaymentPayload, offer: Requirements): Promise<Verified> {
  const bad = checkRequirements(offer);
  if (bad !== null) return invalid(bad);
  const read = readPayment(payment);
  if (typeof read === "string") return invalid(read);
  const { transaction, nonce } = read;
  const wrong = checkPlain(transaction, nonce, offer);
  if (wrong !== null) return invalid(wrong);
  if ((await chain.readConfirmations(transaction.id)) === null) return invalid(REASONS.nonceUnknown);
  // The id says nothing of the signatures, so who brings it must bring those of its payer.
  const known = await chain.readSpendable(transaction.inputs);
  const spent = transaction.inputs.flatMap((ref) => known.get(ref) ?? []);
  if (spent.length < transaction.inputs.length) throw new Error("the ledger does not know what its block spends");
  const forged = checkSigners(transaction, spent);
  return forged === null ? { isValid: true, payer: known.get(nonce)?.address ?? "" } : invalid(forged);
}

/** An offer is paid in one output, and payers write few. */
const OUTPUTS_SOUGHT = 12;

async function seekPaid(chain: Chain, transaction: string, payTo: string): Promise<Sought | null> {
  const confirmations = await chain.readConfirmations(transaction);
  if (confirmations === null) return null;
  const refs = Array.from({ length: OUTPUTS_SOUGHT }, (_, at) => `${transaction}#${at}`);
  const paid = [...(await chain.readSpendable(refs)).values()].filter(({ address }) => address === payTo);
  const [most = 0n] = paid.map(({ value }) => value.get(LOVELACE) ?? 0n).sort((a, b) => Number(b - a));
  return { confirmations, lovelace: most };
}

/** Opens the facilitator. */
export function openFacilitator(options: FacilitatorOptions): Facilitator {
  const { chain, clock, wait } = options;
  let held: { readonly until: number; readonly parameters: ProtocolParameters } | null = null;

  async function parameters(): Promise<ProtocolParameters> {
    if (held !== null && held.until > clock.now()) return held.parameters;
    held = { parameters: await chain.readParameters(), until: clock.now() + PARAMETERS_KEPT_MS };
    return held.parameters;
  }

  /**
   * Whether a refusal is the end: the same transaction, sent before by whomever, is refused too while it waits for its
   * block. So a refusal counts where it has nothing to do with inputs, or where something else spent them.
   */
  async function isLost({ id, inputs }: Transaction, reason: string): Promise<boolean> {
    const spendable = await chain.readSpendable(inputs).catch(() => null);
    const seen = await chain.readConfirmations(id).catch(() => undefined);
    if (seen !== null || spendable === null) return false;
    return NEVER_VALID.test(reason) || inputs.some((ref) => spendable.get(ref)?.isSpent === true);
  }

  /**
   * Waits for the confirmations; null where they did not come in time or the ledger could not be asked. What a node
   * refused is lost as soon as a block shows that something else spent its inputs.
   */
  async function observe(transaction: Transaction, wanted: number, refused: string | null) {
    const patienceMs = refused === null ? options.patienceMs : Math.min(REFUSED_MS, options.patienceMs);
    const pollMs = refused === null ? options.pollMs : Math.min(options.pollMs, REFUSED_MS / 2);
    const until = clock.now() + patienceMs;
    for (;;) {
      if (refused !== null && (await isLost(transaction, refused))) return "lost";
      const seen = await chain.readConfirmations(transaction.id).catch(() => null);
      if (seen !== null && seen >= wanted) return seen;
      if (clock.now() + pollMs > until) return null;
      await wait(pollMs);
    }
  }

  async function payerOf({ nonce }: Read): Promise<string> {
    const spendable = await chain.readSpendable([nonce]).catch(() => null);
    return spendable?.get(nonce)?.address ?? "";
  }

  return {
    async verify(payment, offer) {
      const bad = checkRequirements(offer);
      if (bad !== null) return invalid(bad);
      const read = readPayment(payment);
      if (typeof read === "string") return invalid(read);
      const { transaction, nonce } = read;
      const early = checkTransaction(transaction, nonce, offer, clock.now());
      if (early !== null) return invalid(early);
      const spendable = await chain.readSpendable(transaction.inputs);
      const late = checkLedger(transaction, nonce, spendable, await parameters());
      if (late !== null) return invalid(late);
      return { isValid: true, payer: spendable.get(nonce)?.address ?? "" };
    },

    find: (payment, offer) => findMade(chain, payment, offer),
    seek: (transaction, payTo) => seekPaid(chain, transaction, payTo),

    async settle(payment, offer, isResumed): Promise<Settled> {
      const { network, amount } = offer;
      const read = readPayment(payment);
      const failed = (errorReason: string, transaction: string, status?: string): Settled => ({
        success: false,
        transaction,
        network,
        errorReason,
        ...(status === undefined ? {} : { extra: { status } }),
      });
      if (typeof read === "string") return failed(read, "");
      const { transaction, bytes } = read;
      const wrong = checkRequirements(offer) ?? checkOutputs(transaction.outputs, offer);
      if (wrong !== null) return failed(wrong, transaction.id);
      const wanted = Math.max(0, confirmationsOf(offer.extra) ?? 1);
      const settled = async (confirmations: number): Promise<Settled> => {
        const payer = await payerOf(read);
        const extra = { status: "confirmed", confirmations, ...ledgerOf(offer) };
        return { success: true, transaction: transaction.id, network, amount, ...(payer && { payer }), extra };
      };
      if (isResumed) {
        const seen = await chain.readConfirmations(transaction.id).catch(() => undefined);
        if (typeof seen === "number" && seen >= wanted) return settled(seen);
        if (seen === null && isOver(transaction, offer, clock.now())) return failed(FAILED, transaction.id, "expired");
      }
      // The same bytes have the same id: sending them again can never pay twice.
      const sent = await chain.submit(bytes).catch(() => null);
      const confirmations = await observe(transaction, wanted, sent?.kind === "rejected" ? sent.reason : null);
      if (confirmations === "lost") return failed(REJECTED, transaction.id);
      return confirmations === null ? failed(PENDING, transaction.id, "pending") : settled(confirmations);
    },
  };
}

const ledgerOf = (offer: Requirements): { ledger?: string } =>
  typeof offer.extra?.ledger === "string" ? { ledger: offer.extra.ledger } : {};

/** Whether no block can hold the transaction any more. */
function isOver(transaction: Transaction, offer: Requirements, now: number): boolean {
  const network = networkOf(offer.network);
  if (network === null || transaction.ttl === null) return false;
  return now > slotTime(network, transaction.ttl) + GRACE_MS;
}
