// The coins around the tracked ones, as a directory lists them: simulated, deterministic, with collisions and look-alikes.
import { TOKENS } from "../../schema/token/token-list.ts";
import { FIRST, HOSTILE, SECOND } from "./coin-word.ts";
import { hash, hashText, unit } from "./model/hash.ts";

export type SimCoin = {
  /** `sim-…`: nobody can take it for a listed coin. */
  readonly id: string;
  readonly symbol: string;
  readonly name: string;
  /** Directory platform to address. */
  readonly platforms: Readonly<Record<string, string>>;
  /** Millions in circulation. */
  readonly circulating: number;
  readonly max: number | null;
};

/** With the hundred tracked ones the directory lists this many. */
export const UNIVERSE_SIZE = 21_400;
/** Smaller coins have neither rank nor cap. */
const RANKED = 8_000;
const COLLISIONS_EACH = 2;
const RENAMED = 12;
const WEEK_MS = 604_800_000;
const PLATFORMS = ["ethereum", "binance-smart-chain", "solana", "base", "polygon-pos", "arbitrum-one", "cardano"];
const BASE58 = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";

const pick = <T>(list: readonly T[], h: number): T => list[h % list.length] as T;

function addressOn(platform: string, seed: number): string {
  const draw = (count: number, alphabet: string) => {
    let text = "";
    for (let at = 0; at < count; at++) text += alphabet.charAt(hash(seed, at, 7) % alphabet.length);
    return text;
  };
  if (platform === "solana") return draw(44, BASE58);
  if (platform === "cardano") return `${draw(56, "0123456789abcdef")}53494d`;
  return `0x${draw(40, "0123456789abcdef")}`;
}

function platformsOf(seed: number): Record<string, string> {
  const count = seed % 10 === 0 ? 0 : 1 + (hash(seed, 3) % 5 === 0 ? 1 : 0);
  const chosen = new Set(Array.from({ length: count }, (_, at) => pick(PLATFORMS, hash(seed, at, 11))));
  return Object.fromEntries([...chosen].map((platform, at) => [platform, addressOn(platform, hash(seed, at, 13))]));
}

const title = (word: string) => `${word.charAt(0).toUpperCase()}${word.slice(1)}`;

function invented(seed: number, index: number): Pick<SimCoin, "id" | "symbol" | "name"> {
  const h = hash(seed, index, 1);
  const [first, second] = [pick(FIRST, h), pick(SECOND, hash(h, 2))];
  // Four letters: with so many coins many share a symbol, as in the real directory.
  const symbol = `${first.slice(0, 2)}${second.slice(0, 2)}${h % 3 === 0 ? "x" : ""}`;
  return { id: `sim-${first}-${second}-${index}`, symbol, name: `${title(first)} ${title(second)} Sim` };
}

/** Coins that take a tracked token's symbol, or its name too. */
function collisions(): Pick<SimCoin, "id" | "symbol" | "name">[] {
  return TOKENS.flatMap(({ id, symbol, name }) =>
    Array.from({ length: COLLISIONS_EACH }, (_, at) => ({
      id: `sim-${id}-${at === 0 ? "bridged" : "copy"}`,
      symbol: symbol.toLowerCase(),
      name: at === 0 ? `Bridged ${name} Sim` : name,
    })),
  );
}

/** Two directories list the same coins, and making them takes a third of the start of a simulated market. */
let made: { readonly seed: number; readonly coins: readonly SimCoin[] } | undefined;

/** The coins of a seed, larger ones first; the tracked ones are not among them. */
export function createUniverse(seed: number): readonly SimCoin[] {
  if (made?.seed !== seed) made = { seed, coins: Object.freeze(inventCoins(seed)) };
  return made.coins;
}

function inventCoins(seed: number): SimCoin[] {
  const base = hashText(`${seed}/universe`);
  const special = [
    ...HOSTILE.map(([symbol, name], at) => ({ id: `sim-hostile-${at}`, symbol, name })),
    ...collisions(),
  ];
  const count = UNIVERSE_SIZE - TOKENS.length;
  return Array.from({ length: count }, (_, index) => {
    // The special ones stand scattered among the first thousands.
    const at = index % 11 === 5 ? (index - 5) / 11 : -1;
    const one = special[at] ?? invented(base, index);
    const h = hash(base, index, 5);
    const circulating = Math.round(10 ** (1 + 5 * unit(h)));
    return {
      ...one,
      // Most who ask for coins ask for no addresses, and to make up those of all takes longer than the coins.
      get platforms() {
        return platformsOf(h);
      },
      circulating,
      max: h % 2 === 0 ? Math.round(circulating * (1 + unit(hash(h, 1)))) : null,
    };
  });
}

/** The name at an instant: a dozen coins are renamed every week. */
export const nameAt = (coin: SimCoin, index: number, nowMs: number): string =>
  index < RENAMED ? `${coin.name} v${1 + (Math.floor(nowMs / WEEK_MS) % 100)}` : coin.name;

/** Market cap of the coin at `index`, below the smallest tracked one and falling by a power law; null where unranked. */
export const capAt = (index: number, smallestUsd: number): number | null =>
  index < RANKED ? Math.round((0.9 * smallestUsd) / (1 + index / 40) ** 1.1) : null;

const TAIL = Array.from({ length: RANKED }, (_, index) => 0.9 / (1 + index / 40) ** 1.1).reduce(
  (sum, one) => sum + one,
  0,
);

/** Market cap of all of them together. */
export const tailUsd = (smallestUsd: number): number => TAIL * smallestUsd;
