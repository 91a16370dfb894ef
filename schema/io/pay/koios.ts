// The door to a Cardano ledger over the Koios HTTP API: outputs, transactions, parameters, submission.
import { parseJson } from "../../json.ts";
import { keyHashOf } from "../../pay/address.ts";
import { LOVELACE, type Spendable } from "../../pay/transaction.ts";
import { type Http, isHttpError } from "../http.ts";
import { BUSY, type Chain } from "./blockfrost.ts";

type KoiosOptions = {
  readonly http: Http;
  readonly url: string;
  /** Empty for the public tier. */
  readonly token: string;
};

type Utxo = {
  readonly tx_hash: string;
  readonly tx_index: number;
  readonly address: string;
  readonly value: string;
  readonly asset_list?:
    | readonly { readonly policy_id: string; readonly asset_name: string | null; readonly quantity: string }[]
    | null;
  readonly is_spent?: boolean;
};

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 1_000_000;
/** The public tier takes bodies of one kilobyte; a reference has about seventy bytes. */
const REFS_MAX = 12;

const toSpendable = (utxo: Utxo): Spendable => ({
  address: utxo.address,
  keyHash: keyHashOf(utxo.address),
  value: new Map([
    [LOVELACE, BigInt(utxo.value)],
    ...(utxo.asset_list ?? []).map(
      ({ policy_id, asset_name, quantity }) => [`${policy_id}${asset_name ?? ""}`, BigInt(quantity)] as const,
    ),
  ]),
  // Where the ledger does not say that an output is free, it is not.
  isSpent: utxo.is_spent !== false,
});

/** Opens the door. */
export function openKoios({ http, url, token }: KoiosOptions): Chain {
  const base = url.replace(/\/+$/, "");
  const auth: Record<string, string> = token === "" ? {} : { authorization: `Bearer ${token}` };
  const ask = { provider: "cardano", timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX } as const;

  async function rows(path: string, body?: object): Promise<readonly unknown[]> {
    const sent =
      body === undefined
        ? { headers: auth }
        : {
            method: "POST" as const,
            headers: { ...auth, "content-type": "application/json" },
            body: JSON.stringify(body),
          };
    const answer = await http.send({ ...ask, ...sent, url: `${base}${path}`, retriesMax: 1 });
    const value: unknown = parseJson(answer.body);
    if (!Array.isArray(value)) throw new Error(`the ledger's answer to ${path} is no list`);
    return value;
  }

  return {
    async readSpendable(refs) {
      const wanted = [...new Set(refs)];
      const chunks = Array.from({ length: Math.ceil(wanted.length / REFS_MAX) }, (_, at) =>
        wanted.slice(at * REFS_MAX, (at + 1) * REFS_MAX),
      );
      const found = await Promise.all(
        chunks.map((chunk) => rows("/utxo_info", { _utxo_refs: chunk, _extended: true })),
      );
      const known = new Set(wanted);
      const entries = (found.flat() as Utxo[]).map(
        (utxo) => [`${utxo.tx_hash}#${utxo.tx_index}`, toSpendable(utxo)] as const,
      );
      return new Map(entries.filter(([ref]) => known.has(ref)));
    },
    async readParameters() {
      const [raw] = (await rows("/epoch_params?order=epoch_no.desc&limit=1")) as Record<string, string | number>[];
      if (raw === undefined) throw new Error("the ledger has no parameters");
      return {
        minFeeA: BigInt(raw.min_fee_a ?? ""),
        minFeeB: BigInt(raw.min_fee_b ?? ""),
        coinsPerUtxoByte: BigInt(raw.coins_per_utxo_size ?? ""),
        transactionBytesMax: Number(raw.max_tx_size),
      };
    },
    async readConfirmations(transaction) {
      const found = (await rows("/tx_status", { _tx_hashes: [transaction] })) as {
        tx_hash: string;
        num_confirmations: number | null;
      }[];
      return found.find(({ tx_hash }) => tx_hash === transaction)?.num_confirmations ?? null;
    },
    async submit(bytes) {
      const headers = { ...auth, "content-type": "application/cbor" };
      try {
        await http.send({ ...ask, url: `${base}/submittx`, method: "POST", headers, body: bytes, retriesMax: 0 });
        return { kind: "accepted" };
      } catch (error) {
        if (!isHttpError(error) || error.status < 400 || error.status >= 500 || BUSY.has(error.status)) throw error;
        return { kind: "rejected", reason: error.answer?.body.toString("utf8").slice(0, 300) ?? "" };
      }
    },
  };
}
