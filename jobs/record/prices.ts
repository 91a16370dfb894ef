// Minute closes and hourly extremes of the tracked tokens around some instants: what outcomes are measured with.
import { HOUR_MS, MINUTE_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import { type RecordHourRow, recordHour } from "../../schema/query/record/record-hour.ts";
import { type RecordMinuteRow, recordMinute } from "../../schema/query/record/record-minute.ts";
import { SCORING } from "../../schema/record/rule.ts";
import { TRACKED } from "../../schema/token/tracked.ts";

const TOKENS = TRACKED.map(({ id }) => id);

export const hourBefore = (at: number): number => Math.floor(at / HOUR_MS) * HOUR_MS;
export const hourAfter = (at: number): number => Math.ceil(at / HOUR_MS) * HOUR_MS;

export type Close = { readonly at: number; readonly price: number };
type Series = { readonly at: readonly number[]; readonly price: readonly number[] };

/** Index of the first element that is at least `value`. */
function firstFrom(sorted: readonly number[], value: number): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
}

export type Prices = {
  readonly tokens: readonly string[];
  /** The first close at or after an instant, within the tolerance. */
  first(token: string, at: number): Close | null;
  /** Lowest and highest close after `from`, up to and with `to`; null where there is none. */
  extremes(token: string, from: number, to: number): { readonly low: number; readonly high: number } | null;
  hour(token: string, hour: number): RecordHourRow | undefined;
};

/** Prices of hours and of minutes, each token's minutes in ascending order. */
export function pricesOf(hours: readonly RecordHourRow[], minutes: readonly RecordMinuteRow[]): Prices {
  const series = new Map<string, Series>();
  for (const { token, at, price } of minutes) {
    const known = series.get(token);
    series.set(token, known ? { at: [...known.at, ...at], price: [...known.price, ...price] } : { at, price });
  }
  const byHour = new Map(hours.map((row) => [`${row.token} ${row.hour}`, row]));
  const none: Series = { at: [], price: [] };
  const of = (token: string) => series.get(token) ?? none;
  const within = (token: string, after: number, until: number): readonly number[] => {
    const { at, price } = of(token);
    return price.slice(firstFrom(at, after + 1), firstFrom(at, until + 1));
  };
  return {
    tokens: TOKENS,
    first(token, at) {
      const known = of(token);
      const index = firstFrom(known.at, at);
      const [closed, price] = [known.at[index], known.price[index]];
      return closed === undefined || price === undefined || closed > at + SCORING.toleranceMs
        ? null
        : { at: closed, price };
    },
    extremes(token, after, until) {
      const [begin, end] = [hourAfter(after), hourBefore(until)];
      const edge =
        begin >= end ? within(token, after, until) : [...within(token, after, begin), ...within(token, end, until)];
      const lows = [...edge];
      const highs = [...edge];
      for (let hour = begin; hour < end; hour += HOUR_MS) {
        const row = byHour.get(`${token} ${hour}`);
        if (row?.low != null) lows.push(row.low);
        if (row?.high != null) highs.push(row.high);
      }
      return lows.length === 0 || highs.length === 0 ? null : { low: Math.min(...lows), high: Math.max(...highs) };
    },
    hour: (token, hour) => byHour.get(`${token} ${hour}`),
  };
}

/** Subjects that begin within `from`…`to` (epoch ms) and end `horizonMs` later. */
export async function readPrices(store: Store, from: number, to: number, horizonMs: number): Promise<Prices> {
  const edges = [
    { from: from - 1, to: Math.max(hourAfter(to), to + SCORING.toleranceMs + MINUTE_MS) },
    { from: hourBefore(from + horizonMs), to: to + horizonMs + SCORING.toleranceMs + MINUTE_MS },
  ];
  const [first, second] = edges as [(typeof edges)[0], (typeof edges)[0]];
  const spans = second.from <= first.to ? [{ from: first.from, to: second.to }] : edges;
  const [hours, ...minutes] = await Promise.all([
    store.query(recordHour, { from: hourBefore(from), to: to + horizonMs }),
    ...spans.map((span) => store.query(recordMinute, { tokens: TOKENS, ...span })),
  ]);
  return pricesOf(hours, minutes.flat());
}
