// Reads what the rules look at from a built state: each metric is a number, null where it does not apply, or a gap.
import { FUNDING_EXTREMES, METRIC_IDS, type MetricId } from "../../schema/evaluation/metric.ts";
import type { Reason } from "../../schema/reason.ts";
import { isAssessed, type Unassessed } from "../../schema/shape/quantity.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import type { SignalKind } from "../../schema/signal/index.ts";
import { RISK_LEVELS, type RiskLevel, TAX_LEVELS } from "../../schema/token/contract-flag.ts";
import { isAtLeastHigh } from "../measure/contract.ts";
import { derive, type Gap, gap, isGap, isStructural, type Measured } from "../measure/gap.ts";
import type { BuiltState, StateSections } from "../state/built-state.ts";

/** Null: it does not apply to the token. */
export type Metric = Measured<number> | null;
export type Metrics = { readonly [M in MetricId]: Metric };

/** Why a member is unassessed, as its section says; the nearest path above it counts too. */
export function whyUnassessed(section: SectionBase, path: string): Reason {
  const said = section.unassessed.filter((one) => path === one.path || path.startsWith(`${one.path}/`));
  return (
    said[0]?.reason ?? section.unassessed.find((one) => one.path.startsWith(path))?.reason ?? "insufficient_coverage"
  );
}

/** A member as a metric; states that an older release built lack the newest members. */
const read = <T>(section: SectionBase, path: string, value: T | Unassessed): Measured<T> =>
  value === undefined ? gap("pending") : isAssessed(value) ? (value as T) : gap(whyUnassessed(section, path));

const orNull = (section: SectionBase, path: string, value: number | null | Unassessed): Metric =>
  value === null ? null : read(section, path, value);

/** Applies a function where every metric applies and was measured. */
function combine(inputs: readonly Metric[], fn: (...known: number[]) => number): Metric {
  if (inputs.includes(null)) return null;
  return derive(inputs as Measured<number>[], (...known) => fn(...(known as number[])));
}

function momentum({ market }: StateSections, sign: number) {
  const hour = read(market, "/change_1h_pct", market.change_1h_pct);
  const day = read(market, "/change_24h_pct", market.change_24h_pct);
  const sigmaHour = read(market, "/sigma_1h_pct", market.sigma_1h_pct);
  const sigmaDay = read(market, "/sigma_24h_pct", market.sigma_24h_pct);
  return {
    change_1h_pct: combine([hour], (value) => sign * value),
    change_24h_pct: combine([day], (value) => sign * value),
    abs_change_1h_pct: combine([hour], Math.abs),
    abs_change_24h_pct: combine([day], Math.abs),
    volatility_30d_pct: read(market, "/realized_vol_30d_pct", market.realized_vol_30d_pct),
    sigma_1h_pct: sigmaHour,
    sigma_24h_pct: sigmaDay,
    reversal_sigmas: combine([hour, day, sigmaHour, sigmaDay], (h, d, sh, sd) =>
      h * d < 0 ? Math.min(Math.abs(h) / sh, Math.abs(d) / sd) : 0,
    ),
  };
}

function quotedCost({ liquidity }: StateSections, side: "buy" | "sell"): Metric {
  if (!isAssessed(liquidity.impact)) return gap(whyUnassessed(liquidity, "/impact"));
  const quotes = liquidity.impact.filter((one) => one.method === "quote" && one.side === side);
  const [least] = quotes.sort((a, b) => a.size_usd - b.size_usd);
  return least && isAssessed(least.impact_pct) ? least.impact_pct : gap("no_source");
}

/** Open signals of a kind; that none is open says nothing while the rule is not judged. */
function openOf(signals: StateSections["signals"], kind: SignalKind): Metric {
  const all = read(signals, "/open", signals.open);
  if (isGap(all)) return all;
  const count = all.filter((one) => one.kind === kind).length;
  const unjudged = signals.partial?.find(({ kinds }) => kinds?.includes(kind));
  return count === 0 && unjudged !== undefined ? gap(unjudged.reason) : count;
}

function liquidity(sections: StateSections, side: "buy" | "sell") {
  const { liquidity: book, market, signals } = sections;
  return {
    depth_2pct_usd: read(book, "/depth_2pct_usd", book.depth_2pct_usd),
    quote_impact_pct: quotedCost(sections, side),
    spread_bps: read(book, "/spread_bps", book.spread_bps),
    volume_24h_usd: read(market, "/volume_24h_usd", market.volume_24h_usd),
    price_confidence_bps: read(market, "/price_confidence_bps", market.price_confidence_bps),
    depth_signals_open: openOf(signals, "depth_drop"),
  };
}

function leverage({ derivatives: perp }: StateSections) {
  const of = (path: string, value: number | null | Unassessed): Metric =>
    perp.applicable === false ? null : orNull(perp, path, value);
  const apr = combine([of("/funding_apr_pct", perp.funding_apr_pct)], Math.abs);
  const percentile = of("/funding_percentile_90d", perp.funding_percentile_90d);
  const liquidated = of("/liquidations_24h/total_usd", perp.liquidations_24h?.total_usd ?? null);
  const interest = of("/open_interest_usd", perp.open_interest_usd);
  return {
    abs_funding_apr_pct: apr,
    funding_percentile_90d: percentile,
    // Without the percentile funding is taken for extreme: a gap never makes a verdict milder.
    funding_extreme_apr_pct: isGap(percentile) ? apr : combine([apr, percentile], atExtreme),
    oi_to_market_cap_pct: of("/oi_to_market_cap_pct", perp.oi_to_market_cap_pct),
    oi_change_4h_pct: of("/oi_change_4h_pct", perp.oi_change_4h_pct),
    liquidations_to_oi_pct: combine([liquidated, interest], (usd, all) => (usd / all) * 100),
    long_short_ratio: of("/long_short_ratio", perp.long_short_ratio),
  };
}

const atExtreme = (apr: number, percentile: number): number =>
  percentile >= FUNDING_EXTREMES.high || percentile <= FUNDING_EXTREMES.low ? apr : 0;

function onchain({ onchain: chain, market, supply }: StateSections, sign: number) {
  const cap = read(market, "/market_cap_usd", market.market_cap_usd);
  const flow = read(chain, "/exchange_netflow_24h_usd", chain.exchange_netflow_24h_usd);
  const large = chain.large_transfers_24h;
  const side = sign > 0 ? "to_exchange_usd" : "from_exchange_usd";
  const moved = read(chain, `/large_transfers_24h/${side}`, large[side]);
  const price = read(market, "/price_usd", market.price_usd);
  const coins = read(supply, "/circulating_native", supply.circulating_native);
  return {
    netflow_to_market_cap_pct: combine([flow, cap], (usd, of) => (sign * usd * 100) / of),
    to_exchange_of_supply_pct: combine([moved, price, coins], (usd, each, all) => (usd * 100) / (each * all)),
    tvl_change_24h_pct: combine([orNull(chain, "/tvl_change_24h_pct", chain.tvl_change_24h_pct)], (v) => v),
    top10_holders_pct: read(chain, "/top10_holders_pct", chain.top10_holders_pct),
  };
}

function supplyOf({ supply, market }: StateSections) {
  return {
    unlock_7d_pct: orNull(supply, "/unlocks_7d_pct", supply.unlocks_7d_pct),
    inflation_30d_pct: read(supply, "/inflation_30d_pct", supply.inflation_30d_pct),
    circulating_pct_of_max: orNull(supply, "/circulating_pct_of_max", supply.circulating_pct_of_max),
    market_cap_usd: read(market, "/market_cap_usd", market.market_cap_usd),
    circulating_native: read(supply, "/circulating_native", supply.circulating_native),
  };
}

function contextOf({ context }: StateSections) {
  return {
    btc_change_24h_pct: read(context, "/btc_change_24h_pct", context.btc_change_24h_pct),
    breadth_up_24h_pct: read(context, "/breadth_up_24h_pct", context.breadth_up_24h_pct),
    sector_change_24h_pct: read(context, "/sector_change_24h_pct", context.sector_change_24h_pct),
    fear_greed: derive([read(context, "/fear_greed", context.fear_greed)], ({ value }) => value),
  };
}

/** Of several reasons one that may pass: what it hides would be known another time. */
const gravest = (reasons: readonly Reason[]): Gap => {
  const gaps = reasons.map((reason) => gap(reason));
  return gaps.find((one) => !isStructural(one)) ?? gaps[0] ?? gap("no_source");
};

/**
 * The level of the worst contract; null where there is none. What is not known counts as not there in it, and what an
 * owner may do the first scanner tells alone: without its scan only a level of danger says what it says.
 */
export function contractRiskOf(security: StateSections["security"]): Measured<RiskLevel> | null {
  if (security.applicable === false) return null;
  const { contract_risk: level, contracts } = security;
  if (level === null) return gap("no_source");
  if (!isAssessed(level) || !isAssessed(contracts)) return gap(whyUnassessed(security, "/contract_risk"));
  const unread = contracts.flatMap(({ other_risks }, at) => (isAssessed(other_risks) ? [] : [at]));
  if (unread.length === 0 || isAtLeastHigh(level)) return level;
  return gravest(unread.map((at) => whyUnassessed(security, `/contracts/${at}/other_risks`)));
}

function contractOf({ security }: StateSections) {
  if (security.applicable === false) return { contract_risk: null, sell_tax_pct: null, cannot_sell: null };
  const contracts = read(security, "/contracts", security.contracts);
  const taxes = derive([contracts], (all) => {
    const highest = Math.max(...all.flatMap(({ sell_tax_pct }) => (isAssessed(sell_tax_pct) ? [sell_tax_pct] : [])));
    const open = all.flatMap(({ sell_tax_pct }, at) => (isAssessed(sell_tax_pct) ? [] : [at]));
    // One that is not known may be any: only what is too high already says what it says.
    if (highest > TAX_LEVELS.sellHigh || (open.length === 0 && all.length > 0)) return highest;
    return gravest(open.map((at) => whyUnassessed(security, `/contracts/${at}/sell_tax_pct`)));
  });
  const risk = contractRiskOf(security);
  return {
    contract_risk: risk === null ? null : derive([risk], (level) => RISK_LEVELS.indexOf(level)),
    sell_tax_pct: taxes,
    cannot_sell: derive([contracts], (all) => {
      const stuck = all.filter(({ honeypot, cannot_sell_all }) => honeypot === true || cannot_sell_all === true);
      const open = all.filter(({ honeypot }) => !isAssessed(honeypot));
      return stuck.length === 0 && open.length > 0 ? gap(whyUnassessed(security, "/contracts")) : stuck.length;
    }),
  };
}

/** Where a metric is the highest of several, when one of them is not known: it may be more. */
const LEAST: { readonly [M in MetricId]?: (sections: Pick<StateSections, "security">) => boolean } = {
  sell_tax_pct: ({ security }) =>
    security.applicable !== false &&
    isAssessed(security.contracts) &&
    security.contracts.some(({ sell_tax_pct }) => !isAssessed(sell_tax_pct)),
};

/** Whether a metric that has a value is the least that it may be. */
export const isLeast = (metric: MetricId, sections: Pick<StateSections, "security">): boolean =>
  LEAST[metric]?.(sections) === true;

/** Every metric of a state for an order of a side; those of a size do not apply yet. */
export function readMetrics({ sections }: BuiltState, side: "buy" | "sell"): Metrics {
  const sign = side === "buy" ? 1 : -1;
  const known: Partial<Record<MetricId, Metric>> = {
    ...momentum(sections, sign),
    ...liquidity(sections, side),
    ...leverage(sections),
    ...onchain(sections, sign),
    ...supplyOf(sections),
    ...contextOf(sections),
    ...contractOf(sections),
  };
  return Object.fromEntries(METRIC_IDS.map((id) => [id, known[id] === undefined ? null : known[id]])) as Metrics;
}
