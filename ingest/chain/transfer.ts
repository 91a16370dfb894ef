// A movement of coins with what is known of both ends.
import { type LabelChain, labelOf } from "../../schema/label/index.ts";

/** One movement of coins of which at least one end is labelled. */
export type Transfer = {
  readonly token: string;
  readonly block: number;
  /** Epoch ms of the block. */
  readonly at: number;
  readonly tx: string;
  /** Log or output index: with the transaction the natural key. */
  readonly index: number;
  readonly from: string;
  readonly to: string;
  readonly fromExchange: string | null;
  readonly toExchange: string | null;
  /** Coins. */
  readonly native: number;
  /** Coins as an exact decimal text. */
  readonly amount: string;
};

/** What an address is that no label names. */
export type AddressKind = "wallet" | "contract";

/** Length of the windows flows are summed by. */
export const WINDOW_MS = 900_000;

/** USD prices of tokens at past times; null where none is stored. */
export type Prices = { at(token: string, timeMs: number): number | null };

/** The exchange a wallet belongs to at a time; a label counts only from its date. */
export function exchangeAt(chain: LabelChain, address: string, at: number): string | null {
  const label = address === "" ? undefined : labelOf(chain, address);
  return label && Date.parse(label.first_used) <= at ? label.exchange : null;
}
