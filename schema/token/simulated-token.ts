// Tokens of the simulated market beyond the known ones: each is like one of them, and bears nobody's name.
import type { TrackedToken } from "./tracked-token.ts";

const LETTERS = 26;
const SYMBOL_LETTERS = 3;
const HEX_DIGITS = 38;
/** Chains whose addresses are numbers. */
const NUMBERED = ["eth", "bsc"];

/** Four letters that begin with Q, which no known token bears. */
function symbolOf(place: number): string {
  let text = "";
  for (let rest = place; text.length < SYMBOL_LETTERS; rest = Math.floor(rest / LETTERS)) {
    text = String.fromCharCode("A".charCodeAt(0) + (rest % LETTERS)) + text;
  }
  return `Q${text}`;
}

/** As many as are missing to `count`. Dollars are dollars already, and a chain has one coin of its own. */
export function simulatedTokens(known: readonly TrackedToken[], count: number): TrackedToken[] {
  const alike = known.filter(({ stablecoin }) => !stablecoin);
  return Array.from({ length: Math.max(0, count - known.length) }, (_, at) => {
    const { sector, categories, contracts, decimals } = alike[at % alike.length] as TrackedToken;
    const place = known.length + at + 1;
    const chains = NUMBERED.filter((chain) => chain in contracts);
    return {
      ...{ id: `sim-${place}`, symbol: symbolOf(at), name: `Simulated ${place}`, sector, categories },
      native: null,
      contracts: Object.fromEntries(
        chains.map((chain) => [chain, `0x51${place.toString(16).padStart(HEX_DIGITS, "0")}`]),
      ),
      decimals: Object.fromEntries(chains.map((chain) => [chain, decimals[chain] ?? 0])),
      stablecoin: false,
    };
  });
}

/** The place of the known token that one is like; its own for a known one. */
export function alikeTo(known: readonly TrackedToken[], place: number): number {
  if (place < known.length) return place;
  const alike = known.flatMap(({ stablecoin }, at) => (stablecoin ? [] : [at]));
  return alike[(place - known.length) % alike.length] ?? 0;
}
