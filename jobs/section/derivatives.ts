// Builds the state section derivatives: open interest, funding, positioning, liquidations.
import type { LongShortLatestRow } from "../../schema/dataset/trade/long-short.ts";
import { toTime } from "../../schema/shape/time.ts";
import { entries, group, type Omission } from "../draft/draft.ts";
import { newest, whyMissing } from "../measure/cause.ts";
import { measureFunding, type VenueFunding } from "../measure/funding.ts";
import { derive, type Gap, gap, isGap, type Measured, rounded } from "../measure/gap.ts";
import { measureImpliedVolatility } from "../measure/implied-volatility.ts";
import {
  isApplicable,
  measureBasis,
  measureOpenInterest,
  measurePerpVolume,
  type OpenInterest,
  perpVolumeRows,
} from "../measure/perp.ts";
import {
  isWholeHour,
  type Liquidations,
  largestRatio,
  measureLiquidations,
  measureTakers,
} from "../measure/positioning.ts";
import { restOf } from "../measure/venue-weight.ts";
import { roundPct, roundRatio, roundUsd } from "../number/round.ts";
import type { Cited } from "../state/cite.ts";
import { citeRows, citeUsed } from "../state/cite-rows.ts";
import type { SectionBuilder, SectionInput } from "../state/section-builder.ts";

type Closures = Readonly<Record<"1h" | "24h", Measured<Liquidations>>>;

const NOT_APPLICABLE = {
  applicable: false,
  open_interest_usd: null,
  oi_change_1h_pct: null,
  oi_change_4h_pct: null,
  oi_change_24h_pct: null,
  oi_to_market_cap_pct: null,
  funding_8h_pct: null,
  funding_apr_pct: null,
  funding_percentile_90d: null,
  funding_venues: null,
  basis_pct: null,
  long_short_ratio: null,
  long_short_venue: null,
  top_trader_long_short_ratio: null,
  taker_buy_sell_ratio_1h: null,
  liquidations_1h: null,
  liquidations_24h: null,
  implied_vol_30d_pct: null,
  perp_volume_24h_usd: null,
  perp_to_spot_ratio: null,
} as const;

const venueMember = ({ row, rate, intervalHours, rate8h, apr, interest }: VenueFunding) => ({
  venue: row.venue,
  symbol: row.symbol,
  rate_pct: rounded(roundPct, rate),
  interval_hours: intervalHours,
  rate_8h_pct: rounded(roundPct, rate8h),
  apr_pct: rounded(roundPct, apr),
  open_interest_usd: rounded(roundUsd, interest),
  next_funding_at: row.next_funding_ms === null ? null : toTime(row.next_funding_ms),
  as_of: toTime(row.read_at),
});

/** A sum over a part of the market says so: most venues publish their closures on a stream alone, which is not read. */
function restOfMarket(window: "1h" | "24h", sums: Measured<Liquidations>): Omission[] {
  if (isGap(sums) || isGap(sums.share) || sums.share >= 1) return [];
  const part = `${roundPct(sums.share * 100).toFixed(1)} % of the open interest`;
  const why = gap("no_source", `Of ${sums.venues.join(", ")} alone, ${part}: others publish none that is read.`);
  return [{ path: `/liquidations_${window}/total_usd`, why }];
}

const liquidationMembers = (sums: Measured<Liquidations>) =>
  group({
    long_usd: derive([sums], ({ longUsd }) => roundUsd(longUsd)),
    short_usd: derive([sums], ({ shortUsd }) => roundUsd(shortUsd)),
    total_usd: derive([sums], ({ totalUsd }) => roundUsd(totalUsd)),
    count: derive([sums], ({ count }) => count),
    largest_usd: rounded(
      roundUsd,
      derive([sums], ({ largestUsd }) => largestUsd),
    ),
    venues: derive([sums], ({ venues }) => [...venues]),
    open_interest_share_pct: rounded(
      roundPct,
      derive([sums], ({ share }) => derive([share], (part) => part * 100)),
    ),
    count_venues: derive([sums], ({ count, singleVenues }) => derive([count], () => [...singleVenues])),
  });

function interestMembers({ facts, rows }: SectionInput, interest: OpenInterest) {
  const cap = facts.universe.marketCap.get(rows.token.id) ?? whyMissing(rows.calls, "coin_market");
  return {
    open_interest_usd: rounded(roundUsd, interest.total),
    oi_change_1h_pct: rounded(roundPct, interest.change1h),
    oi_change_4h_pct: rounded(roundPct, interest.change4h),
    oi_change_24h_pct: rounded(roundPct, interest.change24h),
    oi_to_market_cap_pct: rounded(
      roundPct,
      derive([interest.total, cap], (usd, of) => (usd / of) * 100),
    ),
  };
}

/** It does not hang on the token's perpetuals, and is null where no venue has an index. */
function impliedVolatility({ facts, rows }: SectionInput): Measured<number> | null {
  const measured = measureImpliedVolatility(rows, facts.asOf);
  return measured === null ? null : rounded(roundPct, measured);
}

/** What members are made of and what says which rows they are made of. */
const measurePerpetuals = ({ facts, rows }: SectionInput, interest: OpenInterest) => ({
  interest,
  funding: measureFunding(rows, interest, facts.asOf),
  accounts: largestRatio(rows, "global_account", interest, facts.asOf),
  traders: largestRatio(rows, "top_position", interest, facts.asOf),
  takers: measureTakers(rows, interest, facts.asOf),
  closures: {
    "1h": measureLiquidations(facts, rows, interest, "1h"),
    "24h": measureLiquidations(facts, rows, interest, "24h"),
  } satisfies Closures,
});
type Perpetuals = ReturnType<typeof measurePerpetuals>;

function positionMembers(input: SectionInput, { interest, accounts, traders, takers }: Perpetuals) {
  const { facts, rows, spot } = input;
  const volume = measurePerpVolume(rows, interest, facts.asOf);
  return {
    basis_pct: rounded(roundPct, measureBasis(rows, interest, spot.price, facts.asOf)),
    long_short_ratio: derive([accounts], ({ ratio }) => roundRatio(ratio)),
    long_short_venue: derive([accounts], ({ venue }) => venue),
    top_trader_long_short_ratio: derive([traders], ({ ratio }) => roundRatio(ratio)),
    taker_buy_sell_ratio_1h: rounded(roundRatio, takers),
    implied_vol_30d_pct: impliedVolatility(input),
    perp_volume_24h_usd: rounded(roundUsd, volume),
    perp_to_spot_ratio: rounded(
      roundRatio,
      derive([volume, spot.volume24h], (perp, of) => perp / of),
    ),
  };
}

const FUNDING_LABELS = ["venue", "symbol", "next_funding_at", "as_of"] as const;

function measuredMembers(input: SectionInput, measured: Perpetuals) {
  const { rows } = input;
  const { interest, funding, closures } = measured;
  const venues = funding.venues.map(venueMember);
  return {
    applicable: true,
    ...interestMembers(input, interest),
    funding_8h_pct: rounded(roundPct, funding.rate8h),
    funding_apr_pct: rounded(roundPct, funding.apr),
    funding_percentile_90d: rounded(roundPct, funding.percentile90d),
    funding_venues: venues.length > 0 ? entries(venues, FUNDING_LABELS) : whyMissing(rows.calls, "funding"),
    ...positionMembers(input, measured),
    liquidations_1h: liquidationMembers(closures["1h"]),
    liquidations_24h: liquidationMembers(closures["24h"]),
  };
}

/** Every member missing for one reason: it is not known whether the token has a perpetual at all. */
function unknownMembers(input: SectionInput, why: Gap) {
  const { liquidations_1h: _1h, liquidations_24h: _24h, implied_vol_30d_pct: _iv, ...names } = NOT_APPLICABLE;
  const all = Object.fromEntries(Object.keys(names).map((name) => [name, why])) as { [K in keyof typeof names]: Gap };
  const closures = liquidationMembers(why);
  return {
    ...all,
    implied_vol_30d_pct: impliedVolatility(input),
    liquidations_1h: closures,
    liquidations_24h: closures,
  };
}

function citeRatios({ rows }: SectionInput, { accounts, traders }: Perpetuals): Cited[] {
  const roleOf = (row: LongShortLatestRow) =>
    row === accounts ? "long_short" : row === traders ? "top_long_short" : "long_short_unused";
  return rows.longShort.flatMap((row) => citeRows("long_short", [row], { role: roleOf(row) }));
}

function citedOf(input: SectionInput, measured: Perpetuals): Cited[] {
  const { facts, rows } = input;
  const { interest, funding, takers, closures } = measured;
  const rated = funding.venues.flatMap(({ row, rate8h }) => (isGap(rate8h) ? [] : [row]));
  const closed = Object.values(closures).flatMap((sums) => (isGap(sums) ? [] : sums.providers));
  const isCounted = ({ provider }: { readonly provider: string }) => closed.includes(provider);
  return [
    ...citeUsed("open_interest", rows.openInterest, (row) => interest.fresh.includes(row)),
    ...citeUsed("funding", rows.funding, (row) => rated.includes(row)),
    ...citeRatios(input, measured),
    ...citeUsed("taker_volume", rows.takers, (row) => !isGap(takers) && isWholeHour(row, facts.asOf)),
    ...citeUsed("liquidation", rows.liquidations, isCounted),
    ...citeUsed("liquidation", rows.liquidationWindows, isCounted),
    ...citeRows("implied_volatility", rows.impliedVolatilities),
    ...citeVolume(input),
  ];
}

/** By the venue's name before the kind: the spot market has tickers and hours as well. */
function citeVolume({ facts, rows }: SectionInput): Cited[] {
  const { tickers, hours } = perpVolumeRows(rows, facts.asOf);
  return [
    ...tickers.flatMap((row) => citeRows("ticker", [row], { from: `${row.venue}-perp-ticker` })),
    ...hours.map(({ provider, venue, close_at: at, retrieved_ms: retrievedAt }) => ({
      ...({ dataset: "candle", from: `${venue}-perp-candle-1h`, provider, venue, at, retrievedAt } as const),
    })),
  ];
}

/** The earlier readings behind those changes that are measured. */
function citePast({ fresh, change1h, change4h, change24h }: OpenInterest): Cited[] {
  const changes = [
    ["open_interest_1h", change1h],
    ["open_interest_4h", change4h],
    ["open_interest_24h", change24h],
  ] as const;
  return changes.flatMap(([role, change], back) =>
    isGap(change)
      ? []
      : fresh.flatMap(({ provider, venue, past_at, past_retrieved_ms }) => {
          const [at = 0, retrievedAt = 0] = [past_at[back], past_retrieved_ms[back]];
          const cited = { dataset: "open_interest", provider, venue, at, retrievedAt, past: true, role } as const;
          return at > 0 ? [cited] : [];
        }),
  );
}

export const derivatives: SectionBuilder<"derivatives"> = (input) => {
  const { facts, rows } = input;
  const { asOf } = facts;
  const applicable = isApplicable(facts, rows);
  if (applicable === false) return { asOf, sources: [], members: NOT_APPLICABLE };
  if (isGap(applicable)) return { asOf, sources: [], members: unknownMembers(input, applicable) };
  const interest = measureOpenInterest(rows, asOf);
  const measured = measurePerpetuals(input, interest);
  const { closures } = measured;
  return {
    asOf: newest([...interest.fresh, ...rows.funding].map((row) => row.read_at)) || asOf,
    sources: [...citedOf(input, measured), ...citePast(interest)],
    members: measuredMembers(input, measured),
    partial: [...restOfMarket("1h", closures["1h"]), ...restOfMarket("24h", closures["24h"])],
    weight: interest.share,
    rest: restOf(interest.weights, interest.fresh),
  };
};
