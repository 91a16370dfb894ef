// Inputs of the signal rules about value locked and unlocks, rounded as the sections show them.
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { supplyCoin } from "../measure/coin.ts";
import { derive, gap, isGap, type Measured, orGap } from "../measure/gap.ts";
import { measureTvl } from "../measure/tvl.ts";
import { measureUnlocks, upcomingUnlocks } from "../measure/unlock.ts";
import { roundPct } from "../number/round.ts";
import type { MeasuredInputs } from "./build-input.ts";

const notGiven = gap("no_source", "The provider does not say.");

type DefiInputs = Pick<MeasuredInputs, "tvl_change_24h_pct" | "tvl_neutral_change_24h_pct" | "upcoming_unlocks">;

const pctOrNull = (value: Measured<number | null>): Measured<number> | null =>
  value === null ? null : derive([value], (known) => (known === null ? notGiven : roundPct(known)));

/** Null where nothing can be locked behind the token. */
export function measureDefiInputs(facts: Facts, rows: TokenFacts): DefiInputs {
  const tvl = measureTvl(rows, facts.asOf);
  const circulating = derive([supplyCoin(rows, facts.asOf)], (coin) => orGap(coin.circulating_native, notGiven));
  const unlocks = upcomingUnlocks(measureUnlocks(facts, rows, notGiven, circulating));
  return {
    tvl_change_24h_pct: pctOrNull(tvl.change24h),
    tvl_neutral_change_24h_pct: pctOrNull(tvl.neutralChange24h),
    upcoming_unlocks: derive([unlocks], (list) =>
      list.map(({ at, pct_of_circulating: pct }) => ({
        at,
        pct_of_circulating: isGap(pct) ? UNASSESSED : roundPct(pct),
      })),
    ),
  };
}
