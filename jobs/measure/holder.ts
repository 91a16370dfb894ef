// Who holds a token: over its contracts, as a contract-risk provider counts; unrounded.
import type { ContractHolderLatestRow } from "../../schema/dataset/chain/contract-holder.ts";
import { plainProvider } from "../../schema/source/provider.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum } from "../number/statistics.ts";
import { callsOf, isFresh, newest, whyMissing } from "./cause.ts";
import { derive, gap, type Measured, orGap } from "./gap.ts";

type HolderMeasure = {
  /** The readings it rests on. */
  readonly fresh: readonly ContractHolderLatestRow[];
  readonly count: Measured<number>;
  readonly top10Pct: Measured<number>;
  readonly excludedPct: Measured<number>;
};

const CHAINS_READ = ["eth", "bsc", "sol"];

const ownChain = gap("no_source", "Holders of a chain's own coin are not counted by any provider that needs no key.");
const nowhere = gap("no_source", "No provider that needs no key counts holders on its chains.");
const silent = gap("no_source", "The provider does not say.");

const none = (why: Measured<number>): HolderMeasure => ({ fresh: [], count: why, top10Pct: why, excludedPct: why });

/**
 * Holders of all contracts together; a contract that was not counted makes the sum unknown. Shares are of the contract
 * that most hold: a chain's supply says nothing about another's.
 */
export function measureHolders(
  { token, holders, calls }: Pick<TokenFacts, "token" | "holders" | "calls">,
  asOf: number,
): HolderMeasure {
  if (token.native !== null) return none(ownChain);
  const contracts = Object.entries(token.contracts);
  if (contracts.length === 0 || contracts.some(([chain]) => !CHAINS_READ.includes(chain))) return none(nowhere);
  const fresh = holders.filter((row) => isFresh("contract_risk", row.read_at, asOf));
  const own = callsOf(calls, "contract_risk").filter((call) => plainProvider(call.provider) === "goplus");
  if (fresh.length === 0) return none(whyMissing(own, "contract_risk", newest(holders.map((row) => row.read_at))));
  const counted = fresh.flatMap((row) => row.holders_count ?? []);
  const missing =
    fresh.length < contracts.length
      ? gap("insufficient_coverage", `Only ${fresh.length} of ${contracts.length} contracts were read.`)
      : silent;
  const isWhole = counted.length === contracts.length;
  const [first] = [...fresh].sort((a, b) => (b.holders_count ?? 0) - (a.holders_count ?? 0));
  // Which of them most hold is not known before all were counted.
  const largest = isWhole ? orGap(first, silent) : missing;
  return {
    fresh,
    count: isWhole ? sum(counted) : missing,
    top10Pct: derive([largest], (row) => orGap(row.top10_pct, silent)),
    excludedPct: derive([largest], (row) => orGap(row.top10_excluded_pct, silent)),
  };
}
