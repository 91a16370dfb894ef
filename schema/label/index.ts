// The labelled exchange wallets flows are measured against: a small dated selection with the source of each row.
import { CHAIN_IDS, type ChainId } from "../token/chain.ts";
import ada from "./ada.json" with { type: "json" };
import bsc from "./bsc.json" with { type: "json" };
import btc from "./btc.json" with { type: "json" };
import eth from "./eth.json" with { type: "json" };
import sol from "./sol.json" with { type: "json" };

export type LabelChain = ChainId;

/**
 * One labelled wallet. `source` names the MIT-licensed public collection the row comes from (graphsense-tagpacks,
 * etherscan-labels); `kind` is our reading of its label (storage named as cold or reserve, else hot); `first_used` is the
 * day from which the label counts: the collection's own date, since no source states when a wallet was opened.
 */
export type Label = {
  readonly chain: LabelChain;
  readonly address: string;
  readonly exchange: string;
  readonly kind: "hot" | "cold";
  readonly source: string;
  readonly first_used: string;
};

/** Version of the set; named beside every figure that depends on it. */
export const LABEL_SET = "labels-2026-11-2";

type Row = { address: string; exchange: string; kind: string; source: string; first_used: string };

const labelled = (chain: LabelChain, rows: readonly Row[]): Label[] =>
  rows.map((row) => {
    if (row.kind !== "hot" && row.kind !== "cold") throw new Error(`label ${row.address}: kind ${row.kind}`);
    return { ...row, chain, kind: row.kind };
  });

export const LABELS: Readonly<Record<LabelChain, readonly Label[]>> = {
  eth: labelled("eth", eth),
  bsc: labelled("bsc", bsc),
  btc: labelled("btc", btc),
  sol: labelled("sol", sol),
  ada: labelled("ada", ada),
};

const keyOf = (chain: string, address: string): string =>
  `${chain}:${address.startsWith("0x") || /^(bc|addr)1/i.test(address) ? address.toLowerCase() : address}`;

const BY_ADDRESS: ReadonlyMap<string, Label> = new Map(
  CHAIN_IDS.flatMap((chain) => LABELS[chain]).map((label) => [keyOf(label.chain, label.address), label]),
);

/** The label of an address on a chain, or undefined. EVM and bech32 addresses match in any case. */
export const labelOf = (chain: string, address: string): Label | undefined => BY_ADDRESS.get(keyOf(chain, address));
