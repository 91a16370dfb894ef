// How much each chain of a token weighs in its exchange flows, from a time in which all of them were known.
import { scannedChainsOf } from "../../schema/token/scanned-chain.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum } from "../number/statistics.ts";
import type { Weights } from "./venue-weight.ts";

const WEEK_DAYS = 7;

/** Chains that belong to the token's flows: those that are read for it, whether or not anything is stored of them. */
export const flowChains = ({ token, flows }: TokenFacts): string[] => [
  ...new Set([...scannedChainsOf(token), ...flows.map(({ chain }) => chain)]),
];

const weigh = (chains: readonly string[], of: (chain: string) => number): Weights | null => {
  const weights = new Map(chains.map((chain) => [chain, of(chain)]));
  return sum([...weights.values()]) > 0 ? weights : null;
};

/** What moved on each chain in the newest seven days in a row that were scanned whole on all of them. */
function weekWeights({ flowWeeks = [] }: TokenFacts, chains: readonly string[]): Weights | null {
  const byChain = chains.map((chain) => {
    const row = flowWeeks.find((one) => one.chain === chain);
    return new Map(row?.days.map((day, index) => [day, row.moved[index] ?? 0]));
  });
  const whole = [...(byChain[0]?.keys() ?? [])].filter((day) => byChain.every((days) => days.has(day)));
  const days = new Set(whole);
  const week = (last: number) => Array.from({ length: WEEK_DAYS }, (_, back) => last - back);
  const last = whole.sort((a, b) => b - a).find((day) => week(day).every((one) => days.has(one)));
  if (last === undefined) return null;
  return weigh(chains, (chain) => sum(week(last).map((day) => byChain[chains.indexOf(chain)]?.get(day) ?? 0)));
}

/** What the labelled wallets hold on each chain, where every one of them was read. */
function balanceWeights({ chainReserves = [] }: TokenFacts, chains: readonly string[]): Weights | null {
  const held = new Map(chainReserves.map(({ chain, native }) => [chain, native]));
  return chains.every((chain) => held.has(chain)) ? weigh(chains, (chain) => held.get(chain) ?? 0) : null;
}

/**
 * Share (0..1) of the token's flows that `counted` of its chains carry; null where the size of the others is not known.
 * What happens to be stored now says nothing of it: a chain whose scan stands still would seem to be small.
 */
export function shareOfFlows(rows: TokenFacts, counted: readonly string[]): number | null {
  const chains = flowChains(rows);
  if (chains.every((chain) => counted.includes(chain))) return 1;
  const weights = weekWeights(rows, chains) ?? balanceWeights(rows, chains);
  if (weights === null) return null;
  const weightOf = (some: readonly string[]) => sum(some.map((chain) => weights.get(chain) ?? 0));
  return weightOf(counted) / weightOf(chains);
}
