// Builder of the market section sentiment: funding and positioning, the mood and options.
import { group } from "../draft/draft.ts";
import { isFresh, newest, whyMissing } from "../measure/cause.ts";
import { derive, gap, isGap, type Measured } from "../measure/gap.ts";
import { measureMood } from "../measure/news.ts";
import { roundPct, roundRatio } from "../number/round.ts";
import { sum } from "../number/statistics.ts";
import { type MarketBuilder, type MarketInput, sourcesOf, wideSource } from "./market-builder.ts";
import { known, medianOf, oldest, positivePct, readAll, shareKnown, tokensLeftOut } from "./token-value.ts";

/** Tokens whose options are covered; the sum is told only of both. */
const OPTION_TOKENS = ["bitcoin", "ethereum"];

/** Puts over calls by open interest in USD, all covered venues and coins together. */
function putCallRatio({ facts, asOf }: MarketInput): Measured<number> {
  const tokens = OPTION_TOKENS.map((id) => facts.tokens.get(id));
  const rows = tokens.flatMap((token) => token?.options ?? []);
  const fresh = rows.filter((row) => isFresh("option_interest", row.read_at, asOf));
  const calls = tokens.flatMap((token) => token?.calls ?? []);
  if (fresh.length === 0) return whyMissing(calls, "option_interest", newest(rows.map((row) => row.read_at)));
  if (!OPTION_TOKENS.every((id) => fresh.some(({ token }) => token === id)))
    return gap("insufficient_coverage", "Options of one of the coins were not read.");
  return derive(
    [sum(fresh.map((row) => row.put_usd)), sum(fresh.map((row) => row.call_usd))],
    (puts, all) => puts / all,
  );
}

export const sentiment: MarketBuilder<"sentiment"> = (input) => {
  const funding = readAll(input, "derivatives", "funding_8h_pct");
  const ratios = readAll(input, "derivatives", "long_short_ratio");
  const mood = measureMood(input.facts.calls, input.facts.fearGreed, input.asOf);
  const [index] = isGap(mood) ? [] : input.facts.fearGreed;
  const indexSource = (index ? [index] : []).map(({ provider, read_at: at, retrieved_ms: retrievedAt }) =>
    wideSource(input, { dataset: "fear_greed", provider, venue: null, at, retrievedAt }),
  );
  return {
    asOf: oldest(input, [...known(funding), ...known(ratios)]),
    sources: [...sourcesOf(input, "derivatives"), ...indexSource],
    weight: shareKnown(funding),
    partial: tokensLeftOut("/funding_median_8h_pct", funding),
    members: {
      fear_greed: derive([mood], ({ now, change7d }) =>
        group({ value: now.value, label: now.label, change_7d: change7d }),
      ),
      funding_positive_share_pct: positivePct(funding),
      funding_median_8h_pct: medianOf(funding, roundPct),
      long_short_median_ratio: medianOf(ratios, roundRatio),
      put_call_ratio: derive([putCallRatio(input)], roundRatio),
    },
  };
};
