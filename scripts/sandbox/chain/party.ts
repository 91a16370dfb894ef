// Who moves coins: labelled exchange wallets with their weight, and unlabelled wallets derived from a hash.
import { LABELS, type Label, type LabelChain } from "../../../schema/label/index.ts";
import { hash, mix, unit } from "../model/hash.ts";

/** A labelled wallet by its place in the chain's label list (0 and up), or an unlabelled one (below 0). */
export type Party = number;

/** How one transfer relates to the labelled exchanges. */
export type FlowKind = "deposit" | "withdrawal" | "internal" | "cross" | "other";

const WEIGHT: Readonly<Record<string, number>> = {
  binance: 0.3,
  coinbase: 0.2,
  okx: 0.12,
  bybit: 0.1,
  kraken: 0.08,
  bitfinex: 0.05,
  kucoin: 0.05,
  gate: 0.04,
  "crypto-com": 0.04,
  gemini: 0.03,
  deribit: 0.03,
};

const WHALES = 300;
const OTHERS = 60_000;

const SALT_STRANGER = 0x57a;

/** Hex of an unlabelled wallet: its address or a part of it, which can be read back. */
export const strangerHex = (seed: number, party: Party, words: number): string =>
  hexWithIndex(seed, -party, SALT_STRANGER, words);

/** The unlabelled wallet of such hex; undefined where it is nobody's. */
export const strangerOf = (seed: number, hex: string, words: number): Party | undefined => {
  const index = hex.length === words * 8 ? indexOfHex(seed, hex, SALT_STRANGER, words) : null;
  return index !== null && index >= 1 && index <= WHALES + OTHERS ? -index : undefined;
};

export type Parties = {
  readonly labels: readonly Label[];
  /** A wallet of a weighted exchange; mostly hot ones for users, cold ones on request. */
  exchange(draw: number, cold: boolean): Party;
  sibling(party: Party, draw: number): Party;
  foreign(party: Party, draw: number): Party;
  stranger(draw: number, whale: boolean): Party;
  /** Share of the chain's exchange coins a labelled wallet usually holds. */
  share(party: Party): number;
};

export const createParties = (chain: LabelChain): Parties => {
  const labels = LABELS[chain];
  const exchanges = [...new Set(labels.map((label) => label.exchange))];
  const wallets = exchanges.map((exchange) => {
    const own = labels.map((label, index) => ({ label, index })).filter(({ label }) => label.exchange === exchange);
    const pick = (kind: string): Party[] => own.filter(({ label }) => label.kind === kind).map(({ index }) => index);
    return {
      weight: WEIGHT[exchange] ?? 0.02,
      hot: pick("hot"),
      cold: pick("cold"),
      all: own.map(({ index }) => index),
    };
  });
  const total = wallets.reduce((sum, { weight }) => sum + weight, 0);
  const home = labels.map((label) => exchanges.indexOf(label.exchange));
  const oneOf = (list: readonly Party[], draw: number): Party => list[draw % Math.max(1, list.length)] ?? 0;

  const choose = (draw: number): number => {
    let left = unit(draw) * total;
    for (let i = 0; i < wallets.length; i++) {
      left -= wallets[i]?.weight ?? 0;
      if (left < 0) return i;
    }
    return 0;
  };

  return {
    labels,
    exchange(draw, cold) {
      const at = wallets[choose(draw)];
      if (!at) return 0;
      const list = cold && at.cold.length > 0 ? at.cold : at.hot;
      return oneOf(list.length > 0 ? list : at.all, mix(draw));
    },
    sibling(party, draw) {
      const own = wallets[home[party] ?? 0];
      if (!own) return party;
      // Hot pays into cold and cold refills hot, so that neither drains over time.
      const others = own.cold.includes(party) ? own.hot : own.cold;
      const list = others.length > 0 ? others : own.all.filter((other) => other !== party);
      return list.length > 0 ? oneOf(list, draw) : party;
    },
    foreign(party, draw) {
      const here = home[party] ?? 0;
      const there = choose(draw);
      const other = wallets[there === here ? (there + 1) % wallets.length : there];
      return oneOf(other?.hot.length ? other.hot : (other?.all ?? []), mix(draw));
    },
    stranger: (draw, whale) => -1 - (whale ? draw % WHALES : WHALES + (draw % OTHERS)),
    share(party) {
      const own = wallets[home[party] ?? 0];
      if (!own) return 0;
      const cold = own.cold.includes(party);
      const held = cold ? 0.7 / Math.max(1, own.cold.length) : 0.3 / Math.max(1, own.hot.length);
      return (own.weight / total) * held;
    },
  };
};

const hex8 = (value: number): string => (value >>> 0).toString(16).padStart(8, "0");

/** `words` × 8 hex digits derived from a seed and two numbers. */
export const hexOf = (seed: number, a: number, b: number, words: number): string => {
  let text = "";
  for (let word = 0; word < words; word++) text += hex8(hash(seed, a, b, word));
  return text;
};

// An odd multiplier is a bijection on 32 bits: neighbouring numbers give unrelated hex that can still be read back.
const SPREAD = 0x9e3779b1 | 0;
const inverseOf = (odd: number): number => {
  let inverse = odd;
  for (let i = 0; i < 5; i++) inverse = Math.imul(inverse, 2 - Math.imul(odd, inverse));
  return inverse;
};
const GATHER = inverseOf(SPREAD);

/** Hex whose first word can be turned back into a number: block and transaction ids carry their own position. */
export const hexWithIndex = (seed: number, index: number, salt: number, words: number): string =>
  hex8(Math.imul(index, SPREAD) ^ mix(seed ^ salt)) + hexOf(seed ^ salt, index, 7, words - 1);

/** The number inside such hex, or null when the rest does not belong to it. */
export const indexOfHex = (seed: number, text: string, salt: number, words: number): number | null => {
  const index = Math.imul(Number.parseInt(text.slice(0, 8), 16) ^ mix(seed ^ salt), GATHER) >>> 0;
  return hexWithIndex(seed, index, salt, words) === text ? index : null;
};
