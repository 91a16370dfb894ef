// The rules of the scheme `exact` on Cardano: what makes a signed transaction pay for what is offered.
import { NETWORKS, networkOf, slotAt, slotTime } from "./network.ts";
import { LOVELACE, type Output, type ProtocolParameters, type Spendable, type Transaction } from "./transaction.ts";
import type { Requirements } from "./x402.ts";

const REASON = "invalid_exact_cardano_payload";
export const REASONS = {
  payload: REASON,
  requirements: "invalid_exact_cardano_requirements",
  policy: "invalid_exact_cardano_requirements_policy",
  network: "network_mismatch",
  decode: `${REASON}_transaction_decode_failed`,
  networkId: `${REASON}_network_id_mismatch`,
  recipient: `${REASON}_recipient_mismatch`,
  asset: `${REASON}_asset_mismatch`,
  amount: `${REASON}_amount_insufficient`,
  nonce: `${REASON}_nonce_invalid`,
  nonceAbsent: `${REASON}_nonce_not_in_inputs`,
  nonceUnknown: `${REASON}_nonce_not_on_chain`,
  input: `${REASON}_input_not_available`,
  expired: `${REASON}_ttl_expired`,
  tooFar: `${REASON}_ttl_too_far`,
  tooEarly: `${REASON}_not_yet_valid`,
  unsigned: `${REASON}_unsigned`,
  signature: `${REASON}_invalid_signature`,
  payer: `${REASON}_payer_not_witness`,
  phase1: `${REASON}_phase1_invalid`,
  phase2: `${REASON}_phase2_invalid`,
  value: `${REASON}_value_not_conserved`,
  fee: `${REASON}_fee_below_minimum`,
  minUtxo: `${REASON}_min_utxo_insufficient`,
} as const;
export type Reason = (typeof REASONS)[keyof typeof REASONS];

const INPUTS_MAX = 256;
const NONCE = /^[0-9a-f]{64}#(0|[1-9]\d{0,4})$/;
const AMOUNT = /^[1-9]\d{0,18}$/;
/** A payer whose clock is ahead asks for a window that ends a little later than ours. */
const SKEW_S = 10;
/** What the ledger counts beside the bytes of an output. */
const OUTPUT_OVERHEAD_BYTES = 160n;
const CONFIRMATIONS_MAX = 20;

/** How many newer blocks an offer asks for; null where it says so in no valid way. */
export function confirmationsOf(extra: Requirements["extra"]): number | null {
  const policy = extra?.confirmationPolicy;
  if (policy === undefined) return 1;
  if (typeof policy !== "object" || policy === null || Object.keys(policy).join() !== "l1Confirmations") return null;
  const wanted = (policy as { l1Confirmations: unknown }).l1Confirmations;
  return Number.isInteger(wanted) && (wanted as number) >= -1 && (wanted as number) <= CONFIRMATIONS_MAX
    ? (wanted as number)
    : null;
}

/** What is wrong with an offer itself; null where it can be paid. */
export function checkRequirements(offer: Requirements): Reason | null {
  if (networkOf(offer.network) === null) return REASONS.network;
  if (offer.scheme !== "exact" || !AMOUNT.test(offer.amount)) return REASONS.requirements;
  if (offer.asset !== LOVELACE) return REASONS.asset;
  return confirmationsOf(offer.extra) === null ? REASONS.policy : null;
}

function checkWindow(transaction: Transaction, offer: Requirements, now: number): Reason | null {
  const network = networkOf(offer.network);
  if (network === null) return REASONS.network;
  const slot = slotAt(network, now);
  if (transaction.ttl === null) return REASONS.tooFar;
  if (transaction.ttl <= slot) return REASONS.expired;
  if (slotTime(network, transaction.ttl) > now + (offer.maxTimeoutSeconds + SKEW_S) * 1_000) return REASONS.tooFar;
  return transaction.validFrom !== null && transaction.validFrom > slot ? REASONS.tooEarly : null;
}

/** Whether an output pays the offer: the right address, enough of the asset, in one piece. */
export function checkOutputs(outputs: readonly Output[], offer: Requirements): Reason | null {
  const to = outputs.filter(({ address }) => address === offer.payTo);
  if (to.length === 0) return REASONS.recipient;
  return to.some(({ value }) => (value.get(offer.asset) ?? 0n) >= BigInt(offer.amount)) ? null : REASONS.amount;
}

/** Whether somebody signed it, and nobody else than its signers. */
export function checkWitnesses({ witnesses }: Transaction): Reason | null {
  if (witnesses.length === 0) return REASONS.unsigned;
  return witnesses.some(({ isValid }) => !isValid) ? REASONS.signature : null;
}

/** The rules that need neither ledger nor clock: whether this is a plain payment of the offer. Null where all hold. */
export function checkPlain(transaction: Transaction, nonce: unknown, offer: Requirements): Reason | null {
  const network = networkOf(offer.network);
  if (network === null) return REASONS.network;
  if (typeof nonce !== "string" || !NONCE.test(nonce)) return REASONS.nonce;
  const { inputs, networkId } = transaction;
  if (inputs.length === 0 || inputs.length > INPUTS_MAX || new Set(inputs).size < inputs.length) return REASONS.decode;
  if (networkId !== null && networkId !== NETWORKS[network].id) return REASONS.networkId;
  const forged = checkWitnesses(transaction);
  if (forged !== null) return forged;
  if (!inputs.includes(nonce)) return REASONS.nonceAbsent;
  if (!transaction.isValid) return REASONS.phase2;
  if (transaction.extras.length > 0) return REASONS.phase1;
  return checkOutputs(transaction.outputs, offer);
}

/** The rules that need no ledger; `now` is epoch milliseconds. Null where all hold. */
export const checkTransaction = (
  transaction: Transaction,
  nonce: unknown,
  offer: Requirements,
  now: number,
): Reason | null => checkPlain(transaction, nonce, offer) ?? checkWindow(transaction, offer, now);

/** Whether the keys of everything that it spends signed it. */
export function checkSigners({ witnesses }: Transaction, spent: readonly Spendable[]): Reason | null {
  if (spent.some(({ keyHash }) => keyHash === null)) return REASONS.phase1;
  const keys = new Set(witnesses.map(({ keyHash }) => keyHash));
  return spent.every(({ keyHash }) => keyHash !== null && keys.has(keyHash)) ? null : REASONS.payer;
}

function isConserved(transaction: Transaction, spent: readonly Spendable[]): boolean {
  const balance = new Map([[LOVELACE, -transaction.fee]]);
  const add = (unit: string, quantity: bigint) => balance.set(unit, (balance.get(unit) ?? 0n) + quantity);
  for (const { value } of spent) for (const [unit, quantity] of value) add(unit, quantity);
  for (const { value } of transaction.outputs) for (const [unit, quantity] of value) add(unit, -quantity);
  return [...balance.values()].every((rest) => rest === 0n);
}

/** The rules that need the ledger; `spendable` holds what the ledger knows of each input. Null where all hold. */
export function checkLedger(
  transaction: Transaction,
  nonce: string,
  spendable: ReadonlyMap<string, Spendable>,
  parameters: ProtocolParameters,
): Reason | null {
  const isThere = (ref: string) => spendable.get(ref)?.isSpent === false;
  if (!isThere(nonce)) return REASONS.nonceUnknown;
  if (!transaction.inputs.every(isThere)) return REASONS.input;
  const spent = transaction.inputs.flatMap((ref) => spendable.get(ref) ?? []);
  const unsigned = checkSigners(transaction, spent);
  if (unsigned !== null) return unsigned;
  if (transaction.bytes > parameters.transactionBytesMax) return REASONS.phase1;
  if (!isConserved(transaction, spent)) return REASONS.value;
  if (transaction.fee < parameters.minFeeB + parameters.minFeeA * BigInt(transaction.bytes)) return REASONS.fee;
  const isTooSmall = ({ value, bytes }: Output) =>
    (value.get(LOVELACE) ?? 0n) < (OUTPUT_OVERHEAD_BYTES + BigInt(bytes)) * parameters.coinsPerUtxoByte;
  return transaction.outputs.some(isTooSmall) ? REASONS.minUtxo : null;
}
