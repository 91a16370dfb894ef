// The simulated ledger behind the HTTP APIs of Blockfrost and Koios, with a faucet and blocks on demand.
import { anchorAddress } from "../../../schema/pay/anchor.ts";
import { readMetadata } from "../../../schema/pay/metadata.ts";
import { slotAt } from "../../../schema/pay/network.ts";
import type { Output } from "../../../schema/pay/transaction.ts";
import { type Answer, type Ask, json, type Provider, refuse, settle } from "../provider.ts";
import { sandboxAnchorKey } from "./anchor-key.ts";
import { answerKoios } from "./koios.ts";
import { createLedger, type Ledger, PARAMETERS } from "./ledger.ts";

const amount = ({ value }: Output) => [...value].map(([unit, quantity]) => ({ unit, quantity: `${quantity}` }));
const failure = (status: number, error: string, message: string): Error =>
  refuse(json({ status_code: status, error, message }, status));
const absent = () => failure(404, "Not Found", "The requested component has not been found.");
const BLOCKS_MAX = 1_000;
const ANCHOR_LOVELACE = 10_000_000_000n;

function read(ledger: Ledger, path: string, now: number): Answer {
  const [kind = "", id = "", what = ""] = path.split("/");
  if (kind === "blocks") {
    return json({
      height: ledger.height(now),
      slot: slotAt("cardano:preprod", now),
      time: Math.floor(now / 1_000),
    });
  }
  if (kind === "epochs") {
    const { minFeeA, minFeeB, coinsPerUtxoByte, transactionBytesMax } = PARAMETERS;
    const fees = { min_fee_a: Number(minFeeA), min_fee_b: Number(minFeeB), coins_per_utxo_size: `${coinsPerUtxoByte}` };
    return json({ ...fees, max_tx_size: transactionBytesMax });
  }
  if (kind === "txs" && what === "utxos") {
    const outputs = ledger.outputs(id, now);
    if (outputs === null) throw absent();
    const list = outputs.map(({ output, index, spentBy }) => ({
      address: output.address,
      amount: amount(output),
      output_index: index,
      consumed_by_tx: spentBy,
      collateral: false,
    }));
    return json({ hash: id, inputs: [], outputs: list });
  }
  if (kind === "txs" && what === "metadata") {
    const seen = ledger.seen(id, now);
    if (seen === null) throw absent();
    return json(seen.bytes === null ? [] : readMetadata(seen.bytes));
  }
  if (kind === "txs") {
    const seen = ledger.seen(id, now);
    if (seen === null) throw absent();
    return json({ hash: id, block_height: seen.height, slot: seen.slot, valid_contract: true });
  }
  if (kind === "addresses" && what === "utxos") {
    const page = ledger.unspent(id, now).slice(0, 100);
    return json(page.map((o) => ({ address: id, tx_hash: o.id, output_index: o.index, amount: amount(o) })));
  }
  throw absent();
}

function write(ledger: Ledger, ask: Ask, path: string): Answer {
  if (path === "tx/submit") {
    const outcome = ledger.submit(ask.bytes ?? Buffer.alloc(0), ask.nowMs);
    if ("reason" in outcome) throw failure(400, "Bad Request", outcome.reason);
    return json(outcome.id);
  }
  const body = JSON.parse(ask.body === "" ? "{}" : ask.body) as Record<string, unknown>;
  if (path === "sandbox/block") {
    ledger.addBlocks(Math.min(BLOCKS_MAX, Math.max(1, Number(body.count ?? 1) || 1)));
    return json({ height: ledger.height(ask.nowMs) });
  }
  if (path !== "sandbox/faucet") throw absent();
  try {
    return json(ledger.give(String(body.address), BigInt(String(body.lovelace ?? "100000000")), ask.nowMs), 201);
  } catch (error) {
    throw failure(400, "Bad Request", error instanceof Error ? error.message : "bad request");
  }
}

const KOIOS = "/api/v1/";

/** Also speaks Koios, below its own path; `ledger` is given where the caller keeps it. */
export const createCardano = (seed: number, ledger: Ledger = createLedger(seed)): Provider => {
  const key = sandboxAnchorKey(seed);
  // Whoever started the market anchors its log with these coins.
  ledger.give(anchorAddress(key, 0), ANCHOR_LOVELACE, 0);
  const route = (ask: Ask): Answer => {
    if (ask.path.startsWith(KOIOS)) return answerKoios(ledger, ask, ask.path.slice(KOIOS.length));
    const path = ask.path.replace(/^\/(api\/v0\/)?/, "");
    if (path === "sandbox/anchor") return json({ key });
    return ask.method === "POST" ? write(ledger, ask, path) : read(ledger, path, ask.nowMs);
  };
  return { id: "cardano", answer: (ask) => settle(route, ask) };
};
