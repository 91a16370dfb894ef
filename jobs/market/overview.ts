// Builder of the market section overview: the whole market in one row.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { isFresh, whyMissing } from "../measure/cause.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { measureStableSupply } from "../measure/stable-supply.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import {
  type Known,
  known,
  type MarketBuilder,
  type MarketInput,
  oldest,
  readAll,
  shareKnown,
  sourcesOf,
  weightedSum,
} from "./draft.ts";
import { supplySources, valueSources } from "./supply-source.ts";

/** The sum of a hundred tokens is not the market: it is not offered as such. */
const WHOLE = gap("no_source", "No source covers the whole market; the tracked tokens alone are not the total.");
const NO_TOTAL = gap("insufficient_coverage", "The chains were read without their sum.");

/** Value locked on all chains the provider lists. */
function lockedOf({ facts }: MarketInput): Measured<number> {
  const row = facts.chainTvls.find(({ chain }) => chain === "all");
  if (row && isFresh("tvl", row.read_at, facts.asOf)) return row.usd;
  const why = whyMissing(facts.calls, "tvl", row?.read_at ?? 0);
  return why.gap === "stale" && !row ? NO_TOTAL : why;
}

/** Mean funding weighted by open interest, over tokens that carry both. */
function fundingOf(funding: readonly Known[], interest: readonly Known[]) {
  const byToken = new Map(interest.map(({ token, value }) => [token.id, value]));
  const pairs = funding.flatMap(({ token, value }) => {
    const weight = byToken.get(token.id);
    return weight === undefined ? [] : [{ value, weight }];
  });
  const whole = sum([...byToken.values()]);
  const part = sum(pairs.map(({ weight }) => weight));
  if (pairs.length === 0 || part < whole * 0.6) return gap("insufficient_coverage", "Too little funding was measured.");
  return sum(pairs.map(({ value, weight }) => value * weight)) / part;
}

export const overview: MarketBuilder<MarketSectionOf<"overview">> = (input) => {
  const volume = readAll(input, "market", "volume_24h_usd");
  const interest = readAll(input, "derivatives", "open_interest_usd");
  const liquidations = readAll(input, "derivatives", "liquidations_24h", "total_usd");
  const funding = readAll(input, "derivatives", "funding_8h_pct");
  const { facts } = input;
  const weekVolume = (id: string) => sum((facts.tokens.get(id)?.spotVenues ?? []).map((row) => row.volume_7d_usd));
  const weekInterest = (id: string) => sum((facts.tokens.get(id)?.openInterest ?? []).map((row) => row.usd_mean_7d));
  return {
    asOf: oldest(input, [...known(volume), ...known(interest)]),
    sources: [...sourcesOf(input, "market", "derivatives"), ...valueSources(input), ...supplySources(input)],
    weight: shareKnown(volume),
    members: {
      total_market_cap_usd: WHOLE,
      change_1h_pct: WHOLE,
      change_24h_pct: WHOLE,
      change_7d_pct: WHOLE,
      volume_24h_usd: derive([weightedSum(volume, weekVolume)], roundUsd),
      btc_dominance_pct: WHOLE,
      eth_dominance_pct: WHOLE,
      stablecoin_market_cap_usd: derive([measureStableSupply(facts).usd], roundUsd),
      defi_tvl_usd: derive([lockedOf(input)], roundUsd),
      total_open_interest_usd: derive([weightedSum(interest, weekInterest)], roundUsd),
      liquidations_24h_usd: derive([weightedSum(liquidations, weekInterest)], roundUsd),
      funding_8h_pct: derive([fundingOf(known(funding), known(interest))], roundPct),
      regime: facts.universe.regime,
      tracked_tokens: TRACKED.length,
    },
  };
};
