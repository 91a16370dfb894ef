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

const timeAt = (part: Buffer, line: number) => part.toString("latin1", line + TIME_AT, line + TIME_AT + TIME_LENGTH);
const lineStart = (part: Buffer, at: number) => (at === 0 ? 0 : part.lastIndexOf(NEWLINE, at - 1) + 1);
const nextLine = (part: Buffer, line: number) => {
  const end = part.indexOf(NEWLINE, line);
  return end < 0 ? part.length : end + 1;
};

/** Offset of the first line at or after the instant; lines are ascending. */
function findLine(part: Buffer, fromMs: number): number {
  const wanted = toTime(fromMs);
  let low = 0;
  let high = part.length;
  while (low < high) {
    const line = lineStart(part, (low + high) >>> 1);
    if (timeAt(part, line) < wanted) low = nextLine(part, line);
    else high = line;
  }
  return low;
}

/** Rows from the instant on, at most `rowsMax`; a cut for length falls between two instants, never inside one. */
export function cutRows(part: Buffer, fromMs: number, rowsMax: number): Cut {
  const start = findLine(part, fromMs);
  let delivered = 0;
  let at = start;
  // Where the newest instant began, and how many rows came before it.
  let instant = { time: "", at: start, before: 0 };
  while (at < part.length && delivered < rowsMax) {
    const time = timeAt(part, at);
    if (time !== instant.time) instant = { time, at, before: delivered };
    delivered += 1;
    at = nextLine(part, at);
  }
  const truncated = at < part.length;
  const splits = truncated && timeAt(part, at) === instant.time;
  const end = splits ? instant.at : at;
  const nextSince = truncated ? Date.parse(timeAt(part, end)) : null;
  const rows = Buffer.from(part.subarray(start, part[end - 1] === NEWLINE && end > start ? end - 1 : end));
  for (let i = rows.indexOf(NEWLINE); i >= 0; i = rows.indexOf(NEWLINE, i)) rows[i] = COMMA;
  return { rows, delivered: splits ? instant.before : delivered, nextSince };
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
