// An Esplora server: heights and their blocks, and the confirmed transactions of an address back to a time.
import { httpError } from "../../../schema/io/http.ts";
import type { CallContext } from "../../client/client.ts";
import { type CountedBlock, countedBlock } from "../../client/counted-block.ts";
import { callJson } from "../../client/http-json.ts";
import type { Connections } from "../../run/connection.ts";
import { asList, asNumber, asRecord, asText, isTime } from "../../source/body.ts";
import { isSameAddress, otherInstrument, refuseOther } from "../../source/instrument.ts";

export type BtcBlock = { readonly number: number; readonly hash: string /** Epoch ms. */; readonly at: number };

/** Amounts in satoshi; an address is empty where the script has none. */
type Coin = { readonly address: string; readonly sats: number };

export type BtcTransaction = {
  readonly id: string;
  readonly block: number;
  readonly at: number;
  readonly inputs: readonly Coin[];
  readonly outputs: readonly Coin[];
};

export type Esplora = {
  /** A page of blocks, newest first, from the newest one or from a height on. */
  counts(from: number | null): Promise<CountedBlock[]>;
  tipHeight(): Promise<number>;
  /** The newest block, in one call. */
  tip(): Promise<BtcBlock>;
  block(height: number): Promise<BtcBlock>;
  /** Confirmed satoshi of an address: paid to it less spent by it. */
  balance(address: string): Promise<bigint>;
  /** Confirmed satoshi of an address, and how many confirmed transactions name it. */
  sums(address: string): Promise<{ readonly sats: bigint; readonly count: number }>;
  /** A page of confirmed transactions of an address, newest first, behind the one of this id or from the newest on. */
  page(address: string, after: string): Promise<BtcTransaction[]>;
};

const coin = (value: unknown): Coin => {
  const row = asRecord(value, "output");
  return { address: asText(row.scriptpubkey_address), sats: asNumber(row.value) };
};

function transactionOf(value: unknown): BtcTransaction | null {
  const row = asRecord(value, "transaction");
  const status = asRecord(row.status, "status");
  if (status.confirmed !== true) return null;
  const inputs = asList(row.vin, "vin").flatMap((one) => {
    const { prevout } = asRecord(one, "input");
    return prevout === null || prevout === undefined ? [] : [coin(prevout)];
  });
  const at = asNumber(status.block_time) * 1_000;
  const outputs = asList(row.vout, "vout").map(coin);
  const sums = [...inputs, ...outputs].every(({ sats }) => Number.isFinite(sats) && sats >= 0);
  if (!isTime(at) || !sums) throw httpError("bad_body", "a transaction without time or amounts");
  return { id: asText(row.txid), block: asNumber(status.block_height), at, inputs, outputs };
}

export function countedBlockOf(value: unknown): CountedBlock {
  const { height, timestamp, tx_count } = asRecord(value, "block");
  return countedBlock(height, timestamp, tx_count);
}

/** Opens a client for one run; `base` ends before `/address`. */
export function openEsplora(connections: Connections, base: string, context: CallContext): Esplora {
  const get = async (endpoint: string, path: string, text?: true): Promise<unknown> => {
    const ask = { venue: "btc", endpoint, url: `${base}${path}`, ...(text ? { text } : {}) } as const;
    return (await callJson(connections, ask, context)).body;
  };
  const sums = async (address: string) => {
    const { chain_stats, address: told } = asRecord(await get("address", `/address/${address}`), "address");
    refuseOther("address", told, (one) => isSameAddress(one, address));
    const { funded_txo_sum, spent_txo_sum, tx_count } = asRecord(chain_stats, "chain_stats");
    const sats = asNumber(funded_txo_sum) - asNumber(spent_txo_sum);
    if (!Number.isSafeInteger(sats) || sats < 0) throw httpError("bad_body", "an address without its sums");
    return { sats: BigInt(sats), count: asNumber(tx_count) };
  };
  return {
    async tip() {
      const [newest] = asList(await get("blocks", "/blocks"), "blocks").map((one) => asRecord(one, "block"));
      const block = {
        number: asNumber(newest?.height),
        hash: asText(newest?.id),
        at: asNumber(newest?.timestamp) * 1_000,
      };
      if (!Number.isInteger(block.number) || !isTime(block.at) || !/^[0-9a-f]{64}$/.test(block.hash))
        throw httpError("bad_body", "the newest block is none");
      return block;
    },
    async sums(address) {
      const found = await sums(address);
      if (!Number.isInteger(found.count)) throw httpError("bad_body", "an address without its count");
      return found;
    },
    balance: async (address) => (await sums(address)).sats,
    async tipHeight() {
      const height = asNumber(await get("blocks/tip/height", "/blocks/tip/height", true));
      if (!Number.isInteger(height)) throw httpError("bad_body", "the tip is no height");
      return height;
    },
    async block(height) {
      const hash = asText(await get("block-height", `/block-height/${height}`, true)).trim();
      if (!/^[0-9a-f]{64}$/.test(hash)) throw httpError("bad_body", "no block hash");
      const { timestamp, ...told } = asRecord(await get("block", `/block/${hash}`), "block");
      refuseOther("block", told.id, (id) => id === hash);
      refuseOther("block", told.height, (number) => number === `${height}`);
      const at = asNumber(timestamp) * 1_000;
      if (!isTime(at)) throw httpError("bad_body", "a block without its time");
      return { number: height, hash, at };
    },
    counts: async (from) =>
      asList(await get("blocks", from === null ? "/blocks" : `/blocks/${from}`), "blocks").map(countedBlockOf),
    async page(address, after) {
      const path = `/address/${address}/txs/chain${after === "" ? "" : `/${after}`}`;
      const rows = asList(await get("address/txs/chain", path))
        .map(transactionOf)
        .filter((row) => row !== null);
      const isOfIt = ({ inputs, outputs }: BtcTransaction) =>
        [...inputs, ...outputs].some((one) => isSameAddress(one.address, address));
      if (!rows.every(isOfIt)) throw otherInstrument("address");
      return rows;
    },
  };
}
