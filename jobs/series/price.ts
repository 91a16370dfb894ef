// Builder of the history series price: the median over venues at the last instant of each bucket, from its candles.
import { FRESHNESS } from "../../schema/freshness.ts";
import { toTime } from "../../schema/shape/time.ts";
import { roundPrice } from "../number/round.ts";
import { BASE_MS, type Last } from "./bucket.ts";
import type { Bar } from "./candles.ts";

const TTL_MS = FRESHNESS.candle.hardTtlS * 1_000;
const EVERY_MS = FRESHNESS.candle.everyS * 1_000;

/** The one line of the series. */
export const PRICE_LINE = "price";

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

type Voices = ReadonlyMap<string, Bar>;

/** One bucket: a venue without a close in it still speaks with its last one, while that is within its hard limit. */
function priceOf(bucket: number, mine: Voices, before: Voices | undefined): Last {
  const at = Math.max(...[...mine.values()].map((bar) => bar.at));
  const voices = [...mine.values()];
  for (const bar of before?.values() ?? []) {
    if (!mine.has(bar.line) && at - bar.at <= TTL_MS) voices.push(bar);
  }
  const newest = voices.reduce((a, b) => (b.retrievedAt > a.retrievedAt ? b : a));
  const closes = voices.map(({ close }) => close).sort((a, b) => a - b);
  const value = roundPrice(median(closes));
  return {
    line: PRICE_LINE,
    bucket,
    at,
    everyMs: EVERY_MS,
    provider: newest.provider,
    retrievedAt: newest.retrievedAt,
    text: `${JSON.stringify(value)},"${toTime(at)}"`,
    value,
  };
}

/**
 * Prices by 15-minute bucket from the bars of one token, ascending by bucket. The close of a candle is a value of the
 * bucket that ends with it, however long the candle is: hours and minutes of one price give the same.
 */
export function pricesOf(bars: readonly Bar[]): Last[] {
  const byBucket = new Map<number, Map<string, Bar>>();
  for (const bar of bars) {
    const bucket = bar.bucket + bar.spanMs - BASE_MS;
    const voices = byBucket.get(bucket) ?? new Map<string, Bar>();
    byBucket.set(bucket, voices);
    const other = voices.get(bar.line);
    // The later close; of two that are of one instant that of the shorter candle.
    const isBetter = !other || bar.at > other.at || (bar.at === other.at && bar.spanMs < other.spanMs);
    if (isBetter) voices.set(bar.line, bar);
  }
  const buckets = [...byBucket].sort(([a], [b]) => a - b);
  return buckets.map(([bucket, mine]) => priceOf(bucket, mine, byBucket.get(bucket - BASE_MS)));
}
