// Perpetual markets of a token: whether it has any, open interest, basis and volume; unrounded.
import type { FundingLatestRow } from "../../schema/dataset/trade/funding.ts";
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import type { OpenInterestLatestRow } from "../../schema/query/trade/open-interest-latest.ts";
import type { Facts } from "../fact/fact.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import { sum, weightedMean } from "../number/statistics.ts";
import { callsOf, isFresh, newest, venuesThatTold, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, isGap, type Measured } from "./gap.ts";
import { contestInterest } from "./perp-opinion.ts";
import { requireWeight, shareOf, total, type Weights, weighVenues } from "./venue-weight.ts";

const HOURS_MIN = 22;
const HOURLY_TTL_MS = 2 * HOUR_MS;
/** How long sources must have answered without this token before its absence means "not listed". */
const SETTLED_MS = 600_000;

export const perpTickers = (rows: TokenFacts) => rows.tickers.filter((ticker) => ticker.market === "perp");

/** What a venue did not list when it last answered, it does not list a while later either. */
const UNLISTED_MS = 6 * HOUR_MS;

/** True where a covered venue lists a perpetual, false where their sources answered and none does. */
export function isApplicable(facts: Facts, rows: TokenFacts): Measured<boolean> {
  const seen = [rows.openInterest, rows.funding, rows.perpHours, perpTickers(rows)].some((list) => list.length > 0);
  if (seen) return true;
  const own = [...callsOf(rows.calls, "open_interest"), ...callsOf(rows.calls, "funding")];
  const all = callsOf(facts.calls, "open_interest");
  const settled = all.some((call) => call.ok_at > 0 && facts.asOf - call.first_at >= SETTLED_MS);
  const failing = [...own, ...all.filter((call) => call.token === "")].filter(
    (call) => call.last_outcome !== "ok" && (call.ok_at === 0 || facts.asOf - call.ok_at > UNLISTED_MS),
  );
  return settled && failing.length === 0 ? false : whyMissing([...own, ...failing], "open_interest");
}

export type OpenInterest = {
  readonly weights: Weights;
  readonly fresh: readonly OpenInterestLatestRow[];
  /** Venues whose figure a second provider contradicts; they are not among the fresh ones. */
  readonly contested: ReadonlyMap<string, Gap>;
  readonly share: Measured<number>;
  readonly total: Measured<number>;
  readonly change1h: Measured<number>;
  readonly change4h: Measured<number>;
  readonly change24h: Measured<number>;
};

const AGO_MS = { usd_1h: HOUR_MS, usd_4h: 4 * HOUR_MS, usd_24h: DAY_MS } as const;
type AgoColumn = keyof typeof AGO_MS;
const TOO_YOUNG = gap("insufficient_history", "No reading is stored for then.");
const HOLE = gap("insufficient_coverage", "No reading is stored for then, though some of before are.");

/** Measures open interest; venues weigh by their 7-day mean. */
export function measureOpenInterest(rows: TokenFacts, asOf: number): OpenInterest {
  const read = rows.openInterest.filter((row) => isFresh("open_interest", row.read_at, asOf));
  const contested = new Map(
    read.flatMap((row) => {
      const why = contestInterest(row, rows, asOf);
      return why === null ? [] : [[row.venue, why] as const];
    }),
  );
  const fresh = read.filter(({ venue }) => !contested.has(venue));
  const weights = weighVenues(
    rows.openInterest.map((row) => ({ venue: row.venue, weight: row.usd_mean_7d })),
    [...rows.openInterest, ...rows.funding].map(({ venue }) => venue),
    venuesThatTold(rows.calls, "open_interest"),
  );
  const [dispute] = contested.values();
  const none = dispute ?? whyMissing(rows.calls, "open_interest", newest(rows.openInterest.map((row) => row.read_at)));
  /** What is contested is why too little is left. */
  const enough = <R extends { readonly venue: string }>(some: readonly R[], why: Gap): Measured<readonly R[]> => {
    const weighed = requireWeight(weights, some, why);
    return isGap(weighed) && weighed.gap === "insufficient_coverage" && dispute ? dispute : weighed;
  };
  const change = (column: AgoColumn) => {
    const isHole = fresh.some((row) => row[column] === null && row.first_at <= row.read_at - AGO_MS[column]);
    const both = fresh.flatMap((row) => {
      const before = row[column];
      return before === null ? [] : [{ venue: row.venue, value: row.usd, before }];
    });
    const short = fresh.length === 0 ? none : isHole ? HOLE : TOO_YOUNG;
    return derive([enough(both, short)], (pairs) => (total(pairs) / sum(pairs.map((pair) => pair.before)) - 1) * 100);
  };
  const readings = fresh.map((row) => ({ venue: row.venue, value: row.usd }));
  return {
    weights,
    fresh,
    contested,
    share:
      fresh.length === 0
        ? none
        : shareOf(
            weights,
            fresh.map(({ venue }) => venue),
          ),
    total: derive([enough(readings, none)], total),
    change1h: change("usd_1h"),
    change4h: change("usd_4h"),
    change24h: change("usd_24h"),
  };
}

/** Mark against the venue's index, or against our spot price where it gives none; weighted by open interest. */
export function measureBasis(
  rows: TokenFacts,
  interest: OpenInterest,
  price: Measured<number>,
  asOf: number,
): Measured<number> {
  const sizes = new Map(interest.fresh.map((row) => [row.venue, row.usd]));
  const marked = rows.funding.flatMap((row: FundingLatestRow) => {
    const reference = row.index_price ?? (isGap(price) ? null : price);
    const weight = sizes.get(row.venue);
    if (!isFresh("funding", row.read_at, asOf) || row.mark_price === null || !reference || !weight) return [];
    return [{ venue: row.venue, value: (row.mark_price / reference - 1) * 100, weight }];
  });
  const none = whyMissing(rows.calls, "funding", newest(rows.funding.map((row) => row.read_at)));
  return derive([requireWeight(interest.weights, marked, none)], weightedMean);
}

/** By venue its fresh ticker, or else its last 24 hourly candles. */
export function perpVolumeRows(rows: TokenFacts, asOf: number) {
  const isWhole = ({ hours, close_at: at }: TokenFacts["perpHours"][number]) =>
    hours >= HOURS_MIN && asOf - at <= HOURLY_TTL_MS;
  const tickers = perpTickers(rows).filter((row) => isFresh("ticker", row.read_at, asOf));
  const told = new Set(tickers.map(({ venue }) => venue));
  return { tickers, hours: rows.perpHours.filter((row) => isWhole(row) && !told.has(row.venue)) };
}

export function measurePerpVolume(rows: TokenFacts, interest: OpenInterest, asOf: number): Measured<number> {
  const used = perpVolumeRows(rows, asOf);
  const readings = [...used.hours, ...used.tickers].map(({ venue, volume_24h_usd: value }) => ({ venue, value }));
  const tickers = perpTickers(rows);
  const weights = weighVenues(
    [...interest.weights].map(([venue, weight]) => ({ venue, weight })),
    [...rows.perpHours, ...tickers].map(({ venue }) => venue),
  );
  const since = newest([...tickers.map((row) => row.read_at), ...rows.perpHours.map((row) => row.close_at)]);
  return derive([requireWeight(weights, readings, whyMissing(rows.calls, "ticker", since))], total);
}
