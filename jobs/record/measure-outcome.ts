// Measures what the price did after an instant: entry after it, settlement at the horizon's end, extremes between.
import { HOUR_MS } from "../../schema/duration.ts";
import type { RecordHourRow } from "../../schema/query/record/record-hour.ts";
import { HORIZONS, type HorizonId, SCORING } from "../../schema/record/rule.ts";
import { roundTo } from "../../schema/round.ts";
import { roundPct } from "../number/round.ts";
import { median } from "../number/statistics.ts";
import { type Close, hourBefore, type Prices } from "./prices.ts";

export type Measure = {
  readonly entry: Close | null;
  readonly settled: Close | null;
  /** Percentage points to four decimals; null where a close is missing. */
  readonly returnPct: number | null;
  readonly excessPct: number | null;
  readonly worstPct: number | null;
  readonly bestPct: number | null;
};

const SIGMA = { "1h": "sigma_1h_pct", "24h": "sigma_24h_pct", "7d": "sigma_7d_pct" } as const satisfies Record<
  HorizonId,
  keyof RecordHourRow
>;

export const horizonMs = (id: HorizonId): number => HORIZONS[id] * HOUR_MS;

/** A horizon is over and its closes are stored. */
export const settleableAt = (issuedAt: number, id: HorizonId): number =>
  issuedAt + horizonMs(id) + SCORING.toleranceMs + SCORING.storedMs;

const changePct = (now: number, then: number): number => roundPct((now / then - 1) * 100);

/** The usual size of returns over the horizon as of the full hour before. */
export const sigmaAt = (prices: Prices, token: string, at: number, id: HorizonId): number | null =>
  prices.hour(token, hourBefore(at))?.[SIGMA[id]] ?? null;

/** A close at the very instant was known by then: the entry is the next one. */
const entryOf = (prices: Prices, token: string, at: number) => prices.first(token, at + 1);

function returnOf(prices: Prices, token: string, at: number, id: HorizonId): number | null {
  const entry = entryOf(prices, token, at);
  const settled = prices.first(token, at + horizonMs(id));
  return entry && settled ? changePct(settled.price, entry.price) : null;
}

/** Percentage points in ten-thousandths: whole numbers, so that the middle of two and a difference are exact. */
const PARTS = 10_000;
const partsOf = (pct: number): number => Math.round(pct * PARTS);

/**
 * The median return of every tracked token over the same time, in ten-thousandths of a percentage point; kept for calls
 * of the same instant.
 */
export function openMarketReturns(prices: Prices, id: HorizonId): (at: number) => number | null {
  const known = new Map<number, number | null>();
  return (at) => {
    const found = known.get(at);
    if (found !== undefined) return found;
    const returns = prices.tokens.flatMap((token) => returnOf(prices, token, at, id) ?? []);
    const middle = returns.length === 0 ? null : median(returns.map(partsOf));
    known.set(at, middle);
    return middle;
  };
}

/** Nothing later than the horizon's end plus tolerance is looked at, and nothing before the entry. */
export function measureOutcome(
  prices: Prices,
  marketParts: (at: number) => number | null,
  token: string,
  at: number,
  id: HorizonId,
): Measure {
  const entry = entryOf(prices, token, at);
  const settled = prices.first(token, at + horizonMs(id));
  const range = entry && prices.extremes(token, at, at + horizonMs(id));
  const returnPct = entry && settled ? changePct(settled.price, entry.price) : null;
  const market = returnPct === null ? null : marketParts(at);
  return {
    entry,
    settled,
    returnPct,
    excessPct: returnPct === null || market === null ? null : roundTo(partsOf(returnPct) - market, 0) / PARTS,
    worstPct: entry && range ? changePct(range.low, entry.price) : null,
    bestPct: entry && range ? changePct(range.high, entry.price) : null,
  };
}

export const bandOf = (sigmaPct: number): number =>
  roundPct(Math.max(SCORING.bandMinPct, SCORING.bandSigmas * sigmaPct));
