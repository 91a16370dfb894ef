// A Koios server (Cardano): blocks, the transactions of addresses by height, what they moved, and balances.
import { httpError } from "../../../schema/io/http.ts";
import type { CallContext } from "../../client/client.ts";
import { type CountedBlock, countedBlock } from "../../client/counted-block.ts";
import { callJson } from "../../client/http-json.ts";
import type { Connections } from "../../run/connection.ts";
import { asList, asNumber, asRecord, asText, isTime } from "../../source/body.ts";
import { isSameAddress, otherInstrument, refuseOther } from "../../source/instrument.ts";

export type AdaBlock = { readonly height: number; readonly hash: string /** Epoch ms. */; readonly at: number };

/** What a transaction left each address with, in base units: lovelace, and assets by policy and name. */
export type AdaTransaction = {
  readonly id: string;
  readonly block: number;
  readonly at: number;
  readonly lovelace: ReadonlyMap<string, bigint>;
  readonly assets: ReadonlyMap<string, ReadonlyMap<string, bigint>>;
};

export type Held = { readonly address: string; readonly asset: string | null; readonly units: bigint };

export type Koios = {
  /** At most `limit` blocks, newest first, from the newest one or from a height on. */
  counts(from: number | null, limit: number): Promise<CountedBlock[]>;
  /** Lovelace staked with pools in the epoch that is running. */
  activeStake(): Promise<bigint>;
  /** The newest blocks, newest first: an hour of them costs one call, as one block does. */
  recent(): Promise<AdaBlock[]>;
  /** The last block before a time. */
  blockBefore(timeMs: number): Promise<AdaBlock>;
  blockAt(height: number): Promise<AdaBlock>;
  /** Hashes of transactions of the addresses in a range of heights, both ends included. */
  transactionsOf(addresses: readonly string[], range: { from: number; to: number }): Promise<string[]>;
  transactions(hashes: readonly string[]): Promise<AdaTransaction[]>;
  /** Lovelace (asset null) and assets held; an address never used is absent. */
  balances(addresses: readonly string[]): Promise<Held[]>;
};

/** A request without a token may have a body of 1 kB: a hash takes 67 bytes of it, an address about 110. */
const HASHES_MAX = 12;
const ADDRESSES_MAX = 6;
const PAGE = 1_000;
const PAGES_MAX = 20;
const RECENT = 200;

export function units(value: unknown, what: string): bigint {
  const text = typeof value === "number" && Number.isSafeInteger(value) ? `${value}` : asText(value);
  if (!/^\d+$/.test(text)) throw httpError("bad_body", `${what} is no amount`);
  return BigInt(text);
}

export function blockOf(value: unknown): AdaBlock {
  const row = asRecord(value, "block");
  const height = asNumber(row.block_height);
  const at = asNumber(row.block_time) * 1_000;
  if (!Number.isInteger(height) || !isTime(at)) throw httpError("bad_body", "not a block");
  return { height, hash: asText(row.hash), at };
}

export function countedAdaBlockOf(value: unknown): CountedBlock {
  const { block_height, block_time, tx_count } = asRecord(value, "block");
  return countedBlock(block_height, block_time, tx_count);
}

/** Lovelace of the rows of `/epoch_info`; throws bad_body where they are not about the epoch or give no stake. */
export function activeStakeOf(rows: readonly unknown[], epoch: number): bigint {
  const row = rows.map((one) => asRecord(one, "epoch")).find((one) => asNumber(one.epoch_no) === epoch);
  if (!row) throw httpError("bad_body", "not the epoch that was asked for");
  return units(row.active_stake, "the active stake");
}

/** Policy and name in hex, as one text. */
export const assetOf = (row: Readonly<Record<string, unknown>>): string =>
  `${asText(row.policy_id)}${asText(row.asset_name)}`;

/** Null for one whose script failed: it took the collateral and moved nothing. */
export function adaTransactionOf(value: unknown): AdaTransaction | null {
  const row = asRecord(value, "transaction");
  const contracts = asList(row.plutus_contracts ?? [], "plutus_contracts");
  if (contracts.some((one) => asRecord(one, "contract").valid_contract === false)) return null;
  const lovelace = new Map<string, bigint>();
  const assets = new Map<string, Map<string, bigint>>();
  const add = (into: Map<string, bigint>, address: string, change: bigint) =>
    into.set(address, (into.get(address) ?? 0n) + change);
  for (const [side, sign] of [["inputs", -1n] as const, ["outputs", 1n] as const]) {
    for (const one of asList(row[side], side)) {
      const utxo = asRecord(one, "output");
      const address = asText(asRecord(utxo.payment_addr, "payment_addr").bech32);
      add(lovelace, address, sign * units(utxo.value, "lovelace"));
      for (const held of asList(utxo.asset_list ?? [], "asset_list").map((item) => asRecord(item, "asset"))) {
        const asset = assetOf(held);
        const deltas = assets.get(asset) ?? new Map<string, bigint>();
        add(deltas, address, sign * units(held.quantity, "a quantity"));
        assets.set(asset, deltas);
      }
    }
  }
  const at = asNumber(row.tx_timestamp) * 1_000;
  const block = asNumber(row.block_height);
  if (!isTime(at) || !Number.isInteger(block)) throw httpError("bad_body", "a transaction without its block");
  return { id: asText(row.tx_hash), block, at, lovelace, assets };
}

function* parts<T>(list: readonly T[], size: number): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += size) yield list.slice(at, at + size);
}

/** The one for everybody, who has a day's budget of it. */
export const PUBLIC_URL = "https://api.koios.rest/api/v1";

/** The calls of a server as the clients make them; `base` ends before `/tip`. */
export function openKoiosCalls(connections: Connections, base: string, context: CallContext) {
  // A simulated one stands for the public one.
  const isOwn = connections.origin("ada") === null && new URL(base).host !== new URL(PUBLIC_URL).host;
  const call = async (endpoint: string, query: string, post?: object): Promise<readonly unknown[]> => {
    const url = `${base}/${endpoint}${query}`;
    const ask = { venue: "ada", endpoint, url, isOwn, ...(post ? { post } : {}) } as const;
    return asList((await callJson(connections, ask, context)).body, endpoint);
  };
  /** Every row of a list in order, page by page: a page is cut without a word. */
  const all = async (endpoint: string, order: string, post: object, filter = ""): Promise<readonly unknown[]> => {
    const rows: unknown[] = [];
    for (let page = 0; ; page += 1) {
      if (page === PAGES_MAX) throw httpError("bad_body", `${endpoint} has more rows than can be read whole`);
      const found = await call(endpoint, `?${filter}order=${order}&limit=${PAGE}&offset=${page * PAGE}`, post);
      rows.push(...found);
      if (found.length < PAGE) return rows;
    }
  };
  const blocks = (query: string) => call("blocks", `?select=hash,block_height,block_time&${query}`);
  const oneBlock = async (query: string): Promise<AdaBlock> => blockOf((await blocks(`${query}&limit=1`))[0]);
  return { call, all, blocks, oneBlock };
}

/** Opens a client for one run; `base` ends before `/tip`. */
export function openKoios(connections: Connections, base: string, context: CallContext): Koios {
  const { call, all, blocks, oneBlock } = openKoiosCalls(connections, base, context);
  return {
    counts: async (from, limit) => {
      const below = from === null ? "" : `&block_height=lte.${from}`;
      const columns = "select=block_height,block_time,tx_count";
      return (await call("blocks", `?${columns}${below}&order=block_height.desc&limit=${limit}`)).map(
        countedAdaBlockOf,
      );
    },
    async activeStake() {
      const epoch = asNumber(asRecord((await call("tip", ""))[0], "tip").epoch_no);
      if (!Number.isInteger(epoch)) throw httpError("bad_body", "the tip has no epoch");
      return activeStakeOf(await call("epoch_info", `?_epoch_no=${epoch}&select=epoch_no,active_stake`), epoch);
    },
    async recent() {
      const found = (await blocks(`order=block_height.desc&limit=${RECENT}`)).map(blockOf);
      if (found.length === 0 || found.some(({ height }, index) => height !== (found[0]?.height ?? 0) - index))
        throw httpError("bad_body", "the blocks are not one after another");
      return found;
    },
    async blockBefore(timeMs) {
      const block = await oneBlock(`block_time=lt.${Math.ceil(timeMs / 1_000)}&order=block_height.desc`);
      if (block.at >= timeMs) throw otherInstrument("time");
      return block;
    },
    async blockAt(height) {
      const block = await oneBlock(`block_height=eq.${height}`);
      refuseOther("block", block.height, (told) => told === `${height}`);
      return block;
    },
    async transactionsOf(addresses, { from, to }) {
      const found = new Set<string>();
      for (const some of parts(addresses, ADDRESSES_MAX)) {
        const post = { _addresses: some, _after_block_height: from - 1 };
        const order = "block_height.asc,tx_hash.asc";
        const rows = await all("address_txs", order, post, `block_height=lte.${to}&`);
        for (const { tx_hash, block_height } of rows.map((row) => asRecord(row, "transaction"))) {
          // Filters are the server's word; the heights are checked here.
          if (asNumber(block_height) >= from && asNumber(block_height) <= to) found.add(asText(tx_hash));
        }
      }
      return [...found].sort();
    },
    async transactions(hashes) {
      const found: AdaTransaction[] = [];
      for (const some of parts(hashes, HASHES_MAX)) {
        const rows = await call("tx_info", "", { _tx_hashes: some, _inputs: true, _assets: true, _scripts: true });
        if (rows.length !== some.length) throw httpError("bad_body", "not every transaction was given");
        const told = new Set(rows.map((row) => asText(asRecord(row, "transaction").tx_hash).toLowerCase()));
        if (!some.every((hash) => told.has(hash.toLowerCase()))) throw otherInstrument("transaction");
        found.push(...rows.flatMap((row) => adaTransactionOf(row) ?? []));
      }
      return found;
    },
    async balances(addresses) {
      const found: Held[] = [];
      for (const some of parts(addresses, ADDRESSES_MAX)) {
        const post = { _addresses: some };
        const isAsked = (told: string) => some.some((address) => isSameAddress(told, address));
        for (const row of (await all("address_info", "address.asc", post)).map((one) => asRecord(one, "address"))) {
          refuseOther("address", row.address, isAsked);
          found.push({ address: asText(row.address), asset: null, units: units(row.balance, "a balance") });
        }
        const order = "address.asc,policy_id.asc,asset_name.asc";
        for (const row of (await all("address_assets", order, post)).map((one) => asRecord(one, "asset"))) {
          refuseOther("address", row.address, isAsked);
          const held = units(row.quantity, "a quantity");
          found.push({ address: asText(row.address), asset: assetOf(row), units: held });
        }
      }
      return found;
    },
  };
}
