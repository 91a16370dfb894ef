// The door to a Cardano ledger for anchors: coins of an address, metadata of a transaction, and what payments use.
import { Type } from "typebox";
import { compile } from "../../schema/check.ts";
import type { Env } from "../../schema/env.ts";
import { isHttpError } from "../../schema/io/http.ts";
import { type BlockfrostOptions, type Chain, openBlockfrost } from "../../schema/io/pay/blockfrost.ts";
import { parseJson } from "../../schema/json.ts";
import { ANCHOR_LABEL, type AnchorEntry } from "../../schema/pay/anchor.ts";

export type AnchorLedger = Pick<Chain, "readParameters" | "readConfirmations" | "submit"> & {
  /** Outputs of plain coins, largest first. */
  readCoins(address: string): Promise<readonly { readonly ref: string; readonly lovelace: bigint }[]>;
  /** What a transaction anchors; null where it is in no block or anchors nothing. */
  readAnchor(transaction: string): Promise<AnchorEntry | null>;
};

const TIMEOUT_MS = 10_000;
const BODY_BYTES_MAX = 1_000_000;
const isUnspent = compile(
  Type.Array(
    Type.Object({
      tx_hash: Type.String({ pattern: "^[0-9a-f]{64}$" }),
      output_index: Type.Integer({ minimum: 0 }),
      amount: Type.Array(Type.Object({ unit: Type.String(), quantity: Type.String({ pattern: "^[0-9]{1,20}$" }) })),
    }),
  ),
);
const isMetadata = compile(Type.Array(Type.Object({ label: Type.String(), json_metadata: Type.Unknown() })));
const isEntry = compile(
  Type.Object({ origin: Type.String(), size: Type.Integer(), root: Type.String({ pattern: "^0x[0-9a-f]{64}$" }) }),
);

/** The ledger that roots are written to, the one of payments; null where there is none that shows metadata. */
export function anchorUrl(
  env: Pick<Env, "MARKET" | "ANCHOR_KEY" | "CARDANO_URL" | "CARDANO_API" | "SANDBOX_ORIGINS">,
): string | null {
  if (env.ANCHOR_KEY === "") return null;
  if (env.MARKET === "live") return env.CARDANO_API === "blockfrost" ? (env.CARDANO_URL ?? null) : null;
  const { cardano } = JSON.parse(env.SANDBOX_ORIGINS) as Readonly<Record<string, unknown>>;
  return typeof cardano === "string" ? `${cardano.replace(/\/+$/, "")}/api/v0` : null;
}

/** Every call throws where the ledger cannot be asked. */
export function openAnchorLedger(options: BlockfrostOptions): AnchorLedger {
  const { http, url, projectId } = options;
  const base = url.replace(/\/+$/, "");
  const headers: Record<string, string> = projectId === "" ? {} : { project_id: projectId };
  const ask = { provider: "cardano", timeoutMs: TIMEOUT_MS, bodyBytesMax: BODY_BYTES_MAX, retriesMax: 1 } as const;
  async function read(path: string): Promise<unknown> {
    try {
      return parseJson((await http.send({ ...ask, url: `${base}${path}`, headers })).body);
    } catch (error) {
      if (isHttpError(error) && error.status === 404) return [];
      throw error;
    }
  }
  const { readParameters, readConfirmations, submit } = openBlockfrost(options);
  return {
    readParameters,
    readConfirmations,
    submit,
    async readCoins(address) {
      const found = await read(`/addresses/${address}/utxos`);
      if (!isUnspent(found)) throw new Error("the ledger's answer about an address is not one");
      return found
        .filter(({ amount }) => amount.length === 1 && amount[0]?.unit === "lovelace")
        .map((one) => ({ ref: `${one.tx_hash}#${one.output_index}`, lovelace: BigInt(one.amount[0]?.quantity ?? "0") }))
        .sort((a, b) => (a.lovelace < b.lovelace ? 1 : -1));
    },
    async readAnchor(transaction) {
      const found = await read(`/txs/${transaction}/metadata`);
      const entry = isMetadata(found) ? found.find(({ label }) => label === `${ANCHOR_LABEL}`)?.json_metadata : null;
      return isEntry(entry) ? { origin: entry.origin, size: entry.size, root: entry.root.slice(2) } : null;
    },
  };
}
