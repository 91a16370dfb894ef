// Cuts a window out of a frame's rows by bytes and counts what the window should hold, holds, and lacks.

import { toTime } from "../../schema/shape/time.ts";
import type { AbsentReason, HistoryMeta } from "../../schema/snapshot.ts";

const NEWLINE = 10;
const COMMA = 44;
/** A row line starts with `["` and a 24-character time. */
const TIME_AT = 2;
const TIME_LENGTH = 24;

export type Cut = {
  /** The rows joined with commas. */
  readonly rows: Buffer;
  readonly delivered: number;
  /** Start of the first bucket that was left out for length; null where nothing was. */
  readonly nextSince: number | null;
};

/** Where each line starts; found once for a frame, and gone with it. */
const indexes = new WeakMap<Buffer, Uint32Array>();

function indexLines(part: Buffer): Uint32Array {
  const held = indexes.get(part);
  if (held !== undefined) return held;
  const starts: number[] = [];
  for (let at = 0; at < part.length; ) {
    starts.push(at);
    const end = part.indexOf(NEWLINE, at);
    at = end < 0 ? part.length : end + 1;
  }
  const made = Uint32Array.from(starts);
  indexes.set(part, made);
  return made;
}

/** Rows from the instant on, at most `rowsMax`; a cut for length falls between two instants, never inside one. */
export function cutRows(part: Buffer, fromMs: number, rowsMax: number): Cut {
  const starts = indexLines(part);
  const byteOf = (line: number) => starts[line] ?? part.length;
  const timeOf = (line: number) =>
    part.toString("latin1", byteOf(line) + TIME_AT, byteOf(line) + TIME_AT + TIME_LENGTH);
  const wanted = toTime(fromMs);
  // Lines are ascending.
  let first = 0;
  for (let high = starts.length; first < high; ) {
    const middle = (first + high) >>> 1;
    if (timeOf(middle) < wanted) first = middle + 1;
    else high = middle;
  }
  let end = Math.min(first + rowsMax, starts.length);
  const next = end < starts.length ? timeOf(end) : null;
  while (next !== null && end > first && timeOf(end - 1) === next) end -= 1;
  const stop = byteOf(end);
  const rows = Buffer.from(
    part.subarray(byteOf(first), stop > 0 && part[stop - 1] === NEWLINE && end > first ? stop - 1 : stop),
  );
  for (let line = first + 1; line < end; line++) rows[byteOf(line) - byteOf(first) - 1] = COMMA;
  return { rows, delivered: end - first, nextSince: next === null ? null : Date.parse(next) };
}

export type Certificate = {
  readonly from: string;
  readonly to: string;
  readonly bucket_s: number | null;
  readonly expected: number | "unassessed";
  readonly delivered: number;
  readonly absent: Readonly<Record<AbsentReason, number>>;
};
export const NONE_ABSENT = { not_listed: 0, source_error: 0, not_yet_due: 0, gap: 0 } as const;

/** How much of an absent range lies in the window; ranges are inclusive bucket starts. */
function countInside(range: HistoryMeta["absent"][number], first: number, last: number, sizeMs: number): number {
  const inside = (Math.min(range.to, last) - Math.max(range.from, first)) / sizeMs + 1;
  const whole = (range.to - range.from) / sizeMs + 1;
  return inside <= 0 ? 0 : Math.round((range.count * inside) / whole);
}

/** The coverage certificate of a cut: expected = delivered + everything absent, always. */
export function certify(meta: HistoryMeta, cut: Cut, fromMs: number, bucketS: number): Certificate {
  const sizeMs = bucketS * 1_000;
  const first = Math.max(Math.floor(meta.from / sizeMs), Math.ceil(fromMs / sizeMs)) * sizeMs;
  const to = Math.max(first, cut.nextSince ?? meta.to);
  const buckets = Math.ceil((to - first) / sizeMs);
  const absent: Record<AbsentReason, number> = { ...NONE_ABSENT };
  for (const range of meta.absent)
    absent[range.reason] += countInside(range, first, first + (buckets - 1) * sizeMs, sizeMs);
  const explained = Object.values(absent).reduce((a, b) => a + b, 0);
  // What the builder did not explain is a gap; it never reads as delivered.
  absent.gap += Math.max(0, buckets * meta.lines - cut.delivered - explained);
  const expected = cut.delivered + Object.values(absent).reduce((a, b) => a + b, 0);
  return { from: toTime(first), to: toTime(to), bucket_s: bucketS, expected, delivered: cut.delivered, absent };
}
