// Perpetual inputs of the signal rules: open interest, funding, positioning, forced closures.
import { DAY_MS, HOUR_MS } from "../../schema/duration.ts";
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import type { Facts, TokenFacts } from "../fact/fact.ts";
import { isFresh } from "../measure/cause.ts";
import { measureFunding, type PastRate } from "../measure/funding.ts";
import { derive, type Gap, gap, isGap, type Measured, rounded } from "../measure/gap.ts";
import { isApplicable, measureOpenInterest, type OpenInterest } from "../measure/perp.ts";
import { largestRatio, measureLiquidations, type PastWatch } from "../measure/positioning.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import type { FundingReading, VenueOpenInterest } from "../signal/input.ts";
import type { MeasuredInputs } from "./build-input.ts";
import type { RowsOfToken } from "./rows.ts";
import { medianHourOf, watchOfWeek } from "./usual-liquidation.ts";

const SPAN_MS = 8 * HOUR_MS;
const READINGS_MIN_MS = 15 * DAY_MS;

const PERP_INPUTS = [
  "open_interest",
  "funding_8h_pct",
  "funding_percentile_90d",
  "funding_readings",
  "long_short_ratio",
  "liquidations_long_1h_usd",
  "liquidations_short_1h_usd",
  "liquidations_median_hourly_7d_usd",
] as const;
type Inputs = Pick<MeasuredInputs, (typeof PERP_INPUTS)[number]>;

const all = (value: Gap | null): Inputs =>
  Object.fromEntries(PERP_INPUTS.map((name) => [name, value])) as unknown as Inputs;

const orUnassessed = (value: number | null) => (value === null ? UNASSESSED : roundUsd(value));

/** A venue that went silent keeps its past, so that its weight is known to be missing. */
const venueInterest = (rows: TokenFacts, interest: OpenInterest, asOf: number): Measured<VenueOpenInterest[]> =>
  derive([interest.total], () =>
    rows.openInterest.map((row) => ({
      venue: row.venue,
      now_usd:
        isFresh("open_interest", row.read_at, asOf) && !interest.contested.has(row.venue)
          ? roundUsd(row.usd)
          : UNASSESSED,
      ago_1h_usd: orUnassessed(row.usd_1h),
      ago_4h_usd: orUnassessed(row.usd_4h),
    })),
  );

function readings(rates: readonly PastRate[], asOf: number): Measured<FundingReading[]> {
  const past = rates.toSorted((a, b) => a.span - b.span);
  const first = past[0];
  if (!first || asOf - first.span * SPAN_MS < READINGS_MIN_MS)
    return gap("insufficient_history", "Fewer than 15 days of settled funding are stored.");
  return past.map(({ span, rate }) => ({ at: span * SPAN_MS, rate_8h_pct: roundPct(rate) }));
}

/** Of the venues that list the token: what is compared is of the same ones. */
function weekOf(rows: TokenFacts, own: RowsOfToken): PastWatch {
  const listed = new Set(rows.openInterest.map(({ provider }) => provider));
  return watchOfWeek(own.liquidationWatch.filter(({ provider }) => listed.has(provider)));
}

/** null throughout for a token that no covered venue lists a perpetual of. */
export function measurePerpInputs(facts: Facts, rows: TokenFacts, own: RowsOfToken): Inputs {
  const applicable = isApplicable(facts, rows);
  if (applicable === false) return all(null);
  if (isGap(applicable)) return all(applicable);
  const { asOf } = facts;
  const interest = measureOpenInterest(rows, asOf);
  const funding = measureFunding(rows, interest, asOf);
  const week = weekOf(rows, own);
  const closed = measureLiquidations(facts, rows, interest, "1h", week.whole.length > 0 ? week : undefined);
  return {
    open_interest: venueInterest(rows, interest, asOf),
    funding_8h_pct: rounded(roundPct, funding.rate8h),
    funding_percentile_90d: rounded(roundPct, funding.percentile90d),
    funding_readings: isGap(funding.rate8h) ? funding.rate8h : readings(funding.past, asOf),
    long_short_ratio: derive([largestRatio(rows, "global_account", interest, asOf)], ({ ratio }) => roundRatio(ratio)),
    liquidations_long_1h_usd: derive([closed], ({ longUsd }) => roundUsd(longUsd)),
    liquidations_short_1h_usd: derive([closed], ({ shortUsd }) => roundUsd(shortUsd)),
    liquidations_median_hourly_7d_usd: medianHourOf(week, own.usualLiquidations),
  };
}
