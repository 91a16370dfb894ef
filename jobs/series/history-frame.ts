// The frame of one token, series and resolution: built whole, or from an earlier frame and a fresh tail.
import { encodeFrame, type Frame } from "../../schema/frame.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { BUCKET_S, type BucketResolution } from "../../schema/series/series.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { HistoryMeta } from "../../schema/snapshot.ts";
import { absencesOf } from "./absent.ts";
import { foldLasts, type Last } from "./bucket.ts";
import type { BuiltSeriesId } from "./index.ts";

const day = 86_400_000;
/** How far back each resolution goes; 6h as far as rows do. */
export const WINDOW_MS = { "15m": 14 * day, "1h": 35 * day, "6h": 400 * day } as const satisfies Record<
  BucketResolution,
  number
>;

export type FrameInput = {
  readonly token: string;
  readonly series: BuiltSeriesId;
  readonly dataset: DatasetId;
  readonly resolution: BucketResolution;
  readonly asOf: number;
  /** How far back rows are promised, stored or not. */
  readonly promisedMs: number;
  /** Lines that are covered, whether they hold rows or not, and those of them that do not list the token. */
  readonly covered: readonly string[];
  readonly unlisted: readonly string[];
  /** Fresh observations at 15 minutes, ascending; with an earlier frame, those at or after its tail only. */
  readonly lasts: readonly Last[];
  /** Whom the series rests on, where that is not its own lines. */
  readonly speakers?: readonly Last[];
  failed(line: string, from: number, to: number): boolean;
};

/** What is kept of an earlier frame: everything before `tailFrom`. */
export type Earlier = { readonly frame: Frame<HistoryMeta>; readonly tailFrom: number };

const TIME_AT = 2;
const TIME_LENGTH = 24;
const NEWLINE = 10;

const timeAt = (rows: Buffer, lineStart: number): number =>
  Date.parse(rows.toString("latin1", lineStart + TIME_AT, lineStart + TIME_AT + TIME_LENGTH));

/** Byte offset of the first line whose time is at or after `time`; lines ascend. */
export function offsetOf(rows: Buffer, time: number): number {
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    const start = middle === 0 ? 0 : rows.lastIndexOf(NEWLINE, middle - 1) + 1;
    if (timeAt(rows, start) < time) {
      const end = rows.indexOf(NEWLINE, start);
      low = end < 0 ? rows.length : end + 1;
    } else high = start;
  }
  return low;
}

const floorTo = (time: number, size: number) => Math.floor(time / size) * size;

/** The first bucket whose start lies within the window. */
const windowStart = (asOf: number, resolution: BucketResolution): number => {
  const size = BUCKET_S[resolution] * 1_000;
  return floorTo(asOf - WINDOW_MS[resolution], size) + size;
};

const toLines = (lasts: readonly Last[]): string => {
  let bucket = Number.NaN;
  let time = "";
  let text = "";
  for (const last of lasts) {
    if (last.bucket !== bucket) {
      bucket = last.bucket;
      time = toTime(bucket);
    }
    text += `["${time}",${last.text}]\n`;
  }
  return text;
};

/** One source a line: who said its newest value. */
function sourcesOf(input: FrameInput, lasts: readonly Last[], earlier: readonly Source[]): Source[] {
  const byLine = new Map(earlier.map((source) => [source.venue ?? "", source]));
  const newest = new Map(lasts.map((last) => [last.line, last]));
  for (const last of newest.values()) {
    byLine.set(last.line, {
      provider: last.provider,
      endpoint: input.dataset,
      as_of: toTime(last.at),
      retrieved_at: toTime(last.retrievedAt),
      venue: last.line,
    });
  }
  return [...byLine.keys()].sort().flatMap((line) => byLine.get(line) ?? []);
}

type Kept = { readonly rows: Buffer; readonly meta: HistoryMeta | null; readonly sources: readonly Source[] };
const NOTHING: Kept = { rows: Buffer.alloc(0), meta: null, sources: [] };

function keep(earlier: Earlier | null, start: number): Kept {
  if (!earlier) return NOTHING;
  const { frame, tailFrom } = earlier;
  const rows = frame.parts.get("rows") ?? Buffer.alloc(0);
  const sources = JSON.parse(frame.parts.get("sources")?.toString() ?? "[]") as Source[];
  return { rows: rows.subarray(offsetOf(rows, start), offsetOf(rows, tailFrom)), meta: frame.meta, sources };
}

function firstBucket(input: FrameInput, kept: Kept, fresh: readonly Last[], start: number, size: number): number {
  const promised = floorTo(input.asOf - input.promisedMs, size) + size;
  const firstRow = kept.rows.length > 0 ? timeAt(kept.rows, 0) : fresh[0]?.bucket;
  return Math.max(start, Math.min(promised, firstRow ?? promised));
}

/** True where the fresh tail knows a line the earlier frame never held: its absences would be told wrongly. */
export const needsWhole = (meta: HistoryMeta, lasts: readonly Last[]): boolean =>
  lasts.some((last) => !meta.names.includes(last.line));

/** Builds a frame. The same rows give the same bytes, whole or from an earlier frame. */
export function historyFrame(input: FrameInput, earlier: Earlier | null): Buffer {
  const size = BUCKET_S[input.resolution] * 1_000;
  const start = windowStart(input.asOf, input.resolution);
  const kept = keep(earlier, start);
  const tailFrom = earlier ? Math.max(earlier.tailFrom, start) : start;
  const fresh = foldLasts(input.lasts, size).filter((last) => last.bucket >= tailFrom);
  const to = floorTo(input.asOf, size) + size;
  const from = firstBucket(input, kept, fresh, start, size);
  const names = [...new Set([...(kept.meta?.names ?? []), ...fresh.map((last) => last.line)])].sort();
  const lines = [...new Set([...input.covered, ...names])].sort();
  const newest = fresh.reduce((max, last) => Math.max(max, last.at), kept.meta?.asOf ?? 0);
  const absent = absencesOf(
    {
      ...input,
      sizeMs: size,
      from: earlier ? Math.max(from, tailFrom) : from,
      to,
      lines,
      unlisted: new Set(input.unlisted.filter((line) => !names.includes(line))),
      lasts: fresh,
    },
    kept.meta?.absent ?? [],
    from,
  );
  const meta: HistoryMeta = { asOf: newest || null, from, to, lines: lines.length, names, absent };
  const name = SNAPSHOTS.history(input.token, input.series, input.resolution);
  const rows = Buffer.concat([kept.rows, Buffer.from(toLines(fresh))]);
  const sources = JSON.stringify(sourcesOf(input, input.speakers ?? fresh, kept.sources));
  const parts = new Map<string, string | Buffer>([
    ["rows", rows],
    ["sources", sources],
  ]);
  return encodeFrame({ name, version: input.asOf, meta }, parts, "packed");
}
