// Builds the state section supply: circulation and inflation from coin metadata, unlocks from published schedules.
import type { CoinLatestRow } from "../../schema/query/coin/coin-latest.ts";
import { toTime } from "../../schema/shape/time.ts";
import { group } from "../draft/draft.ts";
import { citeFigures, measureChainSupply } from "../measure/chain-figure.ts";
import { supplyCoin } from "../measure/coin.ts";
import { derive, gap, isGap, type Measured, orGap, rounded, roundedOrNull } from "../measure/gap.ts";
import { contestOf } from "../measure/opinion.ts";
import { measureUnlocks, type Unlock } from "../measure/unlock.ts";
import { roundNative, roundPct, roundUsd } from "../number/round.ts";
import type { Cited } from "../state/cite.ts";
import { citeRows, citeUsed } from "../state/cite-rows.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

const notGiven = gap("no_source", "The provider does not say.");
const noPast = gap("insufficient_history", "No reading of 30 days ago is stored.");

/** The newest reading, and where growth rests on it the one of 30 days before. */
function citeCoin(row: CoinLatestRow, isUsed: boolean, withPast: boolean): Cited[] {
  const { past_provider: provider, past_at: at, past_retrieved_ms: retrievedAt } = row;
  const before: Cited = { dataset: "coin_market", venue: null, provider, at, retrievedAt, past: true };
  return [...citeUsed("coin_market", [row], () => isUsed), ...(withPast ? [before] : [])];
}

const unlockMembers = (next: Unlock) =>
  group({
    at: toTime(next.at),
    amount_native: roundNative(next.amount),
    value_usd: rounded(roundUsd, next.valueUsd),
    pct_of_circulating: rounded(roundPct, next.pctOfCirculating),
    kind: next.kind,
  });

export const supply: SectionBuilder<"supply"> = ({ facts, rows, spot }) => {
  const coin = supplyCoin(rows, facts.asOf);
  const contested = contestOf(rows, facts.asOf);
  const circulating = derive([coin], (row) => contested.circulating ?? orGap(row.circulating_native, notGiven));
  const max: Measured<number | null> = derive([coin], (row) => contested.max ?? row.max_native);
  const past = derive([coin], (row) => orGap(row.circulating_30d_native, noPast));
  const inflation = derive([circulating, past], (now, before) => (now / before - 1) * 100);
  const unlocks = measureUnlocks(facts, rows, spot.price, circulating);
  const figures = measureChainSupply(rows, circulating, facts.asOf);
  const { next, row } = unlocks;
  const members = {
    circulating_native: rounded(roundNative, circulating),
    total_native: rounded(
      roundNative,
      derive([coin], (row) => contested.total ?? orGap(row.total_native, notGiven)),
    ),
    max_native: derive([max], (value) => (value === null ? null : roundNative(value))),
    circulating_pct_of_max: derive([max, circulating], (most, now) =>
      most === null ? null : derive([(now / most) * 100], roundPct),
    ),
    inflation_30d_pct: rounded(roundPct, inflation),
    unlocks_7d_pct: roundedOrNull(roundPct, unlocks.pct7d),
    unlocks_30d_pct: roundedOrNull(roundPct, unlocks.pct30d),
    unlocks_90d_pct: roundedOrNull(roundPct, unlocks.pct90d),
    burned_native: rounded(roundNative, figures.burned),
    staked_pct: roundedOrNull(roundPct, figures.stakedPct),
    next_unlock: derive([next], (unlock) => (unlock === null ? null : unlockMembers(unlock))),
  };
  const cited: Cited[] = [
    ...(rows.coin ? citeCoin(rows.coin, !isGap(coin), !isGap(inflation)) : []),
    ...citeRows("unlock", isGap(row) ? [] : [row]),
    ...citeFigures(figures.counted),
  ];
  return { asOf: isGap(coin) ? facts.asOf : coin.read_at, sources: cited, members };
};
