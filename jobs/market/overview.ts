// Builder of the market section overview: the whole market in one row.
import type { GlobalLatestRow } from "../../schema/query/coin/global-latest.ts";
import { isAssessed } from "../../schema/shape/quantity.ts";
import type { Source } from "../../schema/shape/source.ts";
import { TRACKED } from "../../schema/token/tracked.ts";
import { isFresh, whyMissing } from "../measure/cause.ts";
import { derive, gap, type Measured } from "../measure/gap.ts";
import { measureStableSupply } from "../measure/stable-supply.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { type MarketBuilder, type MarketInput, sourcesOf, wideSource } from "./market-builder.ts";
import { supplySources, valueSources } from "./supply-source.ts";
import {
  applicable,
  type Known,
  known,
  oldest,
  readAll,
  type TokenValue,
  tokensLeftOut,
  weekInterestOf,
  weightedSum,
  weightShare,
} from "./token-value.ts";

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

/** Of which venues the forced closures are, and how much of the open interest that is. */
function liquidationMembers(
  { states }: MarketInput,
  totals: readonly TokenValue[],
  weekInterest: (token: string) => number,
) {
  const told = known(totals).flatMap(({ token }) => {
    const part = states.get(token.id)?.sections.derivatives.liquidations_24h;
    if (!part || !isAssessed(part.venues) || !isAssessed(part.open_interest_share_pct)) return [];
    return [{ venues: part.venues, held: part.open_interest_share_pct * weekInterest(token.id) }];
  });
  const none = derive([weightShare(totals, weekInterest)], () =>
    gap("insufficient_coverage", "Not told of any token."),
  );
  const whole = sum(applicable(totals).map(({ token }) => weekInterest(token.id)));
  return {
    liquidations_24h_venues: told.length === 0 ? none : [...new Set(told.flatMap(({ venues }) => venues))].sort(),
    liquidations_24h_open_interest_share_pct:
      told.length === 0 ? none : derive([whole], (all) => derive([sum(told.map(({ held }) => held)) / all], roundPct)),
  };
}

/** The directories' readings as sources. */
const countedBy = (input: MarketInput, rows: readonly GlobalLatestRow[]): Source[] =>
  rows.map(({ provider, read_at: at, retrieved_ms: retrievedAt }) =>
    wideSource(input, { dataset: "global_market", provider, venue: null, at, retrievedAt }),
  );

export const overview: MarketBuilder<"overview"> = (input) => {
  const interest = readAll(input, "derivatives", "open_interest_usd");
  const liquidations = readAll(input, "derivatives", "liquidations_24h", "total_usd");
  const funding = readAll(input, "derivatives", "funding_8h_pct");
  const { facts } = input;
  const { global } = facts;
  const weekInterest = weekInterestOf(input);
  return {
    asOf: oldest(input, [...known(interest), ...global.read.map(({ read_at: asOf }) => ({ asOf }))]),
    sources: [
      ...sourcesOf(input, "market", "derivatives"),
      ...valueSources(input),
      ...supplySources(input),
      ...countedBy(input, global.read),
    ],
    weight: weightShare(interest, weekInterest),
    partial: tokensLeftOut("/total_open_interest_usd", interest),
    members: {
      total_market_cap_usd: derive([global.totalCap], roundUsd),
      change_1h_pct: derive([global.change1h], roundPct),
      change_24h_pct: derive([global.change24h], roundPct),
      change_7d_pct: derive([global.change7d], roundPct),
      volume_24h_usd: derive([global.volume24h], roundUsd),
      btc_dominance_pct: derive([global.btcDominance], roundPct),
      eth_dominance_pct: derive([global.ethDominance], roundPct),
      stablecoin_market_cap_usd: derive([measureStableSupply(facts).usd], roundUsd),
      defi_tvl_usd: derive([lockedOf(input)], roundUsd),
      total_open_interest_usd: derive([weightedSum(interest, weekInterest)], roundUsd),
      liquidations_24h_usd: derive([weightedSum(liquidations, weekInterest)], roundUsd),
      ...liquidationMembers(input, liquidations, weekInterest),
      funding_8h_pct: derive([fundingOf(known(funding), known(interest))], roundPct),
      regime: facts.universe.regime,
      tracked_tokens: TRACKED.length,
    },
  };
};
