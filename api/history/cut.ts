// Cuts a window out of a frame's rows as one range of bytes, and counts what the window owes, holds, and lacks.
import type { AbsentReason, HistoryMeta } from "../../schema/snapshot.ts";
import { NO_BYTES, type Range } from "../answer/pieces.ts";
import type { RowPlace } from "./cursor.ts";
import { timeText } from "./time-text.ts";

const NEWLINE = 10;
/** A row line starts with `["` and a 24-character time, and ends with a comma and a newline. */
const TIME_AT = 2;
const TIME_LENGTH = 24;
const SEPARATOR_LENGTH = 2;

/** Where the rows of a frame start, by bucket and by line. */
type RowIndex = {
  /** Byte offset of each row, and the end of the last. */
  readonly starts: Uint32Array;
  /** Bucket starts in epoch milliseconds, ascending, and the number of each one's first row. */
  readonly times: readonly number[];
  readonly firsts: readonly number[];
};

/** Found once for a frame, and gone with it. */
const indexes = new WeakMap<Buffer, RowIndex>();

function indexOf(part: Buffer): RowIndex {
  const held = indexes.get(part);
  if (held !== undefined) return held;
  const starts: number[] = [];
  const [times, firsts]: [number[], number[]] = [[], []];
  let time = "";
  for (let at = 0; at < part.length; ) {
    const mine = part.toString("latin1", at + TIME_AT, at + TIME_AT + TIME_LENGTH);
    if (mine !== time) {
      time = mine;
      times.push(Date.parse(time));
      firsts.push(starts.length);
    }
    starts.push(at);
    const end = part.indexOf(NEWLINE, at);
    at = end < 0 ? part.length : end + 1;
  }
  const made = { starts: Uint32Array.from([...starts, part.length]), times, firsts: [...firsts, starts.length] };
  indexes.set(part, made);
  return made;
}

/** How many of the ascending times are before `time`. */
function countBefore(times: readonly number[], time: number): number {
  let low = 0;
  for (let high = times.length; low < high; ) {
    const middle = (low + high) >>> 1;
    if ((times[middle] ?? 0) < time) low = middle + 1;
    else high = middle;
  }
  return low;
}

type Span = {
  readonly from: number;
  /** Exclusive; null where there is no end. */
  readonly to: number | null;
  readonly rowsMax: number;
  readonly after: RowPlace | null;
};

type Cut = {
  /** The rows with commas between them; bytes of the frame itself. */
  readonly rows: Range;
  readonly delivered: number;
  /** The last row, where others were left out after it. */
  readonly next: RowPlace | null;
};

/** The line of a row, as it stands in its second cell; "" for a series without lines. */
function lineOf(part: Buffer, { starts }: RowIndex, row: number): string {
  const cells = JSON.parse(part.toString("utf8", starts[row], (starts[row + 1] ?? 0) - SEPARATOR_LENGTH)) as unknown[];
  return typeof cells[1] === "string" ? cells[1] : "";
}

/** The first row after a place. */
function rowAfter(part: Buffer, index: RowIndex, [time, line]: RowPlace): number {
  const bucket = countBefore(index.times, time);
  let row = index.firsts[bucket] ?? 0;
  if (index.times[bucket] !== time) return row;
  const end = index.firsts[bucket + 1] ?? row;
  while (row < end && lineOf(part, index, row) <= line) row += 1;
  return row;
}

/** The first row that starts at `time` or later. */
const rowFrom = ({ times, firsts }: RowIndex, time: number): number => firsts[countBefore(times, time)] ?? 0;

/** Rows of the span, at most so many. */
export function cutRows(part: Buffer, { from, to, rowsMax, after }: Span): Cut {
  const index = indexOf(part);
  const { starts, times, firsts } = index;
  const first = after === null ? rowFrom(index, from) : rowAfter(part, index, after);
  const last = to === null ? starts.length - 1 : rowFrom(index, to);
  const end = Math.max(first, Math.min(first + rowsMax, last));
  if (end === first) return { rows: NO_BYTES, delivered: 0, next: null };
  const rows: Range = { of: part, from: starts[first] ?? 0, to: (starts[end] ?? 0) - SEPARATOR_LENGTH };
  const isCut = end < last;
  const time = times[countBefore(firsts, end) - 1] ?? 0;
  const next: RowPlace | null = isCut ? [time, lineOf(part, index, end - 1), ""] : null;
  return { rows, delivered: end - first, next };
}

export type Certificate = {
  readonly from: string;
  readonly to: string;
  readonly bucket_s: number | null;
  readonly expected: number | "unassessed";
  readonly delivered: number;
  readonly absent: Absences | typeof ABSENT_UNKNOWN;
};
export type Absences = Readonly<Record<AbsentReason, number>>;
export const NONE_ABSENT = { not_listed: 0, source_error: 0, not_yet_due: 0, gap: 0 } as const;
/** Where it is not counted what is owed, nobody knows what is absent. */
export const ABSENT_UNKNOWN = {
  not_listed: "unassessed",
  source_error: "unassessed",
  not_yet_due: "unassessed",
  gap: "unassessed",
} as const;

/** A certificate of what was owed. */
type Counted = Certificate & { readonly absent: Absences };

/** How much of an absent range lies in the window; ranges are inclusive bucket starts. */
function countInside(range: HistoryMeta["absent"][number], first: number, last: number, sizeMs: number): number {
  const inside = (Math.min(range.to, last) - Math.max(range.from, first)) / sizeMs + 1;
  const whole = (range.to - range.from) / sizeMs + 1;
  return inside <= 0 ? 0 : Math.round((range.count * inside) / whole);
}

/**
 * The coverage certificate of a cut: expected = delivered + everything absent, always. A page that ends within a bucket
 * tells what that bucket lacks; the next page does not tell it again.
 */
export function certify(meta: HistoryMeta, cut: Cut, { from, to, after }: Span, bucketS: number): Counted {
  const sizeMs = bucketS * 1_000;
  const start = after === null ? from : after[0] + sizeMs;
  const first = Math.max(Math.floor(meta.from / sizeMs), Math.ceil(start / sizeMs)) * sizeMs;
  const stop = cut.next === null ? Math.min(meta.to, to ?? meta.to) : cut.next[0] + sizeMs;
  const end = Math.max(first, Math.ceil(stop / sizeMs) * sizeMs);
  const absent: Record<AbsentReason, number> = { ...NONE_ABSENT };
  for (const range of meta.absent) absent[range.reason] += countInside(range, first, end - sizeMs, sizeMs);
  const { not_listed, source_error, not_yet_due, gap } = absent;
  const expected = cut.delivered + not_listed + source_error + not_yet_due + gap;
  return { from: timeText(first), to: timeText(end), bucket_s: bucketS, expected, delivered: cut.delivered, absent };
}
