// Builder of the market section overview: the whole market in one row.
import type { MarketSectionOf } from "../../schema/market/index.ts";
import type { GlobalLatestRow } from "../../schema/query/global-latest.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { TRACKED } from "../../schema/tracked.ts";
import { derive, gap } from "../measure/gap.ts";
import { roundPct, roundUsd } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { type Known, known, type MarketBuilder, oldest, readAll, shareKnown, sourcesOf, weightedSum } from "./draft.ts";

const NO_STABLECOINS = gap("no_source", "No source of stablecoin supplies yet.");
const NO_TVL = gap("no_source", "No source of value locked yet.");

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

/** The directories' readings as sources. */
const countedBy = (rows: readonly GlobalLatestRow[]): Source[] =>
  rows.map((row) => ({
    provider: row.provider,
    endpoint: "global",
    as_of: toTime(row.read_at),
    retrieved_at: toTime(row.retrieved_ms),
    status: "ok",
    venue: null,
    rows: 1,
  }));

export const overview: MarketBuilder<MarketSectionOf<"overview">> = (input) => {
  const interest = readAll(input, "derivatives", "open_interest_usd");
  const liquidations = readAll(input, "derivatives", "liquidations_24h", "total_usd");
  const funding = readAll(input, "derivatives", "funding_8h_pct");
  const { facts } = input;
  const { global } = facts;
  const weekInterest = (id: string) => sum((facts.tokens.get(id)?.openInterest ?? []).map((row) => row.usd_mean_7d));
  return {
    asOf: oldest(input, [...known(interest), ...global.read.map(({ read_at: asOf }) => ({ asOf }))]),
    sources: [...sourcesOf(input, "market", "derivatives"), ...countedBy(global.read)],
    weight: shareKnown(interest),
    members: {
      total_market_cap_usd: derive([global.totalCap], roundUsd),
      change_1h_pct: derive([global.change1h], roundPct),
      change_24h_pct: derive([global.change24h], roundPct),
      change_7d_pct: derive([global.change7d], roundPct),
      volume_24h_usd: derive([global.volume24h], roundUsd),
      btc_dominance_pct: derive([global.btcDominance], roundPct),
      eth_dominance_pct: derive([global.ethDominance], roundPct),
      stablecoin_market_cap_usd: NO_STABLECOINS,
      defi_tvl_usd: NO_TVL,
      total_open_interest_usd: derive([weightedSum(interest, weekInterest)], roundUsd),
      liquidations_24h_usd: derive([weightedSum(liquidations, weekInterest)], roundUsd),
      funding_8h_pct: derive([fundingOf(known(funding), known(interest))], roundPct),
      regime: facts.universe.regime,
      tracked_tokens: TRACKED.length,
    },
  };
};
