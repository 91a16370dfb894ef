// Builds the state section context: bitcoin, breadth, the token's sector and regime from the same rows as the prices.
import { derive, gap } from "../measure/gap.ts";
import { roundPct } from "../number/round.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet, rounded } from "../state/sheet.ts";

const noSentiment = gap("no_source", "No source of fear and greed is connected.");
const noNews = gap("no_source", "No source of headlines is connected.");
const noCalendar = gap("no_source", "No calendar is connected.");
const noSector = gap("insufficient_coverage", "The sector was not measured.");
const REFERENCES = ["bitcoin", "ethereum"];

export const context: SectionBuilder<"context"> = ({ facts, rows, spot, cite }) => {
  const { universe } = facts;
  const sheet = openSheet();
  const members = sheet.enter("", {
    btc_change_24h_pct: rounded(roundPct, universe.bitcoinChange24h),
    eth_change_24h_pct: rounded(roundPct, universe.etherChange24h),
    total_market_cap_change_24h_pct: rounded(roundPct, facts.global.change24h),
    sector_change_24h_pct: rounded(roundPct, universe.sectorChange24h.get(rows.token.sector) ?? noSector),
    relative_strength_24h_pct: rounded(
      roundPct,
      derive([spot.change24h, universe.medianChange24h], (own, middle) => own - middle),
    ),
    breadth_up_24h_pct: rounded(roundPct, universe.up24h),
    fear_greed: noSentiment,
    regime: universe.regime,
    headlines: noNews,
    upcoming: noCalendar,
  });
  const cited = REFERENCES.flatMap((id) =>
    (universe.spot.get(id)?.fresh ?? []).map((row) => ({
      dataset: "candle" as const,
      from: "candle-1m",
      provider: row.provider,
      venue: row.venue,
      at: row.close_at,
      retrievedAt: row.retrieved_ms,
      rows: row.minutes,
    })),
  );
  const counted = facts.global.read.map((row) => ({
    dataset: "global_market" as const,
    provider: row.provider,
    venue: null,
    at: row.read_at,
    retrievedAt: row.retrieved_ms,
    rows: 1,
  }));
  const at = universe.spot.get("bitcoin")?.at ?? facts.asOf;
  return { ...sheet.base(at, cite([...cited, ...counted])), ...members };
};
