// The inputs of the signal rules over a week of the sandbox market, read from its model as a venue would publish it.

import { roundPct, roundRatio, roundUsd } from "../../../jobs/number/round.ts";
import { deviation, median } from "../../../jobs/number/statistics.ts";
import type { PriceMinute, SignalInput, SignalValues } from "../../../jobs/signal/input.ts";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "../../../schema/duration.ts";
import { INPUT_NAMES } from "../../../schema/signal/input-name.ts";
import type { Market } from "../../../scripts/sandbox/model/market.ts";
import { VENUES } from "../../../scripts/sandbox/model/market.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";
import type { Outside } from "./sandbox-outside.ts";

const WEEK_MINUTES = 7 * 1_440;
/** Minutes before the week that are kept: eight days, for medians over seven. */
const BEFORE = 8 * 1_440;

type Minutes = { readonly closes: readonly number[]; readonly volumes: readonly number[] };

const readMinutes = (model: Model, market: Market, fromMs: number, count: number): Minutes => {
  const candles = model.series.candles(market, "trade", 1, fromMs, count, fromMs + (count + 1) * MINUTE_MS);
  return {
    closes: candles.map(({ close }) => (close * market.tick) / market.multiplier),
    volumes: candles.map(({ turnover }) => turnover / 1e4),
  };
};

const marketsOf = (model: Model, token: string, kind: "spot" | "linear", nowMs: number): Market[] =>
  VENUES.flatMap((venue) => model.markets(venue, kind, nowMs).filter(({ asset }) => asset.token.id === token));

/** Share of the history that is below the value, equal ones counting half. */
const percentileOf = (value: number, history: readonly number[]): number => {
  const below = history.filter((past) => past < value).length;
  const equal = history.filter((past) => past === value).length;
  return ((below + equal / 2) / history.length) * 100;
};

const runningSum = (values: readonly number[], length: number): ((index: number) => number) => {
  const sums = [0];
  for (const value of values) sums.push((sums.at(-1) ?? 0) + value);
  return (index) => (sums[index + 1] ?? 0) - (sums[Math.max(0, index + 1 - length)] ?? 0);
};

/** The spot side: prices, returns, ranges, volume. Index 0 is `BEFORE` minutes before the week. */
const spotSide = (model: Model, token: string, startMs: number) => {
  const fromMs = startMs - BEFORE * MINUTE_MS;
  const markets = marketsOf(model, token, "spot", fromMs);
  const minutes = markets.map((market) => readMinutes(model, market, fromMs, BEFORE + WEEK_MINUTES));
  const prices = Array.from({ length: BEFORE + WEEK_MINUTES }, (_, i) =>
    median(minutes.map(({ closes }) => closes[i] ?? 0)),
  );
  const volume = runningSum(
    prices.map((_, i) => minutes.reduce((sum, { volumes }) => sum + (volumes[i] ?? 0), 0)),
    60,
  );
  const first = markets[0];
  const days = first ? model.series.candles(first, "trade", 1_440, startMs - 180 * DAY_MS, 180, startMs) : [];
  const scale = (first?.tick ?? 1) / (first?.multiplier ?? 1);
  const highOf = (back: number, i: number) =>
    Math.max(...days.slice(-back).map((day) => day.high * scale), ...prices.slice(BEFORE, i));
  const lowOf = (back: number, i: number) =>
    Math.min(...days.slice(-back).map((day) => day.low * scale), ...prices.slice(BEFORE, i));
  const change = (i: number, back: number) => roundPct(((prices[i] ?? 0) / (prices[i - back] ?? 1) - 1) * 100);
  return {
    change,
    highOf,
    lowOf,
    price: (i: number) => prices[i] ?? 0,
    volume,
    usualVolume: (i: number) => roundUsd(median(Array.from({ length: 24 }, (_, hour) => volume(i - hour * 60)))),
    sigma: (i: number) => deviation(Array.from({ length: 168 }, (_, hour) => change(i - hour * 60, 60))),
    minute: (i: number, at: number): PriceMinute => ({
      at,
      prices: markets.map(({ venue }, index) => ({ venue, price_usd: minutes[index]?.closes[i] ?? "unassessed" })),
    }),
    venues: markets.map(({ venue, volumeDayUsd }) => ({ venue, weight: volumeDayUsd })),
    /** Spread per venue in basis points, as the venue's own book shows it. */
    spreads: (at: number) =>
      markets.map((market) => {
        const { bids, asks } = model.books.book(market, at, 1);
        const [bid, ask] = [bids[0]?.[0] ?? 1, asks[0]?.[0] ?? 1];
        return roundPct(((ask - bid) / ((ask + bid) / 2)) * 10_000);
      }),
  };
};

/** The perpetual side: open interest, funding, accounts, liquidations; undefined for a token without one. */
const perpSide = (model: Model, token: string, startMs: number) => {
  const fromMs = startMs - BEFORE * MINUTE_MS;
  const markets = marketsOf(model, token, "linear", startMs - 90 * DAY_MS);
  const [first] = markets;
  if (!first) return undefined;
  const { derivatives } = model;
  const lost = { long: [] as number[], short: [] as number[] };
  for (let i = 0; i < BEFORE + WEEK_MINUTES; i++) {
    const sums = { long: 0, short: 0 };
    for (const market of markets)
      for (const one of derivatives.liquidations(market, fromMs / MINUTE_MS + i))
        sums[one.position] += one.price * one.amount;
    lost.long.push(sums.long);
    lost.short.push(sums.short);
  }
  const [longs, shorts] = [runningSum(lost.long, 60), runningSum(lost.short, 60)];
  const usdAt = (market: Market, at: number): number =>
    derivatives.openInterest(market, at) * derivatives.markPrice(market, at);
  const rateAt = (settleMs: number): number =>
    roundPct(derivatives.fundingRate(first, settleMs, settleMs) * 100 * (8 / first.fundingHours));
  const step = first.fundingHours * HOUR_MS;
  const settled = (at: number, count: number) => {
    const last = at - (at % step);
    return Array.from({ length: count }, (_, index) => last - (count - 1 - index) * step).map((each) => ({
      at: each,
      rate_8h_pct: rateAt(each),
    }));
  };
  return {
    longs,
    shorts,
    usualLiquidations: (i: number) =>
      median(Array.from({ length: 168 }, (_, hour) => longs(i - hour * 60) + shorts(i - hour * 60))),
    openInterest: (at: number) =>
      markets.map((market) => ({
        venue: market.venue,
        now_usd: usdAt(market, at),
        ago_1h_usd: usdAt(market, at - HOUR_MS),
        ago_4h_usd: usdAt(market, at - 4 * HOUR_MS),
      })),
    settled,
    ratio: (at: number) => roundRatio(derivatives.ratio(first, "accounts", at)),
  };
};

type Hourly<T> = (minute: number) => T;

/** Computes once an hour; a rule's baseline need not be younger. */
const hourly = <T>(compute: (minute: number) => T): Hourly<T> => {
  const known = new Map<number, T>();
  return (minute) => {
    const hour = minute - (minute % 60);
    const found = known.get(hour) ?? compute(hour);
    known.set(hour, found);
    return found;
  };
};

const NOTHING = Object.fromEntries(INPUT_NAMES.map((name) => [name, "unassessed"])) as unknown as SignalValues;

/** Levels a venue's cheap call gives. */
const BOOK_LEVELS = 500;
/** Books are the dearest to make: every fifth minute is one sample here, every minute in the service. */
const BOOK_MINUTES = 5;

/** Depth within 2 % of the smaller side, sampled; the usual one from a book an hour. */
const bookSide = (model: Model, token: string, startMs: number) => {
  const markets = marketsOf(model, token, "spot", startMs - 30 * DAY_MS);
  const known = new Map<number, readonly number[]>();
  const depthOf = (market: Market, at: number): number => {
    const { bids, asks } = model.books.book(market, at, BOOK_LEVELS);
    const mid = ((bids[0]?.[0] ?? 1) + (asks[0]?.[0] ?? 1)) / 2;
    const sum = (levels: typeof bids, inside: (price: number) => boolean) =>
      levels.reduce((all, [price, size]) => all + (inside(price) ? price * size : 0), 0) * market.tick * market.lot;
    return Math.min(
      sum(bids, (price) => price >= mid * 0.98),
      sum(asks, (price) => price <= mid * 1.02),
    );
  };
  const sample = (at: number): readonly number[] => {
    const found = known.get(at) ?? markets.map((market) => depthOf(market, at));
    known.set(at, found);
    if (known.size > 400) for (const oldest of [...known.keys()].slice(0, 100)) known.delete(oldest);
    return found;
  };
  const step = BOOK_MINUTES * MINUTE_MS;
  const usual = hourly((hour) =>
    Array.from({ length: 24 }, (_, back) => sample(startMs + hour * MINUTE_MS - back * HOUR_MS)),
  );
  return (minute: number, at: number) => {
    const newest = at - (at % step);
    const samples = [2, 1, 0].map((back) => sample(newest - back * step));
    const past = usual(minute);
    return markets.map(({ venue }, index) => ({
      venue,
      samples_usd: samples.map((one) => roundUsd(one[index] ?? 0)),
      median_24h_usd: roundUsd(median(past.map((one) => one[index] ?? 0))),
    }));
  };
};

/**
 * Inputs of one token at a minute of the week that starts at `startMs`; what the model does not hold is unassessed, and
 * where `isBookless` what is read of single venues as well: the dearest to make, and of no direction.
 */
export const sandboxWeek = (
  model: Model,
  token: string,
  startMs: number,
  outside: Outside,
  isBookless = false,
): ((minute: number) => SignalInput) => {
  const books = bookSide(model, token, startMs);
  const spot = spotSide(model, token, startMs);
  const perp = perpSide(model, token, startMs);
  const asset = model.assets.find((one) => one.token.id === token);
  const stable = asset?.token.stablecoin ?? false;
  const sigma = hourly((minute) => roundPct(spot.sigma(BEFORE + minute)));
  const usualVolume = hourly((minute) => spot.usualVolume(BEFORE + minute));
  const usualLiquidations = hourly((minute) => roundUsd(perp?.usualLiquidations(BEFORE + minute) ?? 0));
  const settled = hourly((minute) => perp?.settled(startMs + (minute + 1) * MINUTE_MS, 270) ?? []);
  const usualSpreads = hourly((minute) => {
    const past = Array.from({ length: 24 }, (_, back) =>
      spot.spreads(startMs + (minute + 1) * MINUTE_MS - back * HOUR_MS),
    );
    return spot.venues.map((_, index) => median(past.map((spreads) => spreads[index] ?? 0)));
  });
  const range = hourly((minute) => {
    const i = BEFORE + minute - 15;
    return [20, 55, 180].map((days) => ({ high: spot.highOf(days, i), low: spot.lowOf(days, i) }));
  });

  const perpValues = (minute: number, at: number): Partial<SignalValues> => {
    const none = null as never;
    if (!perp) {
      return {
        ...{ open_interest: none, funding_8h_pct: none, funding_readings: none, long_short_ratio: none },
        ...{ liquidations_long_1h_usd: none, liquidations_short_1h_usd: none },
        liquidations_median_hourly_7d_usd: none,
      };
    }
    const readings = settled(minute);
    const funding = readings.at(-1)?.rate_8h_pct ?? 0;
    return {
      open_interest: perp.openInterest(at - (at % (5 * MINUTE_MS))),
      funding_8h_pct: funding,
      funding_percentile_90d: roundPct(
        percentileOf(
          funding,
          readings.map(({ rate_8h_pct }) => rate_8h_pct),
        ),
      ),
      funding_readings: readings.slice(-48),
      long_short_ratio: perp.ratio(at - (at % (15 * MINUTE_MS))),
      liquidations_long_1h_usd: roundUsd(perp.longs(BEFORE + minute)),
      liquidations_short_1h_usd: roundUsd(perp.shorts(BEFORE + minute)),
      liquidations_median_hourly_7d_usd: usualLiquidations(minute),
    };
  };

  const lately = (minute: number, count: number) =>
    Array.from({ length: count }, (_, index) => count - 1 - index).map((back) =>
      spot.minute(BEFORE + minute - back, startMs + (minute + 1 - back) * MINUTE_MS),
    );
  const venueValues = (minute: number, at: number): Partial<SignalValues> => {
    const [spreads, usual] = [spot.spreads(at), usualSpreads(minute)];
    const spread = spot.venues.map((venue, index) => ({
      ...venue,
      now_bps: spreads[index] ?? ("unassessed" as const),
      median_24h_bps: usual[index] ?? ("unassessed" as const),
    }));
    return { spread, venue_prices: lately(minute, 5), depth: books(minute, at) };
  };

  return (minute) => {
    const at = startMs + (minute + 1) * MINUTE_MS;
    const i = BEFORE + minute;
    const [near, middle, far] = range(minute);
    const values: Partial<SignalValues> = {
      return_1h_pct: spot.change(i, 60),
      return_4h_pct: spot.change(i, 240),
      sigma_1h_pct: sigma(minute),
      close_15m_usd: spot.price(i - ((minute + 1) % 15)),
      high_20d_usd: near?.high ?? "unassessed",
      low_20d_usd: near?.low ?? "unassessed",
      high_55d_usd: middle?.high ?? "unassessed",
      low_55d_usd: middle?.low ?? "unassessed",
      high_180d_usd: far?.high ?? "unassessed",
      low_180d_usd: far?.low ?? "unassessed",
      ath_usd: asset ? outside.athUsd(asset, at - 15 * MINUTE_MS) : "unassessed",
      volume_1h_usd: roundUsd(spot.volume(i)),
      median_hourly_volume_24h_usd: usualVolume(minute),
      market_cap_usd: roundUsd(spot.price(i) * (asset?.circulating ?? 0)),
      peg_prices: stable ? lately(minute, 10) : null,
      ...(isBookless ? {} : venueValues(minute, at)),
      // The simulated contracts do not change by themselves.
      contract_scan: null,
      ...perpValues(minute, at),
      ...outside.values(token, at),
    };
    const reasons = Object.fromEntries(
      INPUT_NAMES.filter((name) => !(name in values)).map((name) => [name, "no_source" as const]),
    );
    return { token, at, price_usd: spot.price(i), values: { ...NOTHING, ...values }, reasons, sources: {} };
  };
};
