// Builder of the history series price: the median over venues at the last instant of each bucket, from its candles.
import { FRESHNESS } from "../../schema/freshness.ts";
import { roundPrice } from "../number/round.ts";
import { BASE_MS, type Last } from "./bucket.ts";

const TTL_MS = FRESHNESS.candle.hardTtlS * 1_000;
/** Position of the close among a candle's cells: line, interval_s, open, high, low, close. */
const CLOSE = 5;

/** The one line of the series. */
export const PRICE_LINE = "price";

const closeOf = (last: Last): number => (JSON.parse(`[${last.text}]`) as number[])[CLOSE] ?? Number.NaN;

function median(sorted: readonly number[]): number {
  const middle = sorted.length >> 1;
  const upper = sorted[middle] ?? Number.NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? Number.NaN) + upper) / 2;
}

/** One bucket: a venue without a candle in it still speaks with its last close, while that is within its hard limit. */
function priceOf(bucket: number, mine: readonly Last[], before: readonly Last[]): Last {
  const at = Math.max(...mine.map((last) => last.at));
  const venues = new Set(mine.map((last) => last.line));
  const voices = [...mine, ...before.filter((last) => !venues.has(last.line) && at - last.at <= TTL_MS)];
  const newest = voices.reduce((a, b) => (b.retrievedAt > a.retrievedAt ? b : a));
  const closes = voices.map(closeOf).sort((a, b) => a - b);
  const value = roundPrice(median(closes));
  return {
    line: PRICE_LINE,
    bucket,
    at,
    provider: newest.provider,
    retrievedAt: newest.retrievedAt,
    text: JSON.stringify(value),
    value,
  };
}

/** Prices by 15-minute bucket from the candles of one token, ascending by bucket. */
export function pricesOf(candles: readonly Last[]): Last[] {
  const byBucket = new Map<number, Last[]>();
  for (const last of candles) {
    const bucket = byBucket.get(last.bucket);
    if (bucket) bucket.push(last);
    else byBucket.set(last.bucket, [last]);
  }
  return [...byBucket].map(([bucket, mine]) => priceOf(bucket, mine, byBucket.get(bucket - BASE_MS) ?? []));
}
