// Weeks of the simulated market hour by hour: what the rules of an evaluation look at, and how far each token fell.
import type { Metric, Metrics } from "../../../jobs/evaluate/read-metrics.ts";
import { gap } from "../../../jobs/measure/gap.ts";
import { sum } from "../../../jobs/number/statistics.ts";
import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import { METRIC_IDS, type MetricId } from "../../../schema/evaluation/metric.ts";
import { createFearGreed } from "../../../scripts/sandbox/fear-greed.ts";
import { createBudget } from "../../../scripts/sandbox/limit.ts";
import type { Asset } from "../../../scripts/sandbox/model/asset.ts";
import { createModel, type Model } from "../../../scripts/sandbox/model/model.ts";
import { openOutside } from "../../support/market/sandbox-outside.ts";
import { type Columns, type Fixed, readBooks, readFixed, readOutside, readPerps } from "./token-figures.ts";
import {
  instantOf,
  lengthOf,
  PAST_HOURS,
  readPath,
  returnAfter,
  type Span,
  sigmaOf,
  type TokenPath,
  worstWithin,
} from "./token-path.ts";

export type TokenWeeks = {
  readonly token: string;
  readonly sector: string;
  readonly circulating: number;
  readonly path: TokenPath;
  /** By name and hour; NaN where it does not apply or nobody shows it. */
  readonly columns: Columns;
  readonly fixed: Fixed;
  readonly hasPerp: boolean;
};

export type Weeks = {
  readonly span: Span;
  readonly tokens: readonly TokenWeeks[];
  /** Fear and greed by day since 1970. */
  readonly mood: ReadonlyMap<number, number>;
};

function moodOf(model: Model, span: Span): Map<number, number> {
  const lastMs = instantOf(span, lengthOf(span));
  const ask = { method: "GET", path: "/fng/", headers: {}, body: "", nowMs: lastMs, wallMs: lastMs };
  const days = Math.ceil((lengthOf(span) * HOUR_MS) / DAY_MS) + 1;
  const { body } = createFearGreed(model, createBudget()).answer({
    ...ask,
    query: new URLSearchParams({ limit: `${days}` }),
  });
  const { data } = JSON.parse(body) as { data: readonly { value: string; timestamp: string }[] };
  return new Map(data.map(({ value, timestamp }) => [Math.floor((Number(timestamp) * 1_000) / DAY_MS), Number(value)]));
}

const isRead = (tokens: readonly string[]) => (asset: Asset) => tokens.includes(asset.token.id);

/** Reads the weeks of some tokens; breadth and sectors are theirs. `say` is told what was read. */
export function readWeeks(seed: number, span: Span, tokens: readonly string[], say: (line: string) => void): Weeks {
  const model = createModel(seed);
  const outside = openOutside(model, span.startMs, tokens, span.hours * HOUR_MS);
  const read = model.assets.filter(isRead(tokens)).map((asset): TokenWeeks => {
    const path = readPath(model, asset, span);
    const perps = readPerps(model, asset, span);
    const columns: Columns = {
      ...readBooks(model, asset, span),
      ...perps,
      ...readOutside(outside, asset, span),
      sigma_1h_pct: sigmaOf(path.price, 1),
      sigma_24h_pct: sigmaOf(path.price, 24),
      worst_1h_pct: worstWithin(path, 1),
      worst_24h_pct: worstWithin(path, 24),
      return_1h_pct: returnAfter(path, 1),
      return_24h_pct: returnAfter(path, 24),
    };
    say(asset.token.id);
    const { id: token, sector } = asset.token;
    const fixed = readFixed(model, asset, span.startMs);
    return { token, sector, circulating: asset.circulating, path, columns, fixed, hasPerp: perps !== null };
  });
  return { span, tokens: read, mood: moodOf(model, span) };
}

type Market = { readonly bitcoin: number; readonly breadth: number; readonly sectors: ReadonlyMap<string, number> };

const changeOf = ({ price }: TokenPath, hour: number, back: number): number =>
  ((price[hour] ?? Number.NaN) / (price[hour - back] ?? Number.NaN) - 1) * 100;

function marketAt({ tokens }: Weeks, hour: number): Market {
  const changes = tokens.map(({ path }) => changeOf(path, hour, 24));
  const sectors = new Map(
    [...new Set(tokens.map(({ sector }) => sector))].map((sector) => {
      const own = tokens.filter((one) => one.sector === sector);
      const cap = (back: number) => sum(own.map((one) => one.circulating * (one.path.price[hour - back] ?? 0)));
      return [sector, (cap(0) / cap(24) - 1) * 100];
    }),
  );
  const bitcoin = tokens.find(({ token }) => token === "bitcoin") ?? tokens[0];
  return {
    bitcoin: bitcoin ? changeOf(bitcoin.path, hour, 24) : Number.NaN,
    breadth: (changes.filter((one) => one > 0).length / changes.length) * 100,
    sectors,
  };
}

const unshown = gap("no_source");

function metricsOf(one: TokenWeeks, hour: number, market: Market, mood: number): Metrics {
  const column = (name: string): number => one.columns[name]?.[hour] ?? Number.NaN;
  const shown = (value: number): Metric => (Number.isNaN(value) ? unshown : value);
  const perp = (value: number): Metric => (one.hasPerp ? shown(value) : null);
  const [change1h, change24h] = [changeOf(one.path, hour, 1), changeOf(one.path, hour, 24)];
  const [sigma1h, sigma24h] = [column("sigma_1h_pct"), column("sigma_24h_pct")];
  const isReversal = change1h * change24h < 0;
  const price = one.path.price[hour] ?? Number.NaN;
  const cap = price * one.circulating;
  const apr = Math.abs(column("funding_apr_pct"));
  const percentile = column("funding_percentile_90d");
  const known: Partial<Record<MetricId, Metric>> = {
    ...{ change_1h_pct: change1h, change_24h_pct: change24h },
    ...{ abs_change_1h_pct: Math.abs(change1h), abs_change_24h_pct: Math.abs(change24h) },
    ...{ sigma_1h_pct: sigma1h, sigma_24h_pct: sigma24h },
    reversal_sigmas: isReversal ? Math.min(Math.abs(change1h) / sigma1h, Math.abs(change24h) / sigma24h) : 0,
    depth_2pct_usd: shown(column("depth_2pct_usd")),
    quote_impact_pct: unshown,
    spread_bps: shown(column("spread_bps")),
    volume_24h_usd: 0.9 * (one.path.traded[hour] ?? Number.NaN) * column("volume_day_usd"),
    price_confidence_bps: shown(column("price_confidence_bps")),
    depth_signals_open: 0,
    ...{ abs_funding_apr_pct: perp(apr), funding_percentile_90d: perp(percentile) },
    funding_extreme_apr_pct: perp(percentile >= 99 || percentile <= 1 ? apr : 0),
    oi_to_market_cap_pct: perp((column("open_interest_usd") / cap) * 100),
    oi_change_4h_pct: perp(column("oi_change_4h_pct")),
    liquidations_to_oi_pct: perp(column("liquidations_to_oi_pct")),
    long_short_ratio: perp(column("long_short_ratio")),
    netflow_to_market_cap_pct: shown((column("netflow_usd") / cap) * 100),
    to_exchange_of_supply_pct: shown((column("to_exchange_usd") / cap) * 100),
    tvl_change_24h_pct: Number.isNaN(column("tvl_change_24h_pct")) ? null : column("tvl_change_24h_pct"),
    unlock_7d_pct: Number.isNaN(column("unlock_7d_pct")) ? null : column("unlock_7d_pct"),
    // The simulated supply stands still.
    inflation_30d_pct: 0,
    circulating_native: one.circulating,
    market_cap_usd: cap,
    ...one.fixed,
    ...{ btc_change_24h_pct: market.bitcoin, breadth_up_24h_pct: market.breadth },
    sector_change_24h_pct: market.sectors.get(one.sector) ?? Number.NaN,
    fear_greed: mood,
  };
  return Object.fromEntries(METRIC_IDS.map((id) => [id, known[id] === undefined ? null : known[id]])) as Metrics;
}

export type TokenHour = {
  readonly one: TokenWeeks;
  /** Of the weeks, from 0 on. */
  readonly hour: number;
  readonly metrics: Metrics;
};

/** Every token at every full hour. */
export function* tokenHours(weeks: Weeks): Generator<TokenHour> {
  for (let hour = 0; hour < weeks.span.hours; hour++) {
    const at = PAST_HOURS + hour;
    const market = marketAt(weeks, at);
    const mood = weeks.mood.get(Math.floor(instantOf(weeks.span, at) / DAY_MS)) ?? Number.NaN;
    for (const one of weeks.tokens) yield { one, hour, metrics: metricsOf(one, at, market, mood) };
  }
}
