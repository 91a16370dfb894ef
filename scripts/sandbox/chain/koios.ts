// A Koios server over the simulated Cardano ledger: blocks, transactions of addresses, what they moved, balances.

import { DAY_MS } from "../../../schema/duration.ts";
import { addressBytes, addressText } from "../../../schema/pay/address.ts";
import { stakeHashOf } from "../../../schema/token/address.ts";
import { hash, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { type Coin, createDayLedger, type DayLedger, type DayMove } from "./day-ledger.ts";
import { hexOf, hexWithIndex, indexOfHex, type Party, strangerHex, strangerOf } from "./party.ts";

const GENESIS_MS = Date.UTC(2024, 0, 1);
const GENESIS_HEIGHT = 9_745_000;
const BLOCK_MS = 20_000;
const EPOCH_START_S = 1_596_059_091;
const EPOCH_S = 432_000;
const STAKED_SHARE = 0.6;
const COUNTS = "block_height,block_time,tx_count";
const SLOT_SHIFT_S = 1_591_566_291;
const SALT_TRANSACTION = 0xada;
const SALT_BLOCK = 0xadb;
const BODY_BYTES_MAX = 1_024;
const PAGE_MAX = 1_000;
/** Some days: how far back transactions of an address are known. */
export const REMEMBERED_BLOCKS = 15 * 4_320;
/** Headers of addresses: of a key with a stake key, and of a script alone; the low half is the main network. */
const KEY = "01";
const SCRIPT = "71";
const FEE = 172_000n;
/** Every output carries some ADA, also one that is there for an asset. */
export const CARRIED = 1_200_000n;

const heightAt = (timeMs: number): number => GENESIS_HEIGHT + Math.floor((timeMs - GENESIS_MS) / BLOCK_MS);
const timeOf = (height: number): number => (GENESIS_MS + (height - GENESIS_HEIGHT) * BLOCK_MS) / 1000;

export const createAdaLedger = (model: Model): DayLedger =>
  createDayLedger(model, {
    chain: "ada",
    native: "cardano",
    nativeDecimals: 6,
    salt: 0xada,
    perMinute: 0.3,
    turnoverShare: 0.03,
    failedShare: 0.02,
    gridMs: BLOCK_MS,
  });

const bytesOf = (hex: string): Uint8Array => Uint8Array.from(Buffer.from(hex, "hex"));

const createAddresses = (ledger: DayLedger, seed: number) => {
  const owners = new Map(ledger.parties.labels.map((label, party) => [label.address, party]));
  /** A key's address with a stake key behind it; one in twelve is a script's, without. */
  const invent = (party: Party): string => {
    const own = strangerHex(seed ^ 0xadd, party, 7);
    const header = party % 12 === 0 ? SCRIPT : KEY;
    return addressText(bytesOf(`${header}${own}${header === KEY ? stakeHash(party) : ""}`)) ?? "";
  };
  const stakeHash = (party: Party): string => strangerHex(seed ^ 0x57a, party, 7);
  return {
    stakeHash,
    addressOf: (party: Party): string => ledger.parties.labels[party]?.address ?? invent(party),
    stakeParty: (stake: string): Party | undefined => {
      const hash = stakeHashOf(stake) ?? "";
      const party = strangerOf(seed ^ 0x57a, hash, 7);
      return party === undefined || party % 12 === 0 ? undefined : party;
    },
    partyOf(address: string): Party | undefined {
      const bytes = addressBytes(address);
      return owners.get(address) ?? strangerOf(seed ^ 0xadd, bytes?.subarray(1, 29).toString("hex") ?? "", 7);
    },
  };
};

const seedOf = (model: Model): number => hash(model.seed, 0xada0);

/** The address of each party, and the hash its stake address names. */
export const adaAddresses = (model: Model) => createAddresses(createAdaLedger(model), seedOf(model));

type Chain = {
  readonly ledger: DayLedger;
  readonly seed: number;
  addressOf(party: Party): string;
  partyOf(address: string): Party | undefined;
  /** Whose stake address it is. */
  stakeParty(stake: string): Party | undefined;
};

const transactionId = (seed: number, move: DayMove): string => hexWithIndex(seed, move.number, SALT_TRANSACTION, 8);
const blockHash = (seed: number, height: number): string => hexWithIndex(seed, height, SALT_BLOCK, 8);

const epochOf = (height: number): number => Math.floor((timeOf(height) - EPOCH_START_S) / EPOCH_S) + 208;
const countOf = (seed: number, height: number): number => 6 + (hash(seed, height, 61) % 13);

/** Transactions of the blocks of a day (since 1970). */
export function adaTransactionsOn(model: Model, day: number): number {
  const seed = seedOf(model);
  let sum = 0;
  for (let height = heightAt(day * DAY_MS); height < heightAt((day + 1) * DAY_MS); height += 1)
    sum += countOf(seed, height);
  return sum;
}

const countedBlock = (seed: number, height: number): Record<string, unknown> => ({
  block_height: height,
  block_time: timeOf(height),
  tx_count: countOf(seed, height),
});

const block = (seed: number, height: number): Record<string, unknown> => ({
  hash: blockHash(seed, height),
  epoch_no: epochOf(height),
  abs_slot: timeOf(height) - SLOT_SHIFT_S,
  epoch_slot: (timeOf(height) - EPOCH_START_S) % EPOCH_S,
  block_height: height,
  block_size: 40_000,
  block_time: timeOf(height),
  tx_count: countOf(seed, height),
  proto_major: 10,
  proto_minor: 0,
});

const assetsOf = (coin: Coin, units: bigint): unknown[] =>
  coin.contract === null || units === 0n
    ? []
    : [
        {
          policy_id: coin.contract.slice(0, 56),
          asset_name: coin.contract.slice(56),
          fingerprint: "asset108xu02ckwrfc8qs9d97mgyh4kn8gdu9w8f5sxk",
          decimals: coin.decimals,
          quantity: `${units}`,
        },
      ];

const info = ({ seed, addressOf }: Chain, move: DayMove): unknown => {
  const height = heightAt(move.atMs);
  const id = transactionId(seed, move);
  const [from, to] = [addressOf(move.from), addressOf(move.to)];
  const native = move.coin.contract === null;
  const paid = native ? move.amount : CARRIED;
  const change = native ? move.amount * BigInt(hash(seed, move.number, 41) % 3) + CARRIED : CARRIED * 4n;
  const left = native ? 0n : move.amount * BigInt(hash(seed, move.number, 42) % 3);
  const output = (address: string, index: number, tx: string, lovelace: bigint, units: bigint): unknown => ({
    payment_addr: { bech32: address, cred: hexOf(seed, index, 51, 7) },
    stake_addr: null,
    tx_hash: tx,
    tx_index: index,
    value: `${lovelace}`,
    datum_hash: null,
    inline_datum: null,
    reference_script: null,
    asset_list: assetsOf(move.coin, units),
  });
  const spent = hexOf(seed ^ 0x1f, move.number, 3, 8);
  const inputs = [
    output(from, 0, spent, paid + change + FEE - CARRIED, native ? 0n : move.amount),
    output(from, 1, spent, CARRIED, left),
  ];
  const outputs = [output(to, 0, id, paid, native ? 0n : move.amount), output(from, 1, id, change, left)];
  return {
    tx_hash: id,
    block_hash: blockHash(seed, height),
    block_height: height,
    epoch_no: 1,
    epoch_slot: 1,
    absolute_slot: timeOf(height) - SLOT_SHIFT_S,
    tx_timestamp: timeOf(height),
    tx_block_index: move.number % 16,
    tx_size: 300,
    total_output: `${paid + change}`,
    fee: `${FEE}`,
    deposit: "0",
    inputs,
    outputs,
    withdrawals: [],
    assets_minted: [],
    plutus_contracts: move.failed ? [{ address: null, valid_contract: false }] : [],
  };
};

const limited = (ask: Ask, rows: readonly unknown[]): Answer => {
  const offset = Number(ask.query.get("offset") ?? 0);
  const limit = Math.min(PAGE_MAX, Number(ask.query.get("limit") ?? PAGE_MAX));
  return json(rows.slice(offset, offset + limit));
};

/** The filters of PostgREST this market knows: eq, lt, lte, gt and gte of one column. */
const bounds = (ask: Ask, column: string): { from: number; to: number } => {
  let [from, to] = [Number.NEGATIVE_INFINITY, Number.POSITIVE_INFINITY];
  for (const filter of ask.query.getAll(column)) {
    const [, operator = "", value = ""] = /^(eq|lt|lte|gt|gte)\.(\d+)$/.exec(filter) ?? [];
    if (operator === "") throw refuse(json({ code: "PGRST100", message: `"failed to parse filter (${filter})"` }, 400));
    const number = Number(value);
    if (operator === "eq" || operator === "gte") from = Math.max(from, number);
    if (operator === "gt") from = Math.max(from, number + 1);
    if (operator === "eq" || operator === "lte") to = Math.min(to, number);
    if (operator === "lt") to = Math.min(to, number - 1);
  }
  return { from, to };
};

const blocks = ({ seed }: Chain, ask: Ask, head: number): Answer => {
  const times = bounds(ask, "block_time");
  const heights = bounds(ask, "block_height");
  const last = Math.min(head, heights.to, times.to === Number.POSITIVE_INFINITY ? head : heightAt(times.to * 1000));
  const first = Math.max(GENESIS_HEIGHT, heights.from);
  const count = Math.min(PAGE_MAX, Number(ask.query.get("limit") ?? PAGE_MAX));
  const length = Math.max(0, Math.min(count, last - first + 1));
  // Who asks for counts alone is spared the making of hashes.
  const make = ask.query.get("select") === COUNTS ? countedBlock : block;
  return json(Array.from({ length }, (_, i) => make(seed, last - i)));
};

/** Epochs of five days; the stake of each is what it was two epochs before. */
const epochInfo = ({ ledger, seed }: Chain, ask: Ask, head: number): Answer => {
  const epoch = Number(ask.query.get("_epoch_no") ?? epochOf(head));
  const native = ledger.coins.find((coin) => coin.contract === null);
  if (!Number.isInteger(epoch) || epoch > epochOf(head) || !native) return json([]);
  const share = STAKED_SHARE + 0.01 * unit(hash(seed, epoch, 62));
  return json([{ epoch_no: epoch, active_stake: `${Math.round(native.asset.circulating * share)}000000` }]);
};

type Body = { _addresses?: unknown; _stake_addresses?: unknown; _tx_hashes?: unknown; _after_block_height?: unknown };

const listOf = (value: unknown): readonly string[] => {
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string"))
    throw refuse(json({ code: "PGRST202", message: "Could not find the function" }, 404));
  return value as string[];
};

const movesOf = function* (chain: Chain, addresses: ReadonlySet<string>, from: number, to: number): Generator<DayMove> {
  const parties = new Set([...addresses].map((address) => chain.partyOf(address)).filter((one) => one !== undefined));
  const [first, last] = [timeOf(from) * 1000, timeOf(to) * 1000 + BLOCK_MS - 1];
  for (let day = Math.floor(first / DAY_MS); day <= Math.floor(last / DAY_MS); day++)
    for (const move of chain.ledger.day(day)) {
      if (move.atMs < first || move.atMs > last) continue;
      if (parties.has(move.from) || parties.has(move.to)) yield move;
    }
};

/** The payment address that a stake address controls. */
const controlledBy = (chain: Chain, stakes: readonly string[]): string[] =>
  stakes.flatMap((stake) => {
    const party = chain.stakeParty(stake);
    return party === undefined ? [] : [chain.addressOf(party)];
  });

const addressTxs = (chain: Chain, ask: Ask, body: Body, head: number): Answer => {
  const { from, to } = bounds(ask, "block_height");
  // Who asks for all gets what is remembered.
  const asked = typeof body._after_block_height === "number" ? body._after_block_height : 0;
  const after = asked > 0 ? asked + 1 : head - REMEMBERED_BLOCKS;
  const found = [
    ...movesOf(chain, new Set(listOf(body._addresses)), Math.max(after, from, GENESIS_HEIGHT), Math.min(to, head)),
  ]
    .map((move) => ({
      tx_hash: transactionId(chain.seed, move),
      epoch_no: 1,
      block_height: heightAt(move.atMs),
      block_time: timeOf(heightAt(move.atMs)),
    }))
    .sort((a, b) => a.block_height - b.block_height || (a.tx_hash < b.tx_hash ? -1 : 1));
  const newestFirst = !(ask.query.get("order") ?? "").startsWith("block_height.asc");
  return limited(ask, newestFirst ? found.reverse() : found);
};

const txInfo = (chain: Chain, body: Body, nowMs: number): Answer =>
  json(
    listOf(body._tx_hashes).flatMap((id) => {
      const number = indexOfHex(chain.seed, id, SALT_TRANSACTION, 8);
      const move = number === null ? undefined : chain.ledger.byNumber(number);
      return move && move.atMs <= nowMs ? [info(chain, move)] : [];
    }),
  );

const held = ({ partyOf }: Chain, body: Body): { address: string; party: Party }[] =>
  listOf(body._addresses).flatMap((address) => {
    const party = partyOf(address);
    return party === undefined ? [] : [{ address, party }];
  });

/** What a wallet holds; a stranger some coins and no assets. */
export const adaBalance = (ledger: DayLedger, coin: Coin, party: Party, nowMs: number): bigint => {
  if (party >= 0) return ledger.balance(coin, party, nowMs);
  return coin.contract === null ? 5_000_000n + BigInt(hash(0xada, party, 63) % 1_000_000_000) * 1_000n : 0n;
};

const addressInfo = (chain: Chain, ask: Ask, body: Body): Answer => {
  const { nowMs } = ask;
  const native = chain.ledger.coins.find((coin) => coin.contract === null);
  return limited(
    ask,
    held(chain, body).map(({ address, party }) => ({
      address,
      balance: `${native ? adaBalance(chain.ledger, native, party, nowMs) : 0n}`,
      stake_address: null,
      script_address: party < 0 && party % 12 === 0,
      utxo_set: [],
    })),
  );
};

const accountInfo = (chain: Chain, ask: Ask, body: Body): Answer => {
  const native = chain.ledger.coins.find((coin) => coin.contract === null);
  return limited(
    ask,
    listOf(body._stake_addresses).flatMap((stake) => {
      const party = chain.stakeParty(stake);
      if (party === undefined || !native) return [];
      const balance = `${adaBalance(chain.ledger, native, party, ask.nowMs)}`;
      const none = {
        delegated_pool: null,
        rewards: "0",
        withdrawals: "0",
        rewards_available: "0",
        reserves: "0",
        treasury: "0",
      };
      return [{ stake_address: stake, status: "registered", total_balance: balance, utxo: balance, ...none }];
    }),
  );
};

const addressAssets = (chain: Chain, ask: Ask, body: Body): Answer =>
  limited(
    ask,
    held(chain, body).flatMap(({ address, party }) =>
      chain.ledger.coins.flatMap((coin) =>
        assetsOf(coin, coin.contract === null ? 0n : adaBalance(chain.ledger, coin, party, ask.nowMs)).map((asset) => ({
          address,
          ...(asset as object),
        })),
      ),
    ),
  );

const answer = (chain: Chain, ask: Ask): Answer => {
  const head = heightAt(ask.nowMs);
  const path = ask.path.replace(/^\/api\/v1(?=\/)/, "");
  if (ask.method === "GET" && path === "/tip") return json([{ ...block(chain.seed, head), block_no: head }]);
  if (ask.method === "GET" && path === "/blocks") return blocks(chain, ask, head);
  if (ask.method === "GET" && path === "/epoch_info") return epochInfo(chain, ask, head);
  if (ask.method === "GET" && path === "/account_txs") {
    const _addresses = controlledBy(chain, [ask.query.get("_stake_address") ?? ""]);
    const after = Number(ask.query.get("_after_block_height") ?? 0);
    return addressTxs(chain, ask, { _addresses, _after_block_height: after }, head);
  }
  if (ask.method !== "POST") return json({ code: "PGRST205", message: "Could not find the table" }, 404);
  if (ask.body.length > BODY_BYTES_MAX) return json({ message: "Payload Too Large" }, 413);
  const body = JSON.parse(ask.body) as Body;
  switch (path) {
    case "/address_txs":
      return addressTxs(chain, ask, body, head);
    case "/tx_info":
      return txInfo(chain, body, ask.nowMs);
    case "/address_info":
      return addressInfo(chain, ask, body);
    case "/account_info":
      return accountInfo(chain, ask, body);
    case "/account_assets":
      listOf(body._stake_addresses);
      return json([]);
    case "/address_assets":
      return addressAssets(chain, ask, body);
    default:
      return json({ code: "PGRST202", message: "Could not find the function" }, 404);
  }
};

export const createKoios = (model: Model): Provider => {
  const ledger = createAdaLedger(model);
  const seed = seedOf(model);
  const chain: Chain = { ledger, seed, ...createAddresses(ledger, seed) };
  return { id: "ada", answer: (ask) => settle((one) => answer(chain, one), ask) };
};
