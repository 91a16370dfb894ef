// An Esplora server over the simulated Bitcoin ledger, as blockstream.info and mempool.space speak it.
import { hash } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { type Answer, type Ask, json, type Provider, raw, refuse, settle } from "../provider.ts";
import { type BtcLedger, createBtcLedger, STRANGER_BLOCKS } from "./btc-ledger.ts";
import type { Move, Output } from "./btc-total.ts";
import { hexOf } from "./party.ts";

const PAGE = 25;
const BLOCKS_PAGE = 10;
const WALK_BLOCKS_MAX = 6000;
const ADDRESS = /^([13][1-9A-HJ-NP-Za-km-z]{25,34}|bc1[02-9ac-hj-np-z]{39,59})$/;

const text = (body: string, status = 200): Answer => ({ status, body, headers: { "content-type": "text/plain" } });

const typeOf = (address: string): string => {
  if (address.startsWith("1")) return "p2pkh";
  if (address.startsWith("3")) return "p2sh";
  if (address.startsWith("bc1p")) return "v1_p2tr";
  return address.length > 45 ? "v0_p2wsh" : "v0_p2wpkh";
};

const script = (ledger: BtcLedger, { party, sats }: Output): Record<string, unknown> => {
  const address = ledger.addressOf(party);
  // The script bytes are invented; only the address is meant to be read.
  const bytes = `0014${hexOf(0x5c, party, 0, 5)}`;
  return {
    scriptpubkey: bytes,
    scriptpubkey_asm: `OP_0 OP_PUSHBYTES_20 ${bytes.slice(4)}`,
    scriptpubkey_type: typeOf(address),
    scriptpubkey_address: address,
    value: sats,
  };
};

const status = (ledger: BtcLedger, height: number): Record<string, unknown> => ({
  confirmed: true,
  block_height: height,
  block_hash: ledger.blockHash(height),
  block_time: ledger.timeOf(height) / 1000,
});

const transaction = (ledger: BtcLedger, height: number, move: Move): unknown => {
  const size = 150 + 70 * move.inputs.length + 34 * move.outputs.length;
  return {
    txid: ledger.transactionId(height, move.index),
    version: 2,
    locktime: 0,
    vin: move.inputs.map((input, place) => ({
      txid: hexOf(0x17, height * 64 + move.index, place, 8),
      vout: place,
      prevout: script(ledger, input),
      scriptsig: "",
      scriptsig_asm: "",
      witness: [],
      is_coinbase: false,
      sequence: 4_294_967_293,
    })),
    vout: move.outputs.map((output) => script(ledger, output)),
    size,
    weight: size * 4 - 200,
    fee: move.feeSats,
    status: status(ledger, height),
  };
};

const block = (ledger: BtcLedger, height: number): unknown => ({
  id: ledger.blockHash(height),
  height,
  version: 536_870_912,
  timestamp: ledger.timeOf(height) / 1000,
  tx_count: ledger.count(height),
  size: 1_400_000,
  weight: 3_993_000,
  merkle_root: hexOf(0x3e, height, 0, 8),
  previousblockhash: ledger.blockHash(height - 1),
  mediantime: ledger.timeOf(height - 6) / 1000,
  nonce: hash(0x4e, height),
  bits: 386_000_000,
  difficulty: 150_839_487_445_890.5,
});

/** Heights to look at, newest first: a stranger is looked up, as its totals are; an exchange is in most blocks. */
function* heightsBack(ledger: BtcLedger, party: number | undefined, from: number, head: number) {
  if (party === undefined) return;
  if (party < 0) yield* ledger.heightsOf(party, head - STRANGER_BLOCKS, from).toReversed();
  else for (let height = from; height > from - WALK_BLOCKS_MAX; height--) yield height;
}

/** Confirmed transactions of an address, newest first, after a given one; walks back a bounded number of blocks. */
const history = (
  ledger: BtcLedger,
  address: string,
  head: number,
  after: { height: number; index: number } | null,
): unknown[] => {
  const party = ledger.partyOf(address);
  const found: unknown[] = [];
  const from = after?.height ?? head;
  for (const height of heightsBack(ledger, party, from, head)) {
    if (found.length >= PAGE) break;
    for (const move of ledger.moves(height).reverse()) {
      if (after && height === after.height && move.index >= after.index) continue;
      const hit = [...move.inputs, ...move.outputs].some((side) => side.party === party);
      if (hit && found.length < PAGE) found.push(transaction(ledger, height, move));
    }
  }
  return found;
};

const addressStats = (ledger: BtcLedger, address: string, head: number): unknown => {
  const party = ledger.partyOf(address);
  const total = party === undefined ? null : ledger.totals(party, head);
  const none = { funded_txo_count: 0, funded_txo_sum: 0, spent_txo_count: 0, spent_txo_sum: 0, tx_count: 0 };
  return {
    address,
    chain_stats: total
      ? {
          funded_txo_count: total.fundedCount,
          funded_txo_sum: total.fundedSats,
          spent_txo_count: total.spentCount,
          spent_txo_sum: total.spentSats,
          tx_count: total.moves,
        }
      : none,
    mempool_stats: none,
  };
};

const notFound = (what: string): Error => refuse(text(`${what} not found`, 404));

const heightOfBlock = (ledger: BtcLedger, id: string, head: number): number => {
  const height = ledger.heightOfHash(id);
  if (height === null || height > head) throw notFound("Block");
  return height;
};

const answer = (ledger: BtcLedger, ask: Ask): Answer => {
  const head = ledger.heightAt(ask.nowMs);
  const [, first = "", second = "", third = "", fourth = "", fifth = ""] = ask.path
    .replace(/^\/api(?=\/)/, "")
    .split("/");
  if (first === "blocks" && second === "tip") return text(third === "hash" ? ledger.blockHash(head) : `${head}`);
  if (first === "blocks") {
    const from = second === "" ? head : Number(second);
    if (!Number.isInteger(from) || from < BLOCKS_PAGE) return text("Invalid block height", 400);
    return json(Array.from({ length: BLOCKS_PAGE }, (_, i) => block(ledger, Math.min(from, head) - i)));
  }
  if (first === "block-height") {
    const height = Number(second);
    if (!Number.isInteger(height) || height < 0 || height > head) throw notFound("Block");
    return text(ledger.blockHash(height));
  }
  if (first === "block") {
    const height = heightOfBlock(ledger, second, head);
    if (third === "") return json(block(ledger, height));
    if (third === "status")
      return json({ in_best_chain: true, height, next_best: height < head ? ledger.blockHash(height + 1) : null });
    const moves = ledger.moves(height);
    if (third === "txids") return json(moves.map((move) => ledger.transactionId(height, move.index)));
    const start = Number(fourth === "" ? 0 : fourth);
    if (third === "txs" && start % PAGE === 0)
      return json(moves.slice(start, start + PAGE).map((move) => transaction(ledger, height, move)));
  }
  if (first === "tx") {
    const at = ledger.locate(second);
    const move = at && at.height <= head ? ledger.moves(at.height)[at.index] : undefined;
    if (!at || !move) throw notFound("Transaction");
    return json(third === "status" ? status(ledger, at.height) : transaction(ledger, at.height, move));
  }
  if (first === "address") {
    if (!ADDRESS.test(second)) return text("Invalid Bitcoin address", 400);
    if (third === "") return json(addressStats(ledger, second, head));
    if (third === "txs" && fourth === "mempool") return json([]);
    if (third === "txs" && (fourth === "" || fourth === "chain")) {
      const after = fifth === "" ? null : ledger.locate(fifth);
      if (fifth !== "" && !after) throw notFound("Transaction");
      return json(history(ledger, second, head, after));
    }
  }
  return raw("Not found", 404);
};

export const createEsplora = (model: Model): Provider => {
  const ledger = createBtcLedger(model);
  return { id: "btc", answer: (ask) => settle((one) => answer(ledger, one), ask) };
};
