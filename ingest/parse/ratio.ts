// Long/short rows and settled funding rows, the same arithmetic for every venue.
import { HOUR_MS } from "../../schema/duration.ts";
import { isTime } from "../source/body.ts";
import { type About, onlyListing, saidSymbol, stamped } from "../source/define-source.ts";

export type RatioKind = "global_account" | "top_account" | "top_position";

/** `share` is the long share, 0 to 1; where a venue gives only the ratio it follows as r/(1+r). */
export function longShortRow(about: About, kind: RatioKind, at: number, ratio: number, share?: number, said?: unknown) {
  const long = share ?? ratio / (1 + ratio);
  return stamped(about, onlyListing(about), {
    ...saidSymbol(said),
    kind,
    at,
    ratio,
    long_pct: long * 100,
    short_pct: (1 - long) * 100,
  });
}

/** One settlement as a venue tells it: `at` in epoch ms, the mark of one coin where it is given, and the market it says. */
export type Settlement = {
  readonly at: number;
  readonly rate: number;
  readonly mark: number | null;
  readonly said?: unknown;
};

/** Settlements with the interval their neighbours show; null where there is none to compare with. */
export function settledRows(about: About, rows: readonly Settlement[]) {
  // What has no time has no place in an order: it comes last, for admission to refuse.
  const ascending = rows.filter(({ at }) => isTime(at)).sort((a, b) => a.at - b.at);
  const sorted = [...ascending, ...rows.filter(({ at }) => !isTime(at))];
  return sorted.map(({ at, rate, mark, said }, i) => {
    // Venues stamp a settlement some milliseconds late.
    const settled = Math.floor(at / 1_000) * 1_000;
    const [before, after] = i > 0 ? [sorted[i - 1]?.at, at] : [at, sorted[1]?.at];
    const hours = before === undefined || after === undefined ? null : Math.round((after - before) / HOUR_MS);
    return stamped(about, onlyListing(about), {
      ...saidSymbol(said),
      at: settled,
      kind: "settled",
      rate,
      interval_hours: hours !== null && hours > 0 && hours <= 24 ? hours : null,
      next_funding_at: null,
      mark_price: mark,
      index_price: null,
    });
  });
}
