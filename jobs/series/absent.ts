// The coverage certificate of a series: which buckets owe a row by the cadence of their line and have none, and why.
import { type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { AbsentReason, HistoryMeta, LineMark } from "../../schema/snapshot.ts";
import type { Last } from "./bucket.ts";

type AbsentRange = HistoryMeta["absent"][number];

type AbsentInput = {
  readonly dataset: DatasetId;
  /** How often the line owes a row before its first one. */
  readonly pastEveryS: number;
  readonly sizeMs: number;
  /** Bucket starts from <= b < to. */
  readonly from: number;
  readonly to: number;
  readonly asOf: number;
  /** Every line a full bucket has, and those of them that never held a row. */
  readonly lines: readonly string[];
  readonly unlisted: ReadonlySet<string>;
  /** Rows of the stretch by line, ascending. */
  readonly lasts: ReadonlyMap<string, readonly Last[]>;
  /** The last row of a line before the stretch. */
  before(line: string): LineMark | undefined;
  /** True where pulls of the line failed between the two instants. */
  failed(line: string, from: number, to: number): boolean;
};

type Owed = Pick<AbsentInput, "sizeMs" | "pastEveryS">;

/** The instant at which a bucket owes a row after the one before it; null where none falls due within it. */
function dueIn({ sizeMs, pastEveryS }: Owed, bucket: number, before: LineMark | undefined): number | null {
  const [at, everyMs] = before ?? [0, pastEveryS * 1_000];
  if (everyMs <= sizeMs) return bucket + everyMs;
  const due = at + Math.ceil((bucket - at) / everyMs) * everyMs;
  return due > at && due < bucket + sizeMs ? due : null;
}

function reasonOf(input: AbsentInput, bucket: number, line: string, due: number): AbsentReason {
  if (input.unlisted.has(line)) return "not_listed";
  const end = bucket + input.sizeMs;
  if (input.asOf < end || input.asOf < due + FRESHNESS[input.dataset].sloS * 1_000) return "not_yet_due";
  return input.failed(line, bucket, end) ? "source_error" : "gap";
}

/** Counts by bucket number and reason. */
type Counts = ReadonlyMap<AbsentReason, Float64Array>;

const REASONS_IN_ORDER: readonly AbsentReason[] = ["not_listed", "source_error", "not_yet_due", "gap"];

function countLine(input: AbsentInput, line: string, counts: Counts): void {
  const rows = input.lasts.get(line) ?? [];
  let next = 0;
  let before = input.before(line);
  for (let bucket = input.from, n = 0; bucket < input.to; bucket += input.sizeMs, n++) {
    let row = rows[next];
    for (; row !== undefined && row.bucket <= bucket; row = rows[++next]) before = [row.at, row.everyMs];
    if (rows[next - 1]?.bucket === bucket) continue;
    const due = dueIn(input, bucket, before);
    if (due === null) continue;
    const column = counts.get(reasonOf(input, bucket, line, due));
    if (column) column[n] = (column[n] ?? 0) + 1;
  }
}

/** Appends a bucket's count: one range is a run of buckets that lack the same number for one reason. */
function append(ranges: AbsentRange[], range: AbsentRange, sizeMs: number): void {
  const last = ranges.at(-1);
  const perBucket = (r: AbsentRange) => r.count / ((r.to - r.from) / sizeMs + 1);
  if (last && last.to + sizeMs === range.from && perBucket(last) === perBucket(range)) {
    ranges[ranges.length - 1] = { ...last, to: range.to, count: last.count + range.count };
  } else ranges.push(range);
}

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
  const buckets = Math.max(0, Math.ceil((input.to - input.from) / input.sizeMs));
  const counts: Counts = new Map(REASONS_IN_ORDER.map((reason) => [reason, new Float64Array(buckets)]));
  for (const line of input.lines) countLine(input, line, counts);
  return REASONS_IN_ORDER.flatMap((reason) => {
    const ranges: AbsentRange[] = [];
    for (const range of earlier) {
      const kept = range.reason === reason ? clip(range, keepFrom, input.from, input.sizeMs) : null;
      if (kept) append(ranges, kept, input.sizeMs);
    }
    counts.get(reason)?.forEach((count, n) => {
      const bucket = input.from + n * input.sizeMs;
      if (count > 0) append(ranges, { from: bucket, to: bucket, reason, count }, input.sizeMs);
    });
    return ranges;
  });
}
