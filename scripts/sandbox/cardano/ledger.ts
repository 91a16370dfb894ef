// A simulated Cardano ledger: real transactions over simulated coins, blocks by the clock or on demand.
import { createHash } from "node:crypto";
import { keyHashOf } from "../../../schema/pay/address.ts";
import { slotAt } from "../../../schema/pay/network.ts";
import { readTransaction } from "../../../schema/pay/read-transaction.ts";
import { checkLedger } from "../../../schema/pay/rule.ts";
import { LOVELACE, type Output, type Spendable, type Transaction } from "../../../schema/pay/transaction.ts";

type Held = { readonly output: Output; spentBy: string | null };
type Seen = {
  readonly height: number;
  readonly slot: number;
  readonly transaction: Transaction | null;
  /** As it was submitted; null for coins of the faucet. */
  readonly bytes: Uint8Array | null;
};

export const PARAMETERS = { minFeeA: 44n, minFeeB: 155_381n, coinsPerUtxoByte: 4_310n, transactionBytesMax: 16_384 };
const BLOCK_MS = 2_000;
const FAUCET_LOVELACE_MAX = 10_000_000_000n;

export type Ledger = {
  height(now: number): number;
  /** Blocks more than the clock made. */
  addBlocks(count: number): void;
  /** What an output index holds; null for a transaction that is in no block yet. */
  outputs(id: string, now: number): readonly (Held & { readonly index: number })[] | null;
  unspent(address: string, now: number): readonly (Output & { readonly id: string; readonly index: number })[];
  seen(id: string, now: number): Seen | null;
  /** The id, or why a node would refuse it. */
  submit(bytes: Uint8Array, now: number): { readonly id: string } | { readonly reason: string };
  /** New coins for an address; throws where there are too many or the address is none. */
  give(address: string, lovelace: bigint, now: number): { readonly id: string; readonly index: number };
};

export function createLedger(seed: number, blockMs = BLOCK_MS): Ledger {
  const held = new Map<string, Held>();
  const seen = new Map<string, Seen>();
  const byAddress = new Map<string, string[]>();
  let extra = 0;
  let given = 0;
  const height = (now: number) => Math.floor(now / blockMs) + extra;
  const isSeen = (id: string, now: number) => (seen.get(id)?.height ?? Number.POSITIVE_INFINITY) <= height(now);

  function put(id: string, outputs: readonly Output[]): void {
    for (const [index, output] of outputs.entries()) {
      const ref = `${id}#${index}`;
      held.set(ref, { output, spentBy: null });
      byAddress.set(output.address, [...(byAddress.get(output.address) ?? []), ref]);
    }
  }

  function refuse(transaction: Transaction, now: number): string | null {
    const slot = slotAt("cardano:preprod", now);
    const { ttl, validFrom, witnesses, inputs, networkId } = transaction;
    if ((ttl !== null && slot >= ttl) || (validFrom !== null && slot < validFrom)) return "OutsideValidityIntervalUTxO";
    if (networkId !== null && networkId !== 0) return "WrongNetworkInTxBody";
    if (witnesses.length === 0 || witnesses.some(({ isValid }) => !isValid)) return "InvalidWitnessesUTXOW";
    if (!transaction.isValid || transaction.extras.length > 0) return "a plain payment is all this ledger takes";
    const spendable = new Map<string, Spendable>();
    for (const ref of inputs) {
      const found = held.get(ref);
      if (!found || !isSeen(ref.split("#")[0] ?? "", now)) continue;
      const { address, value } = found.output;
      spendable.set(ref, { address, value, keyHash: keyHashOf(address), isSpent: found.spentBy !== null });
    }
    return checkLedger(transaction, inputs[0] ?? "", spendable, PARAMETERS);
  }

  return {
    height,
    addBlocks(count) {
      extra += count;
    },
    outputs(id, now) {
      if (!isSeen(id, now)) return null;
      return [...Array(256).keys()].flatMap((index) => {
        const found = held.get(`${id}#${index}`);
        // An output is spent for others once the spending transaction is in a block.
        return found ? [{ ...found, spentBy: isSeen(found.spentBy ?? "", now) ? found.spentBy : null, index }] : [];
      });
    },
    unspent: (address, now) =>
      (byAddress.get(address) ?? []).flatMap((ref) => {
        const [id = "", index = ""] = ref.split("#");
        const found = held.get(ref);
        return found && found.spentBy === null && isSeen(id, now)
          ? [{ ...found.output, id, index: Number(index) }]
          : [];
      }),
    seen: (id, now) => (isSeen(id, now) ? (seen.get(id) ?? null) : null),
    submit(bytes, now) {
      const transaction = readTransaction(bytes);
      if (transaction === null) return { reason: "DecoderFailure" };
      const reason = refuse(transaction, now);
      if (reason !== null) return { reason };
      for (const ref of transaction.inputs) {
        const found = held.get(ref);
        if (found) found.spentBy = transaction.id;
      }
      put(transaction.id, transaction.outputs);
      seen.set(transaction.id, { height: height(now) + 1, slot: slotAt("cardano:preprod", now), transaction, bytes });
      return { id: transaction.id };
    },
    give(address, lovelace, now) {
      if (keyHashOf(address) === null || lovelace <= 0n || lovelace > FAUCET_LOVELACE_MAX) {
        throw new Error("an address of a key and at most 10,000 tADA are expected");
      }
      given += 1;
      const id = createHash("sha256").update(`sandbox faucet ${seed} ${given} ${address}`).digest("hex");
      put(id, [{ address, value: new Map([[LOVELACE, lovelace]]), bytes: 60 }]);
      seen.set(id, { height: height(now), slot: slotAt("cardano:preprod", now), transaction: null, bytes: null });
      return { id, index: 0 };
    },
  };
}
