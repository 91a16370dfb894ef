// The door to a Cardano ledger over the Blockfrost HTTP API: outputs, transactions, parameters, submission.
import { parseJson } from "../../json.ts";
import { keyHashOf } from "../../pay/address.ts";
import type { ProtocolParameters, Spendable } from "../../pay/transaction.ts";
import { type Http, isHttpError } from "../http.ts";

type Submission = { readonly kind: "accepted" } | { readonly kind: "rejected"; readonly reason: string };

/** Every call throws where the ledger cannot be asked; after a throw of `submit` the outcome is unknown. */
export type Chain = {
  /** What the ledger knows of the outputs; one it never saw is not in the answer. */
  readSpendable(refs: readonly string[]): Promise<ReadonlyMap<string, Spendable>>;
  readParameters(): Promise<ProtocolParameters>;
  /** How many newer blocks there are, or null where it is in none. */
  readConfirmations(transaction: string): Promise<number | null>;
  submit(bytes: Uint8Array): Promise<Submission>;
};

export type BlockfrostOptions = { readonly http: Http; readonly url: string; readonly projectId: string };

type Amount = { readonly unit: string; readonly quantity: string };
type UtxoOutput = {
  readonly address: string;
  readonly amount: readonly Amount[];
  readonly output_index: number;
  readonly consumed_by_tx?: string | null;
  readonly collateral?: boolean;
};

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 1_000_000;
/** Statuses that say nothing about the transaction itself: keys, limits, sizes of a tier, a full mempool, moved paths. */
export const BUSY: ReadonlySet<number> = new Set([401, 402, 403, 404, 408, 413, 418, 425, 429]);

const toSpendable = (output: UtxoOutput): Spendable => ({
  address: output.address,
  keyHash: keyHashOf(output.address),
  value: new Map(output.amount.map(({ unit, quantity }) => [unit, BigInt(quantity)])),
  // Where the ledger does not say that an output is free, it is not.
  isSpent: output.consumed_by_tx !== null || output.collateral === true,
});

/** Opens the door. `projectId` is empty where the server wants none. */
export function openBlockfrost({ http, url, projectId }: BlockfrostOptions): Chain {
  const base = url.replace(/\/+$/, "");
  const headers: Record<string, string> = projectId === "" ? {} : { project_id: projectId };
  const ask = { provider: "cardano", timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX } as const;

  /** The parsed answer, or null for 404. */
  async function read(path: string): Promise<unknown> {
    try {
      const { body } = await http.send({ ...ask, url: `${base}${path}`, headers, retriesMax: 1 });
      return parseJson(body);
    } catch (error) {
      if (isHttpError(error) && error.status === 404) return null;
      throw error;
    }
  }

  return {
    async readSpendable(refs) {
      const ids = [...new Set(refs.map((ref) => ref.split("#")[0] ?? ""))];
      const found = await Promise.all(
        ids.map(async (id) => {
          const answer = (await read(`/txs/${id}/utxos`)) as { outputs: readonly UtxoOutput[] } | null;
          return (answer?.outputs ?? []).map(
            (output) => [`${id}#${output.output_index}`, toSpendable(output)] as const,
          );
        }),
      );
      const wanted = new Set(refs);
      return new Map(found.flat().filter(([ref]) => wanted.has(ref)));
    },
    async readParameters() {
      const raw = (await read("/epochs/latest/parameters")) as Record<string, string | number> | null;
      if (raw === null) throw new Error("the ledger has no parameters");
      return {
        minFeeA: BigInt(raw.min_fee_a ?? ""),
        minFeeB: BigInt(raw.min_fee_b ?? ""),
        coinsPerUtxoByte: BigInt(raw.coins_per_utxo_size ?? ""),
        transactionBytesMax: Number(raw.max_tx_size),
      };
    },
    async readConfirmations(transaction) {
      const seen = (await read(`/txs/${transaction}`)) as { block_height: number } | null;
      if (seen === null) return null;
      const tip = (await read("/blocks/latest")) as { height: number } | null;
      if (tip === null) throw new Error("the ledger has no latest block");
      return Math.max(0, tip.height - seen.block_height);
    },
    async submit(bytes) {
      const type = { ...headers, "content-type": "application/cbor" };
      try {
        await http.send({
          ...ask,
          url: `${base}/tx/submit`,
          method: "POST",
          headers: type,
          body: bytes,
          retriesMax: 0,
        });
        return { kind: "accepted" };
      } catch (error) {
        if (!isHttpError(error) || error.status < 400 || error.status >= 500 || BUSY.has(error.status)) throw error;
        return { kind: "rejected", reason: error.answer?.body.toString("utf8").slice(0, 300) ?? "" };
      }
    },
  };
}
