// Perpetuals beyond the price: funding, open interest, account and position ratios, liquidations, all reacting to the path.
import { HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import type { Basis } from "./basis.ts";
import { DAY_MINUTES } from "./event.ts";
import { hash, mix, noise, unit } from "./hash.ts";
import type { Market } from "./market.ts";
import type { Paths } from "./path.ts";
import type { Plan } from "./plan.ts";

const INTEREST_8H = 0.0001;
const DAMPER = 0.0005;
const RATE_MAX = 0.02;

export type RatioKind = "accounts" | "top-accounts" | "top-positions";

type Liquidation = {
  timeMs: number;
  /** The side that lost: a long is closed by a forced sell. */
  position: "long" | "short";
  price: number;
  /** In the instrument's base coins. */
  amount: number;
};

export type Derivatives = {
  /** Single-sided open interest in the instrument's base coins. */
  openInterest(market: Market, timeMs: number): number;
  markPrice(market: Market, timeMs: number): number;
  indexPrice(market: Market, timeMs: number): number;
  /** The settled rate of the interval that ends at a settlement instant, or the running estimate when it is ahead. */
  fundingRate(market: Market, settleMs: number, nowMs: number): number;
  nextFundingMs(market: Market, nowMs: number): number;
  /** Longs against shorts. */
  ratio(market: Market, kind: RatioKind, timeMs: number): number;
  /** Forced closures of one minute, oldest first; none before that minute is over. */
  liquidations(market: Market, minute: number): Liquidation[];
};

const LEVEL: Record<RatioKind, { bias: number; trend: number; spread: number }> = {
  // Small accounts buy dips, so the crowd's ratio falls as the price rises; the largest follow the trend.
  accounts: { bias: 0.42, trend: -2.2, spread: 0.18 },
  "top-accounts": { bias: 0.28, trend: -0.6, spread: 0.14 },
  "top-positions": { bias: 0.12, trend: 1.4, spread: 0.1 },
};

type Gauge = (market: Market, timeMs: number) => number;

/**
 * The share of the open interest that an adverse move closes; 0 in most minutes. Over a usual day that is some tenths of
 * a percent, in a crash several percent.
 */
const shareOf = (adverse: number, draw: number): number => {
  const forced = adverse > 0.0018 ? 0.15 * (adverse - 0.0018) ** 1.3 : 0;
  return forced + (unit(draw) < 0.12 ? 0.0000012 * (1 + 8 * unit(mix(draw))) : 0);
};

const closuresOf = (
  position: "long" | "short",
  adverse: number,
  share: number,
  minute: number,
  price: number,
  amount: number,
  draw: number,
) => {
  const count = share <= 0 ? 0 : 1 + Math.min(7, Math.floor(share / 0.0006));
  return Array.from({ length: count }, (_, i): Liquidation => {
    const part = hash(draw, i, 1);
    const depth = (position === "long" ? -1 : 1) * adverse * (0.5 + 0.5 * unit(part));
    return {
      timeMs: minute * MINUTE_MS + Math.floor(unit(mix(part)) * MINUTE_MS),
      position,
      price: price * Math.exp(depth),
      amount: ((share * amount) / count) * (0.5 + unit(hash(draw, i, 2))),
    };
  });
};

/** Adverse moves of a minute force out a share of the open interest; a trickle closes in quiet minutes too. */
const forcedClosures = (
  { paths, plan }: { readonly paths: Paths; readonly plan: Plan },
  market: Market,
  minute: number,
  openInterest: Gauge,
  indexPrice: Gauge,
): Liquidation[] => {
  const day = Math.floor(minute / DAY_MINUTES);
  const k = minute - day * DAY_MINUTES;
  const path = paths.day(market.asset, day);
  // A planted move forces nobody out by itself: what it goes with is planted beside it.
  const planted = plan.displaced(market.asset, minute + 1) - plan.displaced(market.asset, minute);
  const move = (path.log[k + 1] ?? 0) - (path.log[k] ?? 0) - planted;
  const [longDraw, shortDraw] = [hash(market.seed, minute, 21), hash(market.seed, minute, 22)];
  const [fall, rise] = [(path.down[k] ?? 0) - move, (path.up[k] ?? 0) + move];
  const [longShare, shortShare] = [shareOf(fall, longDraw), shareOf(rise, shortDraw)];
  // Quiet minutes are most of them: they need neither price nor open interest.
  if (longShare <= 0 && shortShare <= 0) return [];
  const price = indexPrice(market, minute * MINUTE_MS);
  const amount = openInterest(market, minute * MINUTE_MS);
  const longs = closuresOf("long", fall, longShare, minute, price, amount, longDraw);
  const shorts = closuresOf("short", rise, shortShare, minute, price, amount, shortDraw);
  return [...longs, ...shorts].sort((a, b) => a.timeMs - b.timeMs);
};

/** What was planted in a minute, shared among the venues that publish closures. */
const plantedClosures = (plan: Plan, market: Market, minute: number, price: () => number): Liquidation[] =>
  plan
    .of("closures", market.asset.token.id)
    .filter(({ at }) => Math.floor(at / MINUTE_MS) === minute)
    .map(({ at, position, usd }) => {
      const share = PLANTED_SHARES[market.venue] ?? 0;
      return { timeMs: at, position, price: price(), amount: (usd * share) / price() };
    })
    .filter(({ amount }) => amount > 0);

/** Of what is closed, as the turnovers of the venues stand. */
const PLANTED_SHARES: Readonly<Record<string, number>> = { okx: 0.6, gate: 0.4 };

export const createDerivatives = (paths: Paths, basis: Basis, plan: Plan): Derivatives => {
  const indexPrice = (market: Market, timeMs: number): number =>
    market.multiplier * Math.exp(paths.logAt(market.asset, timeMs));

  const premiumAt = (market: Market, timeMs: number): number => {
    const hour = Math.floor(timeMs / HOUR_MS);
    const f = timeMs / HOUR_MS - hour;
    return basis.premium(market, hour) * (1 - f) + (f === 0 ? 0 : basis.premium(market, hour + 1) * f);
  };

  const openInterest = (market: Market, timeMs: number): number => {
    const day = timeMs / (DAY_MINUTES * MINUTE_MS);
    const { asset, seed } = market;
    const slow = 0.28 * noise(asset.seed ^ 0x31, day / 24) + 0.1 * noise(seed ^ 0x32, day / 1.5);
    const change = (hours: number) => {
      const minute = timeMs / MINUTE_MS;
      const planted = plan.displaced(asset, minute) - plan.displaced(asset, minute - hours * 60);
      return basis.change(asset, timeMs, hours) - planted;
    };
    const trend = 0.35 * Math.tanh(1.6 * change(72));
    const moved = Math.abs(change(6));
    const flushed = 0.9 * Math.max(0, moved - 0.035);
    const usd = 0.42 * market.volumeDayUsd * Math.exp(slow + trend - flushed);
    return (usd / (asset.anchorUsd * market.multiplier)) * plan.interest(asset, timeMs);
  };

  const fundingRate = (market: Market, settleMs: number, nowMs: number): number => {
    const hours = market.fundingHours;
    const last = Math.min(settleMs, nowMs) / HOUR_MS;
    const first = settleMs / HOUR_MS - hours;
    let sum = 0;
    let count = 0;
    for (let hour = first + 1; hour <= Math.max(first + 1, last); hour++, count++) sum += basis.premium(market, hour);
    const premium = (sum / Math.max(1, count)) * (hours / 8);
    const interest = (INTEREST_8H * hours) / 8;
    const rate = premium + Math.max(-DAMPER, Math.min(DAMPER, interest - premium));
    return Math.round(Math.max(-RATE_MAX, Math.min(RATE_MAX, rate)) * 1e8) / 1e8;
  };

  const ratio = (market: Market, kind: RatioKind, timeMs: number): number => {
    const { bias, trend, spread } = LEVEL[kind];
    const hour = timeMs / HOUR_MS;
    const salt = kind.length;
    const wander = noise(market.seed ^ salt, hour / 40) + 0.3 * noise(market.seed ^ (salt + 99), hour / 2);
    const moved = basis.change(market.asset, timeMs, 24) + 0.5 * basis.change(market.asset, timeMs, 4);
    return Math.exp(bias + trend * Math.tanh(moved) + spread * wander);
  };

  return {
    openInterest,
    indexPrice,
    markPrice: (market, timeMs) => indexPrice(market, timeMs) * Math.exp(premiumAt(market, timeMs)),
    fundingRate,
    nextFundingMs: (market, nowMs) => {
      const step = market.fundingHours * HOUR_MS;
      return (Math.floor(nowMs / step) + 1) * step;
    },
    ratio,
    liquidations: (market, minute) => [
      ...forcedClosures({ paths, plan }, market, minute, openInterest, indexPrice),
      ...plantedClosures(plan, market, minute, () => indexPrice(market, minute * MINUTE_MS)),
    ],
  };
};
