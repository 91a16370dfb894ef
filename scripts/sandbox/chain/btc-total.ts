// Running totals of the labelled Bitcoin wallets, summed by epochs of blocks so that any height is cheap.
import { createCache } from "../model/cache.ts";
import type { FlowKind, Parties, Party } from "./party.ts";

export type Output = { readonly party: Party; readonly sats: number };

export type Move = {
  readonly index: number;
  readonly kind: FlowKind;
  readonly inputs: readonly Output[];
  readonly outputs: readonly Output[];
  readonly feeSats: number;
};

export type Totals = {
  fundedCount: number;
  fundedSats: number;
  spentCount: number;
  spentSats: number;
  moves: number;
};

const EPOCH_BLOCKS = 1008;
/** Epoch of about October 2025: movements count from here, on top of a fixed opening balance. */
const FIRST_EPOCH = 909;
const EXCHANGE_SHARE = 0.14;
const SUPPLY_SATS = 19.95e14;

const emptyTotals = (): Totals => ({ fundedCount: 0, fundedSats: 0, spentCount: 0, spentSats: 0, moves: 0 });

/** A sum on its way: `last` is the movement that was counted last. */
type Sum = Totals & { last: Move | null };

const countOnce = (sum: Sum, move: Move): void => {
  if (sum.last === move) return;
  sum.last = move;
  sum.moves++;
};

const count = (into: readonly Sum[], moves: readonly Move[]): void => {
  for (const move of moves) {
    for (const { party, sats } of move.outputs) {
      // Most parties are strangers, whose numbers are below zero: looking one up costs more than all else here.
      const sum = party < 0 ? undefined : into[party];
      if (!sum) continue;
      sum.fundedCount++;
      sum.fundedSats += sats;
      countOnce(sum, move);
    }
    for (const { party, sats } of move.inputs) {
      const sum = party < 0 ? undefined : into[party];
      if (!sum) continue;
      sum.spentCount++;
      sum.spentSats += sats;
      countOnce(sum, move);
    }
  }
};

/** Totals of a labelled wallet up to and including a height. */
export const createTotals = (
  parties: Parties,
  moves: (height: number) => Move[],
): ((party: Party, height: number) => Totals) => {
  const epochs = createCache<Totals[]>(400);
  const tails = createCache<Totals[]>(8);

  const sumOf = (from: number, to: number): Totals[] => {
    const sums = parties.labels.map((): Sum => ({ ...emptyTotals(), last: null }));
    for (let height = from; height < to; height++) count(sums, moves(height));
    return sums;
  };

  return (party, height) => {
    // Opening balances are large enough that years of net outflow cannot empty a wallet.
    const opening = Math.round(SUPPLY_SATS * EXCHANGE_SHARE * parties.share(party));
    const total = { fundedCount: 900, fundedSats: 3 * opening, spentCount: 700, spentSats: 2 * opening, moves: 1200 };
    const add = (part: Totals | undefined): void => {
      if (!part) return;
      total.fundedCount += part.fundedCount;
      total.fundedSats += part.fundedSats;
      total.spentCount += part.spentCount;
      total.spentSats += part.spentSats;
      total.moves += part.moves;
    };
    const last = Math.floor((height + 1) / EPOCH_BLOCKS);
    if (last < FIRST_EPOCH) return total;
    for (let epoch = FIRST_EPOCH; epoch < last; epoch++)
      add(epochs.get(epoch, () => sumOf(epoch * EPOCH_BLOCKS, (epoch + 1) * EPOCH_BLOCKS))[party]);
    add(tails.get(height, () => sumOf(last * EPOCH_BLOCKS, height + 1))[party]);
    return total;
  };
};
