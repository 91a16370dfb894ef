// Builds the state section supply: circulation and inflation from coin metadata.
import { supplyCoin } from "../measure/coin.ts";
import { derive, gap, isGap, type Measured, orGap } from "../measure/gap.ts";
import { contestOf } from "../measure/opinion.ts";
import { roundNative, roundPct } from "../number/round.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet, rounded } from "../state/sheet.ts";

const notGiven = gap("no_source", "The provider does not say.");
const noUnlocks = gap("no_source", "No source of unlock schedules is connected.");
const noBurns = gap("no_source", "No source of burns is connected.");
const noStaking = gap("no_source", "No source of staking is connected.");
const noPast = gap("insufficient_history", "No reading of 30 days ago is stored.");

export const supply: SectionBuilder<"supply"> = ({ facts, rows, cite }) => {
  const sheet = openSheet();
  const coin = supplyCoin(rows, facts.asOf);
  const contested = contestOf(rows, facts.asOf);
  const circulating = derive([coin], (row) => contested.circulating ?? orGap(row.circulating_native, notGiven));
  const max: Measured<number | null> = derive([coin], (row) => contested.max ?? row.max_native);
  const past = derive([coin], (row) => orGap(row.circulating_30d_native, noPast));
  const members = sheet.enter("", {
    circulating_native: rounded(roundNative, circulating),
    total_native: rounded(
      roundNative,
      derive([coin], (row) => contested.total ?? orGap(row.total_native, notGiven)),
    ),
    max_native: derive([max], (value) => (value === null ? null : roundNative(value))),
    circulating_pct_of_max: derive([max, circulating], (most, now) =>
      most === null ? null : derive([(now / most) * 100], roundPct),
    ),
    inflation_30d_pct: rounded(
      roundPct,
      derive([circulating, past], (now, before) => (now / before - 1) * 100),
    ),
    next_unlock: noUnlocks,
    unlocks_30d_pct: noUnlocks,
    unlocks_90d_pct: noUnlocks,
    burned_native: noBurns,
    staked_pct: noStaking,
  });
  const cited = rows.coin
    ? [{ ...rows.coin, at: rows.coin.read_at, retrievedAt: rows.coin.retrieved_ms }].map(
        ({ provider, at, retrievedAt }) =>
          ({ dataset: "coin_market", provider, venue: null, at, retrievedAt, rows: 1 }) as const,
      )
    : [];
  return { ...sheet.base(isGap(coin) ? facts.asOf : coin.read_at, cite(cited)), ...members };
};
