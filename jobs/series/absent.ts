// The coverage certificate of a series: which buckets should hold a row and do not, and why.
import { type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { AbsentReason, HistoryMeta } from "../../schema/snapshot.ts";
import type { Last } from "./bucket.ts";

export type AbsentRange = HistoryMeta["absent"][number];

export type AbsentInput = {
  readonly dataset: DatasetId;
  readonly sizeMs: number;
  /** Bucket starts from <= b < to. */
  readonly from: number;
  readonly to: number;
  readonly asOf: number;
  /** Every line a full bucket has, and those of them that never held a row. */
  readonly lines: readonly string[];
  readonly unlisted: ReadonlySet<string>;
  readonly lasts: readonly Last[];
  /** True where pulls of the line failed between the two instants. */
  failed(line: string, from: number, to: number): boolean;
};

/** When the first row of a bucket should be stored: one period into it, and as late as the objective allows. */
function isDue(input: AbsentInput, bucket: number): boolean {
  const { everyS, sloS } = FRESHNESS[input.dataset];
  const grace = Math.min(input.sizeMs, everyS * 1_000) + sloS * 1_000;
  return input.asOf >= bucket + input.sizeMs && input.asOf >= bucket + grace;
}

function reasonOf(input: AbsentInput, bucket: number, line: string): AbsentReason {
  if (input.unlisted.has(line)) return "not_listed";
  if (!isDue(input, bucket)) return "not_yet_due";
  return input.failed(line, bucket, bucket + input.sizeMs) ? "source_error" : "gap";
}

/** Appends a bucket's count to the ranges: one range is a run of buckets that lack the same number for one reason. */
function append(ranges: Map<AbsentReason, AbsentRange[]>, reason: AbsentReason, range: AbsentRange, sizeMs: number) {
  const known = ranges.get(reason) ?? [];
  ranges.set(reason, known);
  const last = known.at(-1);
  const perBucket = (r: AbsentRange) => r.count / ((r.to - r.from) / sizeMs + 1);
  if (last && last.to + sizeMs === range.from && perBucket(last) === perBucket(range)) {
    known[known.length - 1] = { ...last, to: range.to, count: last.count + range.count };
  } else known.push(range);
}

const REASONS_IN_ORDER: readonly AbsentReason[] = ["not_listed", "source_error", "not_yet_due", "gap"];

/** The part of a range from `from` on; counts are even over its buckets. */
function clip(range: AbsentRange, from: number, before: number, sizeMs: number): AbsentRange | null {
  const start = Math.max(range.from, from);
  const end = Math.min(range.to, before - sizeMs);
  if (start > end) return null;
  const buckets = (range.to - range.from) / sizeMs + 1;
  return { ...range, from: start, to: end, count: (range.count / buckets) * ((end - start) / sizeMs + 1) };
}

/** Absences of a stretch of buckets, after those of an earlier stretch that still lie at or after `keepFrom`. */
export function absencesOf(input: AbsentInput, earlier: readonly AbsentRange[], keepFrom: number): AbsentRange[] {
  const ranges = new Map<AbsentReason, AbsentRange[]>();
  for (const range of earlier) {
    const kept = clip(range, keepFrom, input.from, input.sizeMs);
    if (kept) append(ranges, kept.reason, kept, input.sizeMs);
  }
  const present = new Set(input.lasts.map((last) => `${last.bucket}|${last.line}`));
  for (let bucket = input.from; bucket < input.to; bucket += input.sizeMs) {
    const counts = new Map<AbsentReason, number>();
    for (const line of input.lines) {
      if (present.has(`${bucket}|${line}`)) continue;
      const reason = reasonOf(input, bucket, line);
      counts.set(reason, (counts.get(reason) ?? 0) + 1);
    }
    for (const [reason, count] of counts) {
      append(ranges, reason, { from: bucket, to: bucket, reason, count }, input.sizeMs);
    }
  }
  return REASONS_IN_ORDER.flatMap((reason) => ranges.get(reason) ?? []);
}
