// Minute paths of every token, computed a day at a time from (seed, day) alone and kept in a bounded cache.
import type { Asset } from "./asset.ts";
import { createCache, grown } from "./cache.ts";
import {
  agitation,
  DAY_MINUTES,
  DEPEG_RULE,
  MARKET_RULE,
  presence,
  type Shock,
  shocksBetween,
  TOKEN_RULE,
} from "./event.ts";
import { boundedWalk, hash, hashText, mix, NORMAL, normal, unit } from "./hash.ts";
import type { Plan } from "./plan.ts";

/** One UTC day of a token. Boundary k is the start of minute k; boundary 1440 is the next day's first. */
export type DayPath = {
  /** Log price in USDT at each of the 1,441 minute boundaries. */
  readonly log: Float64Array;
  /** Log excursion above the higher, and below the lower, of a minute's open and close. */
  readonly up: Float32Array;
  readonly down: Float32Array;
  /** Turnover of a minute against the token's average minute. */
  readonly activity: Float32Array;
};

export type Paths = {
  /** A day's path in USDT terms. */
  day(asset: Asset, day: number): DayPath;
  /** Log price in USDT at an instant. */
  logAt(asset: Asset, timeMs: number): number;
  /** Log price in USDT at the start of a day, as the day's path has it, without the day's minutes. */
  logAtDay(asset: Asset, day: number): number;
  /** Log price in USD at an instant. */
  logUsdAt(asset: Asset, timeMs: number): number;
  shocks(asset: Asset | null, fromMinute: number, toMinute: number): Shock[];
};

const MARKET_VOLATILITY = 0.023;
const SECTOR_VOLATILITY = 0.011;
const PERIOD_MAX_DAYS = 256;
const PERIOD_MAX_STABLE_DAYS = 4;
const MINUTE_SCALE = 1 / Math.sqrt(DAY_MINUTES);

// Hour-of-day shape of crypto trading: quiet at 03:00–06:00 UTC, busiest in the US morning.
const SEASON = [
  0.95, 0.9, 0.82, 0.78, 0.76, 0.78, 0.84, 0.92, 1, 1, 0.98, 0.97, 1.05, 1.25, 1.38, 1.36, 1.25, 1.15, 1.08, 1.05, 1.02,
  1, 0.98, 0.96,
];

const hourWeights = (seed: number, day: number, spread: number): Float64Array => {
  const weights = new Float64Array(25);
  for (let hour = 0; hour <= 24; hour++) weights[hour] = Math.exp(spread * normal(hash(seed, day * 24 + hour, 77)));
  return weights;
};

const lerpHour = (weights: Float64Array, minute: number): number => {
  const hour = (minute / 60) | 0;
  const f = minute / 60 - hour;
  return (weights[hour] ?? 1) * (1 - f) + (weights[hour + 1] ?? 1) * f;
};

/** A bridge of one day between two anchors of a bounded walk, with the given weight of each minute's step. */
const bridge = (
  seed: number,
  day: number,
  volatility: number,
  periodMax: number,
  weight: Float64Array,
): Float64Array => {
  const path = new Float64Array(DAY_MINUTES + 1);
  const scale = volatility / 2;
  const from = scale * boundedWalk(seed, day, periodMax);
  const to = scale * boundedWalk(seed, day + 1, periodMax);
  const step = volatility * MINUTE_SCALE;
  let state = hash(seed, day, 5);
  let walk = 0;
  for (let k = 1; k <= DAY_MINUTES; k++) {
    state = (state + 0x6d2b79f5) | 0;
    walk += step * (weight[k - 1] ?? 1) * (NORMAL[mix(state) >>> 20] ?? 0);
    path[k] = walk;
  }
  const drift = (to - from - walk) / DAY_MINUTES;
  for (let k = 0; k <= DAY_MINUTES; k++) path[k] = (path[k] ?? 0) + from + drift * k;
  return path;
};

const createFactors = (seed: number) => {
  const cache = createCache<Float64Array>(1600);
  const weights = createCache<Float64Array>(500);
  const marketSeed = hashText(`${seed}/market`);
  const sectors = new Map<string, { seed: number; slot: number }>();
  const sectorOf = (name: string): { seed: number; slot: number } => {
    const known = sectors.get(name);
    const own = known ?? { seed: hashText(`${seed}/sector/${name}`), slot: sectors.size + 1 };
    if (!known) sectors.set(name, own);
    return own;
  };
  const marketWeight = (day: number): Float64Array =>
    weights.get(day, () => {
      const regime = Math.exp(0.16 * boundedWalk(marketSeed ^ 0x5bd1, day, 16) * 0.5);
      const hours = hourWeights(marketSeed, day, 0.22);
      const weight = new Float64Array(DAY_MINUTES);
      for (let k = 0; k < DAY_MINUTES; k++) weight[k] = regime * (SEASON[(k / 60) | 0] ?? 1) * lerpHour(hours, k);
      return weight;
    });
  return {
    marketSeed,
    marketWeight,
    market: (day: number): Float64Array =>
      cache.get(day, () => bridge(marketSeed, day, MARKET_VOLATILITY, PERIOD_MAX_DAYS, marketWeight(day))),
    sectorSeed: (name: string): number => sectorOf(name).seed,
    sector(name: string, day: number): Float64Array {
      const own = sectorOf(name);
      return cache.get(own.slot * 1e6 + day, () =>
        bridge(own.seed, day, SECTOR_VOLATILITY, PERIOD_MAX_DAYS, marketWeight(day)),
      );
    },
  };
};

const addShocks = (log: Float64Array, heat: Float32Array, shocks: Shock[], firstMinute: number, beta: number): void => {
  for (const shock of shocks) {
    const from = Math.max(0, shock.startMinute - firstMinute);
    const to = Math.min(DAY_MINUTES, shock.startMinute + shock.lengthMinutes - firstMinute);
    for (let k = from; k <= to; k++) {
      const minute = firstMinute + k;
      log[k] = (log[k] ?? 0) + beta * shock.size * presence(shock, minute);
      if (k < DAY_MINUTES) heat[k] = (heat[k] ?? 0) + Math.min(1.5, beta) * agitation(shock, minute);
    }
  }
};

const finishDay = (asset: Asset, day: number, log: Float64Array, heat: Float32Array, weight: Float64Array): DayPath => {
  const up = new Float32Array(DAY_MINUTES);
  const down = new Float32Array(DAY_MINUTES);
  const activity = new Float32Array(DAY_MINUTES);
  const market = asset.marketBeta * MARKET_VOLATILITY;
  const sector = asset.sectorBeta * SECTOR_VOLATILITY;
  const sigma = MINUTE_SCALE * Math.sqrt(market * market + sector * sector + asset.ownVolatility ** 2);
  let state = hash(asset.seed, day, 9);
  for (let k = 0; k < DAY_MINUTES; k++) {
    state = (state + 0x6d2b79f5) | 0;
    const draw = mix(state);
    const hot = 1 + (heat[k] ?? 0);
    const wick = 0.55 * sigma * (weight[k] ?? 1) * Math.sqrt(hot);
    up[k] = wick * Math.abs(NORMAL[draw >>> 20] ?? 0);
    down[k] = wick * Math.abs(NORMAL[(draw >>> 8) & 4095] ?? 0);
    const move = Math.abs((log[k + 1] ?? 0) - (log[k] ?? 0)) / sigma;
    const burst = 0.4 + 1.1 * unit(mix(draw));
    activity[k] = (weight[k] ?? 1) * hot * burst * (0.62 + 0.42 * Math.min(move, 12));
  }
  return { log, up, down, activity };
};

/** Opens the paths of all assets under one seed; nothing is stored beyond the caches. */
export const createPaths = (seed: number, assets: readonly Asset[], plan: Plan): Paths => {
  const factors = createFactors(seed);
  const days = createCache<DayPath>(grown(1300, assets.length));
  const dollars = assets.find((asset) => asset.token.symbol === "USDT");

  const shocks = (asset: Asset | null, fromMinute: number, toMinute: number): Shock[] => {
    if (asset === null) return shocksBetween(factors.marketSeed, MARKET_RULE, fromMinute, toMinute);
    return shocksBetween(asset.seed, asset.token.stablecoin ? DEPEG_RULE : TOKEN_RULE, fromMinute, toMinute);
  };

  const build = (asset: Asset, day: number): DayPath => {
    const firstMinute = day * DAY_MINUTES;
    const weight = factors.marketWeight(day);
    const hours = hourWeights(asset.seed, day, 0.25);
    const own = new Float64Array(DAY_MINUTES);
    for (let k = 0; k < DAY_MINUTES; k++) own[k] = (weight[k] ?? 1) * lerpHour(hours, k);
    const stable = asset.token.stablecoin;
    const log = bridge(asset.seed, day, asset.ownVolatility, stable ? PERIOD_MAX_STABLE_DAYS : PERIOD_MAX_DAYS, own);
    const heat = new Float32Array(DAY_MINUTES);
    const level = Math.log(asset.anchorUsd);
    if (!stable) {
      const market = factors.market(day);
      const sector = factors.sector(asset.token.sector, day);
      const { marketBeta, sectorBeta } = asset;
      for (let k = 0; k <= DAY_MINUTES; k++)
        log[k] = (log[k] ?? 0) + level + marketBeta * (market[k] ?? 0) + sectorBeta * (sector[k] ?? 0);
      addShocks(log, heat, shocks(null, firstMinute, firstMinute + DAY_MINUTES), firstMinute, marketBeta);
    } else for (let k = 0; k <= DAY_MINUTES; k++) log[k] = (log[k] ?? 0) + level;
    const size = asset.volumeDayUsd > 2e9 ? 0.35 : 1;
    addShocks(log, heat, shocks(asset, firstMinute, firstMinute + DAY_MINUTES), firstMinute, size);
    for (const { shock, beta } of plan.moves(asset)) addShocks(log, heat, [shock], firstMinute, beta);
    if (dollars && asset !== dollars) {
      const dollar = dayOf(dollars, day).log;
      for (let k = 0; k <= DAY_MINUTES; k++) log[k] = (log[k] ?? 0) - (dollar[k] ?? 0);
    }
    return finishDay(asset, day, log, heat, own);
  };

  const dayOf = (asset: Asset, day: number): DayPath => days.get(asset.index * 1e6 + day, () => build(asset, day));

  const logAt = (asset: Asset, timeMs: number): number => {
    const minute = timeMs / 60_000;
    const day = Math.floor(minute / DAY_MINUTES);
    const within = minute - day * DAY_MINUTES;
    // Pasts are told by the day: a year of midnights is not worth a year of minutes.
    if (within === 0) return logAtDay(asset, day);
    const { log } = dayOf(asset, day);
    const k = Math.floor(within);
    const f = within - k;
    return (log[k] ?? 0) * (1 - f) + (log[k + 1] ?? 0) * f;
  };

  const anchor = (own: number, day: number, volatility: number, periodMax: number): number =>
    (volatility / 2) * boundedWalk(own, day, periodMax);

  /** Added one by one, as a day's path adds them: to the last bit the same. */
  const displaced = (log: number, asset: Asset | null, minute: number, beta: number): number =>
    shocks(asset, minute, minute + 1).reduce((sum, shock) => sum + beta * shock.size * presence(shock, minute), log);

  const logAtDay = (asset: Asset, day: number): number => {
    const minute = day * DAY_MINUTES;
    const stable = asset.token.stablecoin;
    let log = Math.log(asset.anchorUsd);
    log += anchor(asset.seed, day, asset.ownVolatility, stable ? PERIOD_MAX_STABLE_DAYS : PERIOD_MAX_DAYS);
    if (!stable) {
      log += asset.marketBeta * anchor(factors.marketSeed, day, MARKET_VOLATILITY, PERIOD_MAX_DAYS);
      log += asset.sectorBeta * anchor(factors.sectorSeed(asset.token.sector), day, SECTOR_VOLATILITY, PERIOD_MAX_DAYS);
      log = displaced(log, null, minute, asset.marketBeta);
    }
    log = displaced(log, asset, minute, asset.volumeDayUsd > 2e9 ? 0.35 : 1);
    for (const { shock, beta } of plan.moves(asset)) log += beta * shock.size * presence(shock, minute);
    return dollars && asset !== dollars ? log - logAtDay(dollars, day) : log;
  };

  return {
    day: dayOf,
    logAtDay,
    logAt,
    logUsdAt: (asset, timeMs) =>
      asset === dollars || !dollars ? logAt(asset, timeMs) : logAt(asset, timeMs) + logAt(dollars, timeMs),
    shocks,
  };
};
