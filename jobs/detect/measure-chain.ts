// On-chain inputs of the signal rules: net flow, its usual, and single large transfers.

import type { SignalTransferRow } from "../../schema/query/signal/signal-transfer.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { supplyCoin } from "../measure/coin.ts";
import { measureFlows } from "../measure/flow.ts";
import { derive, gap, isGap, type Measured, rounded } from "../measure/gap.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import type { Transfer, TransferEnd } from "../signal/input.ts";
import type { MeasuredInputs } from "./build-input.ts";
import { usualNetflows, zOfNetflow } from "./flow-usual.ts";
import type { RowsOfToken } from "./rows.ts";

const DAYS_14_S = 14 * 86_400;
const SCANNED_SHARE_MIN = 0.9;
const NO_ADDRESS = /^0x0{40}$/;

const senderOf = ({ from_label, from_address }: SignalTransferRow): TransferEnd =>
  from_label !== null ? "exchange" : NO_ADDRESS.test(from_address) ? "mint" : "unknown";
const ENDS: readonly string[] = ["exchange", "wallet", "contract", "burn"] satisfies readonly TransferEnd[];
const receiverOf = ({ to_label, towards }: SignalTransferRow): TransferEnd =>
  to_label !== null ? "exchange" : ENDS.includes(towards) ? (towards as TransferEnd) : "unknown";

const toTransfer = (row: SignalTransferRow, circulating: Measured<number | null>): Transfer => ({
  tx_hash: row.tx_hash,
  chain: row.chain,
  at: row.sent_at,
  value_usd: roundUsd(row.value_usd),
  supply_pct:
    isGap(circulating) || circulating === null || circulating <= 0
      ? UNASSESSED
      : roundPct((row.amount_native / circulating) * 100),
  from: senderOf(row),
  to: receiverOf(row),
  internal: row.from_label !== null && row.from_label === row.to_label,
});

/** The largest of two weeks are only known where two weeks were scanned. */
function tenthLargest(own: RowsOfToken, chains: readonly string[]): Measured<number> {
  const scanned = chains.every((chain) => {
    const seconds = own.scans.find((row) => row.chain === chain)?.seconds ?? 0;
    return seconds >= DAYS_14_S * SCANNED_SHARE_MIN;
  });
  return scanned ? roundUsd(own.tenthTransferUsd) : gap("insufficient_history", "14 days were not scanned yet.");
}

export function measureChainInputs(
  facts: Facts,
  rows: TokenFacts,
  own: RowsOfToken,
): Pick<MeasuredInputs, "netflow_24h_usd" | "netflow_z" | "transfers" | "tenth_largest_transfer_14d_usd"> {
  const flows = measureFlows(facts, rows);
  const netflow = flows.netflow("24h");
  const circulating = derive([supplyCoin(rows, facts.asOf)], (coin) => coin.circulating_native);
  const chains = flows.counted.map(({ chain }) => chain);
  const usual = derive([flows.chains("24h")], (compared) => usualNetflows(own.usualFlows, compared));
  const z = derive([netflow, usual], zOfNetflow);
  return {
    netflow_24h_usd: rounded(roundUsd, netflow),
    netflow_z: rounded(roundRatio, z),
    transfers: derive([flows.transfers], () => own.transfers.map((row) => toTransfer(row, circulating))),
    tenth_largest_transfer_14d_usd: derive([flows.transfers], () => tenthLargest(own, chains)),
  };
}
