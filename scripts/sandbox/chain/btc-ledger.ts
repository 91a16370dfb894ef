// The simulated Bitcoin: roughly ten-minute blocks and the movements in each, computed from the height alone.
import { createCache } from "../model/cache.ts";
import { hash, mix, unit } from "../model/hash.ts";
import type { Model } from "../model/model.ts";
import { witnessAddress } from "./bech32.ts";
import { createFlows } from "./flow.ts";
import { createParties, type FlowKind, hexOf, hexWithIndex, indexOfHex, type Parties, type Party } from "./party.ts";

/** Height and time of the real chain at the start of 2024. */
const GENESIS_MS = Date.UTC(2024, 0, 1);
const GENESIS_HEIGHT = 823_786;
const SPACING_MS = 600_000;
const JITTER_MS = 280_000;
/** Totals of an address count movements from here on top of a fixed opening balance. */
export const TOTALS_FROM_HEIGHT = GENESIS_HEIGHT + 92_000;
const EPOCH_BLOCKS = 1008;
const MEAN_SATS = 9e8;
const FEE_SATS_MIN = 800;
const SALT_BLOCK = 0xb7c0;
const SALT_TRANSACTION = 0x7a10;
const MOVES_PER_BLOCK_MAX = 63;

export type Output = { readonly party: Party; readonly sats: number };

export type Move = {
  readonly index: number;
  readonly kind: FlowKind;
  readonly inputs: readonly Output[];
  readonly outputs: readonly Output[];
  readonly feeSats: number;
};

export type Totals = { fundedCount: number; fundedSats: number; spentCount: number; spentSats: number; moves: number };

export type BtcLedger = {
  readonly parties: Parties;
  heightAt(timeMs: number): number;
  timeOf(height: number): number;
  moves(height: number): Move[];
  addressOf(party: Party): string;
  partyOf(address: string): Party | undefined;
  blockHash(height: number): string;
  heightOfHash(hash: string): number | null;
  transactionId(height: number, index: number): string;
  locate(id: string): { height: number; index: number } | null;
  /** Running totals of a labelled wallet up to and including a height. */
  totals(party: Party, height: number): Totals;
};

const emptyTotals = (): Totals => ({ fundedCount: 0, fundedSats: 0, spentCount: 0, spentSats: 0, moves: 0 });

export const createBtcLedger = (model: Model): BtcLedger => {
  const seed = hash(model.seed, 0xb7);
  const parties = createParties("btc");
  const flows = createFlows(model.assets, model.basis);
  const bitcoin = model.assets.find((asset) => asset.token.id === "bitcoin");
  const byAddress = new Map(parties.labels.map((label, index) => [label.address, index]));
  const epochs = createCache<Totals[]>(400);

  const timeOf = (height: number): number => {
    const exact = GENESIS_MS + (height - GENESIS_HEIGHT) * SPACING_MS + unit(hash(seed, height, 1)) * JITTER_MS;
    return Math.floor(exact / 1000) * 1000;
  };

  const heightAt = (timeMs: number): number => {
    const due = GENESIS_HEIGHT + Math.floor((timeMs - GENESIS_MS) / SPACING_MS);
    return timeOf(due) <= timeMs ? due : due - 1;
  };

  const moveOf = (height: number, index: number): Move | null => {
    if (!bitcoin) return null;
    const draw = hash(seed, height, index, 3);
    const flow = flows.flow(parties, bitcoin, timeOf(height), draw);
    const sats = Math.max(20_000, Math.round(MEAN_SATS * flow.multiple));
    const feeSats = FEE_SATS_MIN + (mix(draw) % 40_000);
    const changeTo = flow.from >= 0 ? flow.from : parties.stranger(mix(draw ^ 0x77), false);
    const change = Math.round(sats * (0.05 + 1.2 * unit(mix(draw ^ 0x33))));
    const outputs: Output[] = [];
    // Exchanges pay many users at once; the rest of the coins returns to the wallet they came from.
    const parts = flow.kind === "withdrawal" ? 1 + (mix(draw ^ 0x55) % 3) : 1;
    let left = sats;
    for (let part = 0; part < parts; part++) {
      const share = part === parts - 1 ? left : Math.floor(left * (0.3 + 0.4 * unit(hash(draw, part, 9))));
      outputs.push({ party: part === 0 ? flow.to : parties.stranger(hash(draw, part, 8), false), sats: share });
      left -= share;
    }
    outputs.push({ party: changeTo, sats: change });
    const spent = sats + change + feeSats;
    const first = Math.floor(spent * 0.6);
    const inputs =
      (draw & 3) === 0
        ? [
            { party: flow.from, sats: first },
            { party: flow.from, sats: spent - first },
          ]
        : [{ party: flow.from, sats: spent }];
    return { index, kind: flow.kind, inputs, outputs, feeSats };
  };

  const moves = (height: number): Move[] => {
    const usual = 6 + 8 * unit(hash(seed, height, 2));
    const count = Math.min(MOVES_PER_BLOCK_MAX, Math.floor(usual * flows.busy(timeOf(height))));
    const found: Move[] = [];
    for (let index = 0; index < count; index++) {
      const move = moveOf(height, index);
      if (move) found.push(move);
    }
    return found;
  };

  const count = (into: Totals[], height: number): void => {
    for (const move of moves(height)) {
      const touched = new Set<Party>();
      for (const { party, sats } of move.outputs) {
        const total = into[party];
        if (!total) continue;
        total.fundedCount++;
        total.fundedSats += sats;
        touched.add(party);
      }
      for (const { party, sats } of move.inputs) {
        const total = into[party];
        if (!total) continue;
        total.spentCount++;
        total.spentSats += sats;
        touched.add(party);
      }
      for (const party of touched) (into[party] ?? emptyTotals()).moves++;
    }
  };

  const fresh = (): Totals[] => parties.labels.map(emptyTotals);

  const epoch = (index: number): Totals[] =>
    epochs.get(index, () => {
      const sums = fresh();
      for (let height = index * EPOCH_BLOCKS; height < (index + 1) * EPOCH_BLOCKS; height++) count(sums, height);
      return sums;
    });

  const tail = createCache<Totals[]>(8);

  const totals = (party: Party, height: number): Totals => {
    // Opening balances are large enough that years of net outflow cannot empty a wallet.
    const opening = Math.round(19.95e6 * 0.14 * parties.share(party) * 1e8);
    const sum = { fundedCount: 900, fundedSats: 3 * opening, spentCount: 700, spentSats: 2 * opening, moves: 1200 };
    const firstEpoch = Math.ceil(TOTALS_FROM_HEIGHT / EPOCH_BLOCKS);
    const lastEpoch = Math.floor((height + 1) / EPOCH_BLOCKS);
    const add = (part: Totals | undefined): void => {
      if (!part) return;
      sum.fundedCount += part.fundedCount;
      sum.fundedSats += part.fundedSats;
      sum.spentCount += part.spentCount;
      sum.spentSats += part.spentSats;
      sum.moves += part.moves;
    };
    if (lastEpoch < firstEpoch) return sum;
    for (let index = firstEpoch; index < lastEpoch; index++) add(epoch(index)[party]);
    const rest = tail.get(height, () => {
      const sums = fresh();
      for (let at = lastEpoch * EPOCH_BLOCKS; at <= height; at++) count(sums, at);
      return sums;
    });
    add(rest[party]);
    return sum;
  };

  return {
    parties,
    timeOf,
    heightAt,
    moves,
    totals,
    addressOf: (party) => parties.labels[party]?.address ?? witnessAddress(hexOf(seed ^ 0xadd, -party, 0, 5)),
    partyOf: (address) => byAddress.get(address),
    blockHash: (height) => `${"0".repeat(16)}${hexWithIndex(seed, height, SALT_BLOCK, 6)}`,
    heightOfHash: (text) => (/^0{16}/.test(text) ? indexOfHex(seed, text.slice(16), SALT_BLOCK, 6) : null),
    transactionId: (height, index) => hexWithIndex(seed, height * 64 + index, SALT_TRANSACTION, 8),
    locate(id) {
      const at = indexOfHex(seed, id, SALT_TRANSACTION, 8);
      return at === null ? null : { height: Math.floor(at / 64), index: at % 64 };
    },
  };
};
