// Changes of open interest over the venues that answered all the while, for the rules that read them.
import type { Levels } from "../../schema/signal/rule.ts";
import { roundPct } from "../number/round.ts";
import { lastKnown, sumSameRows } from "./guard.ts";
import type { VenueOpenInterest } from "./input.ts";
import { directionOf, gradeAtLeast, type Hit, signed } from "./reading.ts";

type Change = { readonly pct: number; readonly agoUsd: number };
type OpenInterestChange = { readonly nowUsd: number; readonly over1h: Change; readonly over4h: Change };

const changeFrom = (agoUsd: number, nowUsd: number): Change => ({
  pct: roundPct((nowUsd / agoUsd - 1) * 100),
  agoUsd,
});

const weightOf = (venue: VenueOpenInterest): number => lastKnown([venue.now_usd, venue.ago_1h_usd, venue.ago_4h_usd]);

/** Totals in USD over the same venues and their changes in pct; undefined when too little weight is assessed. */
export const readOpenInterest = (venues: readonly VenueOpenInterest[]): OpenInterestChange | undefined => {
  const sums = sumSameRows(
    venues.map((venue) => ({
      cells: [venue.now_usd, venue.ago_1h_usd, venue.ago_4h_usd],
      weight: weightOf(venue),
    })),
  );
  if (!sums) return undefined;
  const [nowUsd = 0, ago1hUsd = 0, ago4hUsd = 0] = sums;
  if (ago1hUsd <= 0 || ago4hUsd <= 0) return undefined;
  return { nowUsd, over1h: changeFrom(ago1hUsd, nowUsd), over4h: changeFrom(ago4hUsd, nowUsd) };
};

/** Open interest now in USD over the venues that answer; undefined when they are too small a part. */
export const readOpenInterestNow = (venues: readonly VenueOpenInterest[]): number | undefined => {
  const sums = sumSameRows(venues.map((venue) => ({ cells: [venue.now_usd], weight: weightOf(venue) })));
  return sums?.[0];
};

type Side = {
  readonly sign: 1 | -1;
  readonly levels1h: Levels;
  readonly levels4h: Levels;
  readonly returnMinPct: number;
  readonly return1hPct: number;
  readonly return4hPct: number;
};

/** The window, 1 h or 4 h, whose change stands out most towards one side; undefined when neither reaches severity 1. */
export const gradeChange = (change: OpenInterestChange, side: Side): Hit | undefined => {
  const windows = [
    { window: "1h", ...change.over1h, levels: side.levels1h, returnPct: side.return1hPct },
    { window: "4h", ...change.over4h, levels: side.levels4h, returnPct: side.return4hPct },
  ].map((window) => ({
    ...window,
    severity: gradeAtLeast(window.pct * side.sign, window.levels),
    ratio: (window.pct * side.sign) / window.levels[0],
  }));
  const best = windows.reduce((a, b) =>
    b.severity > a.severity || (b.severity === a.severity && b.ratio > a.ratio) ? b : a,
  );
  if (best.severity === 0) return undefined;
  return {
    direction: directionOf(best.returnPct, side.returnMinPct),
    severity: best.severity,
    value: best.pct,
    thresholds: signed(best.levels, side.sign),
    baseline: best.agoUsd,
    window: best.window,
    details: { open_interest_usd: change.nowUsd, return_pct: best.returnPct },
  };
};
