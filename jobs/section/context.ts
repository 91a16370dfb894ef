// Builds the state section context: bitcoin, breadth, the token's sector and regime from the same rows as the prices.
import { DAY_MS } from "../../schema/duration.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { supplyCoin } from "../measure/coin.ts";
import { derive, gap, orGap, rounded } from "../measure/gap.ts";
import { feedReads, measureHeadlines, measureMood } from "../measure/news.ts";
import { measureUnlocks, unlockText } from "../measure/unlock.ts";
import { roundPct } from "../number/round.ts";
import type { Cited } from "../state/cite.ts";
import { citeMinutes, citePast } from "../state/cite-candles.ts";
import { citeRows } from "../state/cite-rows.ts";
import type { SectionBuilder, SectionInput } from "../state/section-builder.ts";

/** How far ahead unlocks are told. */
const AHEAD_MS = 30 * DAY_MS;
const notGiven = gap("no_source", "The provider does not say.");
const noSector = gap("insufficient_coverage", "The sector was not measured.");
const REFERENCES = ["bitcoin", "ethereum"];
const HEADLINES_MAX = 5;

/** The newest headlines that name the token, and the mood of the market, with what they were read from. */
function newsMembers({ facts, rows }: Pick<SectionInput, "facts" | "rows">) {
  const reads = feedReads(rows.calls, facts.allHeadlines);
  const headlines = measureHeadlines(rows.calls, rows.headlines, reads, facts.asOf);
  const mood = measureMood(rows.calls, facts.fearGreed, facts.asOf);
  return {
    fear_greed: derive([mood], ({ now }) => ({ value: now.value, label: now.label, as_of: toTime(now.read_at) })),
    headlines: derive([headlines], (all) =>
      all.slice(0, HEADLINES_MAX).map(({ title, provider, url, at }) => ({
        title,
        source: provider,
        url,
        published_at: toTime(at),
      })),
    ),
  };
}

/** What the news and the mood were read from. */
function newsCited({ facts, rows }: Pick<SectionInput, "facts" | "rows">): Cited[] {
  const feeds = feedReads(rows.calls, facts.allHeadlines).filter(({ at }) => at > 0);
  const [mood] = facts.fearGreed;
  return [
    ...feeds.map(({ provider, at }) => ({
      dataset: "headline" as const,
      provider,
      venue: null,
      at,
      retrievedAt: at,
    })),
    ...(mood
      ? [
          {
            dataset: "fear_greed" as const,
            provider: mood.provider,
            venue: null,
            at: mood.read_at,
            retrievedAt: mood.retrieved_ms,
          },
        ]
      : []),
  ];
}

/** The token's own unlocks within 30 days, soonest first. */
function upcomingOf(facts: Facts, rows: TokenFacts) {
  const circulating = derive([supplyCoin(rows, facts.asOf)], (coin) => orGap(coin.circulating_native, notGiven));
  return derive([measureUnlocks(facts, rows, notGiven, circulating).cliffs], (cliffs) =>
    cliffs
      .filter(({ at }) => at <= facts.asOf + AHEAD_MS)
      .map((unlock) => ({
        kind: "unlock" as const,
        at: toTime(unlock.at),
        text: unlockText(rows.token.symbol, unlock),
      })),
  );
}

export const context: SectionBuilder<"context"> = ({ facts, rows, spot }) => {
  const { universe } = facts;
  const members = {
    btc_change_24h_pct: rounded(roundPct, universe.bitcoinChange24h),
    eth_change_24h_pct: rounded(roundPct, universe.etherChange24h),
    total_market_cap_change_24h_pct: rounded(roundPct, facts.global.change24h),
    sector_change_24h_pct: rounded(roundPct, universe.sectorChange24h.get(rows.token.sector) ?? noSector),
    relative_strength_24h_pct: rounded(
      roundPct,
      derive([spot.change24h, universe.medianChange24h], (own, middle) => own - middle),
    ),
    breadth_up_24h_pct: rounded(roundPct, universe.up24h),
    regime: universe.regime,
    ...newsMembers({ facts, rows }),
    upcoming: upcomingOf(facts, rows),
  };
  const cited = REFERENCES.flatMap((id) => {
    const reference = universe.spot.get(id);
    const past = citePast(facts.tokens.get(id)?.past ?? [], { "24h": reference?.change24h });
    return [...citeMinutes(reference?.fresh ?? []), ...past];
  });
  const own = [...citeMinutes(spot.fresh), ...citePast(rows.past, { "24h": spot.change24h })];
  const counted = citeRows("global_market", facts.global.read);
  const at = universe.spot.get("bitcoin")?.at ?? facts.asOf;
  return { asOf: at, sources: [...cited, ...own, ...counted, ...newsCited({ facts, rows })], members };
};
