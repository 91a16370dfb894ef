// What venues, chains and scanners show of a simulated token at each full hour, as the rules of an evaluation look at it.

import { parseHolders } from "../../../ingest/risk/holder.ts";
import { parseGoplus } from "../../../ingest/venue/goplus/parse-risk.ts";
import type { Metric } from "../../../jobs/evaluate/read-metrics.ts";
import { measureContract, measureRisk } from "../../../jobs/measure/contract.ts";
import { gap, isGap } from "../../../jobs/measure/gap.ts";
import { median, sum, weightedMean, weightedMedian } from "../../../jobs/number/statistics.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { ContractLatestRow } from "../../../schema/query/chain/contract-latest.ts";
import { RISK_LEVELS } from "../../../schema/token/contract-flag.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import type { Asset } from "../../../scripts/sandbox/model/asset.ts";
import type { Market, MarketKind, VenueId } from "../../../scripts/sandbox/model/market.ts";
import { VENUES } from "../../../scripts/sandbox/model/market.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";
import { createGoplus } from "../../../scripts/sandbox/risk/goplus.ts";
import type { Outside } from "../../support/market/sandbox-outside.ts";
import { instantOf, lengthOf, PAST_HOURS, type Span } from "./token-path.ts";

/** Levels a side that the connectors ask for. */
const LEVELS: Partial<Record<VenueId, number>> = { binance: 500, bybit: 1_000, okx: 400, gate: 100, kraken: 500 };
/** Venues that publish forced closures. */
const CLOSURES: readonly VenueId[] = ["okx", "gate"];
const PAST_SPANS = 270;
const SPAN_MS = 8 * HOUR_MS;

export type Columns = Readonly<Record<string, Float64Array>>;

const marketsOf = (model: Model, asset: Asset, kind: MarketKind, span: Span): Market[] =>
  VENUES.flatMap((venue) =>
    model.markets(venue, kind, instantOf(span, 0) - 90 * DAY_MS).filter((one) => one.asset === asset),
  );

/** Columns over the hours that are judged; what is before and after them stays NaN. */
function fill<N extends string>(span: Span, names: readonly N[], at: (hour: number, ms: number) => Record<N, number>) {
  const all = Object.fromEntries(
    names.map((name) => [name, new Float64Array(lengthOf(span)).fill(Number.NaN)]),
  ) as Record<N, Float64Array>;
  for (let hour = PAST_HOURS; hour < PAST_HOURS + span.hours; hour++) {
    const values = at(hour, instantOf(span, hour));
    for (const name of names) all[name][hour] = values[name];
  }
  return all;
}

type Ladder = ReturnType<Model["books"]["book"]>["bids"];

/** Spread, depth within 2 % and disagreement of the venues whose books are read. */
export function readBooks(model: Model, asset: Asset, span: Span): Columns {
  const spot = marketsOf(model, asset, "spot", span);
  const read = spot.filter(({ venue }) => LEVELS[venue] !== undefined);
  const within = (levels: Ladder, mid: number, scale: number) =>
    levels.reduce((all, [price, size]) => all + (Math.abs(price / mid - 1) <= 0.02 ? price * size : 0), 0) * scale;
  return fill(span, ["depth_2pct_usd", "spread_bps", "price_confidence_bps", "volume_day_usd"], (_, ms) => {
    let [down, up] = [0, 0];
    const prices: number[] = [];
    const spreads = read.map((market) => {
      const { bids, asks } = model.books.book(market, ms - 30_000, LEVELS[market.venue] ?? 1);
      const [bid, ask] = [bids[0]?.[0] ?? Number.NaN, asks[0]?.[0] ?? Number.NaN];
      const mid = (bid + ask) / 2;
      down += within(bids, mid, market.tick * market.lot);
      up += within(asks, mid, market.tick * market.lot);
      prices.push((mid * market.tick) / market.multiplier);
      return { value: ((ask - bid) / mid) * 10_000, weight: market.volumeDayUsd };
    });
    const apart = prices.length < 3 ? Number.NaN : (Math.max(...prices) - Math.min(...prices)) / 2 / median(prices);
    return {
      ...{ depth_2pct_usd: Math.min(down, up), spread_bps: weightedMedian(spreads) },
      ...{ price_confidence_bps: apart * 10_000, volume_day_usd: sum(spot.map((market) => market.volumeDayUsd)) },
    };
  });
}

/** The settled rate of each span of eight hours, in percent per eight hours, the venues weighted as they are at first. */
function settledRates(
  model: Model,
  perps: readonly Market[],
  weights: readonly number[],
  [firstMs, lastMs]: readonly [number, number],
): Map<number, number> {
  const rates = new Map<number, number>();
  for (let end = Math.ceil(firstMs / SPAN_MS) * SPAN_MS; end <= lastMs; end += SPAN_MS)
    rates.set(
      end,
      weightedMean(
        perps.map((perp, index) => {
          const every = perp.fundingHours * HOUR_MS;
          const settled = Array.from({ length: SPAN_MS / every }, (_, back) => end - back * every);
          const value = sum(settled.map((at) => model.derivatives.fundingRate(perp, at, at))) * 100;
          return { value, weight: weights[index] ?? 0 };
        }),
      ),
    );
  return rates;
}

function percentile(value: number, past: readonly number[]): number {
  const below = past.filter((one) => one < value - 1e-9).length;
  const same = past.filter((one) => Math.abs(one - value) <= 1e-9).length;
  return past.length === 0 ? Number.NaN : ((below + same / 2) / past.length) * 100;
}

/** Forced closures by the hour that they ended in, USD. */
function readClosures(model: Model, perps: readonly Market[], span: Span): Float64Array {
  const closed = new Float64Array(lengthOf(span));
  const telling = perps.filter(({ venue }) => CLOSURES.includes(venue));
  for (let hour = PAST_HOURS - 24; hour < PAST_HOURS + span.hours; hour++) {
    const first = instantOf(span, hour) / MINUTE_MS;
    let usd = 0;
    for (const perp of telling)
      for (let minute = first; minute < first + 60; minute++)
        for (const { price, amount } of model.derivatives.liquidations(perp, minute)) usd += price * amount;
    closed[hour + 1] = usd;
  }
  return closed;
}

/** Perpetuals; null for a token without one. */
export function readPerps(model: Model, asset: Asset, span: Span): Columns | null {
  const perps = marketsOf(model, asset, "linear", span);
  const [largest] = perps;
  if (largest === undefined) return null;
  const { derivatives } = model;
  const lastMs = instantOf(span, PAST_HOURS + span.hours);
  const closed = readClosures(model, perps, span);
  const interest = (ms: number) =>
    perps.map((perp) => derivatives.openInterest(perp, ms) * derivatives.markPrice(perp, ms));
  const firstMs = instantOf(span, PAST_HOURS);
  const settled = settledRates(model, perps, interest(firstMs), [firstMs - PAST_SPANS * SPAN_MS, lastMs]);
  const names = ["open_interest_usd", "oi_change_4h_pct", "funding_apr_pct", "funding_percentile_90d"] as const;
  return fill(span, [...names, "liquidations_to_oi_pct", "long_short_ratio"], (hour, ms) => {
    const [now, before] = [interest(ms), sum(interest(ms - 4 * HOUR_MS))];
    const weighed = (values: readonly number[]) =>
      weightedMean(values.map((value, at) => ({ value, weight: now[at] ?? 0 })));
    const rate = weighed(
      perps.map((perp) => {
        const ahead = derivatives.fundingRate(perp, derivatives.nextFundingMs(perp, ms), ms);
        return (ahead * 100 * 8) / perp.fundingHours;
      }),
    );
    const end = Math.floor(ms / SPAN_MS) * SPAN_MS;
    const past = Array.from({ length: PAST_SPANS }, (_, back) => settled.get(end - back * SPAN_MS) ?? Number.NaN);
    let day = 0;
    for (let back = 0; back < 24; back++) day += closed[hour - back] ?? 0;
    const all = sum(now);
    return {
      ...{ open_interest_usd: all, oi_change_4h_pct: (all / before - 1) * 100, funding_apr_pct: rate * 3 * 365 },
      ...{ funding_percentile_90d: percentile(rate, past), liquidations_to_oi_pct: (day / all) * 100 },
      long_short_ratio: derivatives.ratio(largest, "accounts", ms),
    };
  });
}

/** Flows, transfers, value locked and unlocks; NaN where nobody shows them. */
export function readOutside(outside: Outside, asset: Asset, span: Span): Columns {
  const { id } = asset.token;
  const names = ["netflow_usd", "to_exchange_usd", "tvl_change_24h_pct", "unlock_7d_pct"] as const;
  return fill(span, names, (_, ms) => {
    const { netflow_24h_usd, transfers, tvl_change_24h_pct, upcoming_unlocks } = outside.values(id, ms);
    const told = <T>(value: T | "unassessed" | null | undefined) =>
      value === undefined || value === null || value === "unassessed" ? null : (value as Exclude<T, "unassessed">);
    const moved = told(transfers)?.filter(({ to, internal }) => to === "exchange" && !internal);
    const unlocks = told(upcoming_unlocks)?.filter(({ at }) => at <= ms + 7 * DAY_MS);
    return {
      netflow_usd: told(netflow_24h_usd) ?? Number.NaN,
      to_exchange_usd: moved ? sum(moved.map(({ value_usd }) => Number(value_usd))) : Number.NaN,
      tvl_change_24h_pct: told(tvl_change_24h_pct) ?? Number.NaN,
      unlock_7d_pct: unlocks ? sum(unlocks.map((one) => Number(one.pct_of_circulating))) : Number.NaN,
    };
  });
}

export type Fixed = Readonly<
  Record<"contract_risk" | "sell_tax_pct" | "cannot_sell" | "top10_holders_pct" | "circulating_pct_of_max", Metric>
>;

const CHAINS: Readonly<Record<string, string>> = {
  eth: "/api/v1/token_security/1",
  bsc: "/api/v1/token_security/56",
  sol: "/api/v1/solana/token_security",
};

/** What does not change over the weeks: the contracts as the scanner has them, and supply. */
export function readFixed(model: Model, asset: Asset, nowMs: number): Fixed {
  const { token } = asset;
  const circulating_pct_of_max = asset.max === null ? null : (asset.circulating / asset.max) * 100;
  const contracts = Object.entries(token.contracts).map(([chain, address]) => ({ token: token.id, chain, address }));
  if (contracts.length === 0)
    return {
      ...{ contract_risk: null, sell_tax_pct: null, cannot_sell: null },
      ...{ top10_holders_pct: gap("no_source"), circulating_pct_of_max },
    };
  const goplus = createGoplus(model, createBudget());
  const bodies = contracts.flatMap((contract) => {
    const path = CHAINS[contract.chain];
    if (path === undefined) return [];
    const query = new URLSearchParams({ contract_addresses: contract.address });
    const { body } = goplus.answer({ path, query, nowMs, wallMs: nowMs, method: "GET", headers: {}, body: "" });
    return [{ contract, body: JSON.parse(body) as unknown }];
  });
  const rows = bodies.map(({ contract, body }) => ({
    ...{ ...contract, provider: "sandbox:goplus", read_at: nowMs, retrieved_ms: nowMs },
    ...parseGoplus(body, contract),
  })) as unknown as ContractLatestRow[];
  const measured = contracts.map((one) => measureContract({ contracts: rows, calls: [] }, one, nowMs));
  const risk = measureRisk(measured);
  const taxes = measured.flatMap(({ sellTax }) => (isGap(sellTax) ? [] : [sellTax]));
  const [held] = bodies.map(({ contract, body }) => parseHolders(body, contract).top10_pct);
  return {
    contract_risk: isGap(risk) ? risk : RISK_LEVELS.indexOf(risk),
    sell_tax_pct: taxes.length === 0 ? gap("no_source") : Math.max(...taxes),
    cannot_sell: 0,
    top10_holders_pct: token.native !== null || held === null || held === undefined ? gap("no_source") : held,
    circulating_pct_of_max,
  };
}
