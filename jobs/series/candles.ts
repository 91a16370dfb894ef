// Builder of the history series candles: spot candles folded to the bars of their buckets, a bar a venue.
import { knownOf } from "../../schema/dataset/version.ts";
import { HOUR_MS } from "../../schema/duration.ts";
import { FRESHNESS } from "../../schema/freshness.ts";
import type { Query } from "../../schema/query/query.ts";
import { roundNative, roundUsd } from "../number/round.ts";
import { BASE_MS, type BucketParams, type Last, type Speaker } from "./bucket.ts";

const EVERY_MS = FRESHNESS.candle.everyS * 1_000;
/** Lengths of the candles that bars are made of; longer ones fit in no bucket. */
const LENGTHS_S = [60, 900, 3_600] as const;

type Figures = {
  readonly bucket: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly native: number;
  readonly usd: number;
  /** Minutes of the bucket that are covered. */
  readonly minutes: number;
};

/** What the candles of one length say of a quarter of an hour, or of an hour where they are that long. */
type BarRow = Figures & {
  readonly token: string;
  readonly line: string;
  readonly interval_s: number;
  /** When the last of them closed. */
  readonly at: number;
  readonly provider: string;
  readonly retrieved_at: number;
};

const closes = LENGTHS_S.map(
  (s) => `(interval_s = ${s} AND open_at > fromUnixTimestamp64Milli({from:Int64} - ${s * 1_000})
    AND open_at <= fromUnixTimestamp64Milli({to:Int64} - ${s * 1_000}))`,
).join("\n    OR ");

/** Candles that closed after `from`, and at `to` at the latest. */
const query: Query<BucketParams, BarRow> = {
  name: "history-candles",
  sql: `
SELECT token, venue AS line, c.interval_s AS interval_s, bucket, max(open_ms) + interval_s * 1000 AS at,
  argMax(c.provider, open_ms) AS provider, argMax(read_ms, open_ms) AS retrieved_at,
  argMin(c.open, open_ms) AS open, max(c.high) AS high, min(c.low) AS low, argMax(c.close, open_ms) AS close,
  sum(c.volume_native) AS native, sum(c.volume_usd) AS usd, toUInt32(count() * intDiv(interval_s, 60)) AS minutes
FROM (
  SELECT *, toUnixTimestamp64Milli(open_at) AS open_ms, toUnixTimestamp64Milli(retrieved_at) AS read_ms,
    if(interval_s = 3600, ${HOUR_MS}, ${BASE_MS}) AS span_ms, intDiv(open_ms, span_ms) * span_ms AS bucket
  FROM candle FINAL
  WHERE ${knownOf()} AND token IN {tokens:Array(String)} AND market = 'spot' AND (${closes})
) AS c
GROUP BY token, venue, interval_s, bucket
ORDER BY token, bucket, line, interval_s`,
};

/** A bar of one venue; made of candles that do not overlap. */
export type Bar = Speaker & Figures & { readonly spanMs: number };

/** Bars by token: one a quarter of an hour and venue, and beside them those that stored hours are. */
export function toBars(rows: readonly BarRow[]): ReadonlyMap<string, Bar[]> {
  const byToken = new Map<string, Bar[]>();
  for (const row of rows) {
    const { token, interval_s, retrieved_at: retrievedAt, ...rest } = row;
    const bar = { ...rest, retrievedAt, spanMs: interval_s === 3_600 ? HOUR_MS : BASE_MS };
    const known = byToken.get(token) ?? [];
    byToken.set(token, known);
    const last = known.at(-1);
    // Of one quarter the longest candle counts: it holds what the shorter ones say, and rows ascend by length.
    const same = last?.line === bar.line && last.bucket === bar.bucket && last.spanMs === bar.spanMs;
    if (same) known[known.length - 1] = bar;
    else known.push(bar);
  }
  return byToken;
}

/** A bar and the one after it as one; volumes are summed as they are and rounded where they are shown. */
const joined = (a: Bar, b: Bar): Bar => ({
  ...b,
  bucket: a.bucket,
  open: a.open,
  high: Math.max(a.high, b.high),
  low: Math.min(a.low, b.low),
  native: a.native + b.native,
  usd: a.usd + b.usd,
  minutes: a.minutes + b.minutes,
});

const byBucketAndLine = (a: Bar, b: Bar): number => a.bucket - b.bucket || (a.line < b.line ? -1 : 1);

/** Bars of one span to those of a longer one, `sizeMs`; `whole` are bars of that span that are known already. */
function longer(bars: readonly Bar[], whole: readonly Bar[], sizeMs: number): Bar[] {
  const keyOf = ({ line }: Bar, bucket: number) => `${bucket}${line}`;
  const found = new Map(whole.map((bar) => [keyOf(bar, bar.bucket), bar]));
  const known = new Set(found.keys());
  for (const bar of bars) {
    const bucket = Math.floor(bar.bucket / sizeMs) * sizeMs;
    const key = keyOf(bar, bucket);
    if (known.has(key)) continue;
    const before = found.get(key);
    found.set(key, before ? joined(before, bar) : { ...bar, bucket, spanMs: sizeMs });
  }
  return [...found.values()].sort(byBucketAndLine);
}

const texts = new WeakMap<Bar, Last>();

/** The bar as a row of its series. */
function toLast(bar: Bar, sizeMs: number): Last {
  const known = texts.get(bar);
  if (known !== undefined) return known;
  const { line, bucket, at, provider, retrievedAt, open, high, low, close, native, usd, minutes } = bar;
  const cells = [sizeMs / 1_000, open, high, low, close, roundNative(native), roundUsd(usd), minutes];
  const text = `${JSON.stringify(line)},${cells.join(",")}`;
  const made = { line, bucket, at, provider, retrievedAt, everyMs: EVERY_MS, text, value: close };
  texts.set(bar, made);
  return made;
}

/**
 * Bars of one token at a bucket's length, ascending by bucket, then line. An hour that is stored as one stands for its
 * quarters; a candle longer than a bucket says nothing of it.
 */
export function foldBars(bars: readonly Bar[], sizeMs: number): Last[] {
  const quarters = bars.filter((bar) => bar.spanMs === BASE_MS).sort(byBucketAndLine);
  if (sizeMs === BASE_MS) return quarters.map((bar) => toLast(bar, sizeMs));
  const stored = bars.filter((bar) => bar.spanMs === HOUR_MS);
  const hours = longer(quarters, stored, HOUR_MS);
  return (sizeMs === HOUR_MS ? hours : longer(hours, [], sizeMs)).map((bar) => toLast(bar, sizeMs));
}

export const candles = { dataset: "candle", pastEveryS: FRESHNESS.candle.everyS, query } as const;
