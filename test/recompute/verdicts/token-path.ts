// The price of a simulated token at each full hour, how far it falls afterwards, and how much of it is traded.

import { DAY_MS, HOUR_MS } from "../../../schema/duration.ts";
import type { Asset } from "../../../scripts/sandbox/model/asset.ts";
import type { Model } from "../../../scripts/sandbox/model/model.ts";

/** Whole days; hour 0 is `PAST_HOURS` before the first that is judged. */
export type Span = { readonly startMs: number; readonly hours: number };

/** A month for what is usual, and a day for the first of its returns over a day. */
export const PAST_HOURS = 31 * 24;
/** What is judged last falls, or does not, within a day. */
const TAIL_HOURS = 25;
const DAY_MINUTES = 1_440;

export const lengthOf = ({ hours }: Span): number => PAST_HOURS + hours + TAIL_HOURS;
export const instantOf = ({ startMs }: Span, hour: number): number => startMs + (hour - PAST_HOURS) * HOUR_MS;

export type TokenPath = {
  /** USD at the hour. */
  readonly price: Float64Array;
  /** The first completed minute's close after it. */
  readonly entry: Float64Array;
  /** The lowest minute's close within the hour that begins there, and the last. */
  readonly low: Float64Array;
  /** Turnover of the 24 hours that end there, in average days. */
  readonly traded: Float64Array;
};

const columns = (count: number) => new Float64Array(count);

/** Reads it a day at a time. */
export function readPath(model: Model, asset: Asset, span: Span): TokenPath {
  const count = lengthOf(span);
  const dollar = model.assets.find(({ token }) => token.symbol === "USDT");
  const usd = dollar === undefined || dollar === asset ? null : dollar;
  const [price, entry, low, busy] = [columns(count), columns(count), columns(count), columns(count)];
  const firstMs = instantOf(span, 0);
  for (let day = Math.floor(firstMs / DAY_MS); day * DAY_MS < firstMs + count * HOUR_MS; day++) {
    const own = model.paths.day(asset, day);
    const of = usd === null ? null : model.paths.day(usd, day).log;
    const at = (minute: number) => Math.exp((own.log[minute] ?? 0) + (of === null ? 0 : (of[minute] ?? 0)));
    for (let k = 0; k < 24; k++) {
      const hour = Math.round((day * DAY_MS + k * HOUR_MS - firstMs) / HOUR_MS);
      if (hour < 0 || hour >= count) continue;
      price[hour] = at(k * 60);
      entry[hour] = at(k * 60 + 1);
      let least = Number.POSITIVE_INFINITY;
      let sum = 0;
      for (let minute = k * 60; minute < k * 60 + 60; minute++) {
        least = Math.min(least, at(minute + 1));
        sum += own.activity[minute] ?? 0;
      }
      low[hour] = least;
      if (hour + 1 < count) busy[hour + 1] = sum / DAY_MINUTES;
    }
  }
  const traded = columns(count);
  for (let hour = 24; hour < count; hour++) {
    let sum = 0;
    for (let back = 0; back < 24; back++) sum += busy[hour - back] ?? 0;
    traded[hour] = sum;
  }
  return { price, entry, low, traded };
}

const WINDOW = 720;

/** The usual deviation of returns over so many hours, in percent, from the month that ends at each hour; NaN before. */
export function sigmaOf(price: Float64Array, lag: number): Float64Array {
  const count = price.length;
  const [sums, squares] = [columns(count + 1), columns(count + 1)];
  for (let hour = 0; hour < count; hour++) {
    const value = hour < lag ? 0 : ((price[hour] ?? 0) / (price[hour - lag] ?? 1) - 1) * 100;
    sums[hour + 1] = (sums[hour] ?? 0) + value;
    squares[hour + 1] = (squares[hour] ?? 0) + value * value;
  }
  const returns = WINDOW - lag + 1;
  return columns(count).map((_, hour) => {
    const from = hour + 1 - returns;
    if (from < lag) return Number.NaN;
    const [sum, square] = [sums, squares].map((of) => (of[hour + 1] ?? 0) - (of[from] ?? 0)) as [number, number];
    return Math.sqrt(Math.max(0, (square - (sum * sum) / returns) / (returns - 1)));
  });
}

/** The lowest close within so many hours of each, against its entry, in percent. */
export function worstWithin({ entry, low }: TokenPath, hours: number): Float64Array {
  return entry.map((from, hour) => {
    let least = Number.POSITIVE_INFINITY;
    for (let ahead = 0; ahead < hours; ahead++) least = Math.min(least, low[hour + ahead] ?? Number.NaN);
    return (least / from - 1) * 100;
  });
}

/** The return from entry to the close so many hours after the hour, in percent. */
export function returnAfter({ entry, price }: TokenPath, hours: number): Float64Array {
  return entry.map((from, hour) => ((price[hour + hours] ?? Number.NaN) / from - 1) * 100);
}
