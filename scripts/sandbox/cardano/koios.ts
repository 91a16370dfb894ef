// The simulated ledger behind the Koios HTTP API: what verifies and settles payments needs of it.
import { LOVELACE, type Output } from "../../../schema/pay/transaction.ts";
import { type Answer, type Ask, json, refuse } from "../provider.ts";
import { type Ledger, PARAMETERS } from "./ledger.ts";

const POLICY_DIGITS = 56;
const absent = () => refuse(json({ code: "PGRST202", message: "Could not find the function" }, 404));

function listOf(body: string, name: string): readonly string[] {
  const value = (JSON.parse(body === "" ? "{}" : body) as Record<string, unknown>)[name];
  if (!Array.isArray(value) || !value.every((one) => typeof one === "string")) throw absent();
  return value;
}

const assets = ({ value }: Output) =>
  [...value]
    .filter(([unit]) => unit !== LOVELACE)
    .map(([unit, quantity]) => ({
      policy_id: unit.slice(0, POLICY_DIGITS),
      asset_name: unit.slice(POLICY_DIGITS),
      quantity: `${quantity}`,
    }));

const utxos = (ledger: Ledger, refs: readonly string[], now: number) =>
  refs.flatMap((ref) => {
    const [id = "", index = ""] = ref.split("#");
    const found = ledger.outputs(id, now)?.find((one) => `${one.index}` === index);
    if (found === undefined) return [];
    const { output, spentBy } = found;
    const value = `${output.value.get(LOVELACE) ?? 0n}`;
    const place = { tx_hash: id, tx_index: found.index, address: output.address };
    return [{ ...place, value, asset_list: assets(output), is_spent: spentBy !== null }];
  });

/** The answer to a path below /api/v1. */
export function answerKoios(ledger: Ledger, ask: Ask, path: string): Answer {
  const { nowMs: now } = ask;
  if (ask.method === "GET" && path === "tip") return json([{ block_height: ledger.height(now) }]);
  if (ask.method === "GET" && path === "epoch_params") {
    const { minFeeA, minFeeB, coinsPerUtxoByte, transactionBytesMax } = PARAMETERS;
    const fees = { min_fee_a: Number(minFeeA), min_fee_b: Number(minFeeB), coins_per_utxo_size: `${coinsPerUtxoByte}` };
    return json([{ epoch_no: 1, ...fees, max_tx_size: transactionBytesMax }]);
  }
  if (ask.method === "POST" && path === "utxo_info") return json(utxos(ledger, listOf(ask.body, "_utxo_refs"), now));
  if (ask.method === "POST" && path === "tx_status") {
    const confirmations = (id: string) => {
      const seen = ledger.seen(id, now);
      return seen === null ? null : ledger.height(now) - seen.height;
    };
    const ids = listOf(ask.body, "_tx_hashes");
    return json(ids.map((id) => ({ tx_hash: id, num_confirmations: confirmations(id) })));
  }
  if (ask.method === "POST" && path === "submittx") {
    const outcome = ledger.submit(ask.bytes ?? Buffer.alloc(0), now);
    return "id" in outcome ? json(outcome.id, 202) : json({ message: outcome.reason }, 400);
  }
  throw absent();
}
