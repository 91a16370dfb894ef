// The frame of one token, series and resolution: built whole, or from an earlier frame and a fresh tail.
import { DAY_MS } from "../../schema/duration.ts";
import { encodeAfter, type FrameTail, type Settled, settle, unsettle } from "../../schema/frame.ts";
import type { DatasetId } from "../../schema/freshness.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { BUCKET_S, type BucketResolution } from "../../schema/series/series.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import { HISTORY_FORM, type HistoryMeta, type LineMark } from "../../schema/snapshot.ts";
import type { CallsBehind } from "../fact/read-behind.ts";
import { isFresh } from "../measure/cause.ts";
import { callBehind, sourceOf } from "../state/cite.ts";
import { absencesOf } from "./absent.ts";
import type { Last, Speaker } from "./bucket.ts";
import type { BuiltSeriesId } from "./index.ts";
import type { Observed } from "./read-lasts.ts";

/** How far back each resolution goes; 6h as far as rows do. */
const WINDOW_MS = { "15m": 14 * DAY_MS, "1h": 35 * DAY_MS, "6h": 400 * DAY_MS } as const satisfies Record<
  BucketResolution,
  number
>;

/** A line that never held a row owes one as often as it is looked at. */
const LOOKED_AT: LineMark = [0, 0];

const LONGEST_BUCKET_MS = BUCKET_S["6h"] * 1_000;
const TAIL_BUCKETS = 2;

/** Start of the tail: the last two of the longest buckets. What is before it is settled. */
export const tailStart = (asOf: number): number =>
  Math.floor(asOf / LONGEST_BUCKET_MS) * LONGEST_BUCKET_MS - (TAIL_BUCKETS - 1) * LONGEST_BUCKET_MS;

/** The first bucket: it stays the same for as long as the tail begins at the same time. */
export const windowStart = (asOf: number, resolution: BucketResolution): number =>
  tailStart(asOf) - WINDOW_MS[resolution];

export type FrameInput = {
  readonly token: string;
  readonly series: BuiltSeriesId;
  readonly dataset: DatasetId;
  /** How often a line owes a row before its first one. */
  readonly pastEveryS: number;
  readonly resolution: BucketResolution;
  readonly asOf: number;
  /** How far back rows are promised, stored or not. */
  readonly promisedMs: number;
  /** Lines that are covered, whether they hold rows or not, and those of them that do not list the token. */
  readonly covered: readonly string[];
  readonly unlisted: readonly string[];
  /** Fresh observations; with an earlier frame, those at or after its tail only. */
  readonly observed: Observed;
  /** The calls that the newest observation of each line came with. */
  readonly behind: CallsBehind;
  failed(line: string, from: number, to: number): boolean;
};

/** Who told the newest value of each line. */
export function newestByLine(speakers: readonly Speaker[]): ReadonlyMap<string, Speaker> {
  const newest = new Map<string, Speaker>();
  for (const speaker of speakers) {
    if (speaker.at >= (newest.get(speaker.line)?.at ?? 0)) newest.set(speaker.line, speaker);
  }
  return newest;
}

type HistoryTail = FrameTail<HistoryMeta>;

const TIME_AT = 2;
const TIME_LENGTH = 24;
const NEWLINE = 10;

const timeAt = (rows: Buffer, lineStart: number): number =>
  Date.parse(rows.toString("latin1", lineStart + TIME_AT, lineStart + TIME_AT + TIME_LENGTH));

/** Byte offset of the first line whose time is at or after `time`; lines ascend. */
function offsetOf(rows: Buffer, time: number): number {
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

const toLines = (lasts: readonly Last[]): string => {
  let bucket = Number.NaN;
  let time = "";
  let text = "";
  for (const last of lasts) {
    if (last.bucket !== bucket) {
      bucket = last.bucket;
      time = toTime(bucket);
    }
    text += `["${time}",${last.text}],\n`;
  }
  return text;
};

/** One source a line: the call that brought its newest value. */
function sourcesOf(input: FrameInput, start: number, earlier: readonly Source[]): Source[] {
  const { dataset, asOf, token, behind, observed } = input;
  const byLine = new Map(earlier.map((source) => [source.venue ?? "", source]));
  for (const [line, speaker] of newestByLine(observed.speakers.filter(({ at }) => at > start))) {
    const { provider, at, retrievedAt } = speaker;
    const cited = { dataset, provider, venue: line, at, retrievedAt };
    byLine.set(line, sourceOf(cited, callBehind(behind, cited, token), [], asOf));
  }
  // What an earlier frame said of a line's age is told anew.
  const shortOf = ({ as_of, ...source }: Source): Source => {
    const isOk = as_of !== null && isFresh(dataset, Date.parse(as_of), asOf);
    return { ...source, as_of, status: isOk ? "ok" : "stale" };
  };
  return [...byLine.keys()]
    .sort()
    .flatMap((line) => byLine.get(line) ?? [])
    .map(shortOf);
}

/** What is before the tail: its rows, and the first row's time. */
type Kept = { readonly rows: Settled; readonly first: number | null };

const kept = (rows: Buffer): Kept => ({ rows: settle(rows), first: rows.length === 0 ? null : timeAt(rows, 0) });

/** The rows of an earlier frame before the tail: as they are, or anew where the tail moved on since. */
function keep({ meta, settled, parts }: HistoryTail, start: number, tailFrom: number): Kept {
  if (meta.settled.from === start && meta.settled.until === tailFrom)
    return { rows: settled, first: meta.settled.first };
  const rows = Buffer.concat([unsettle(settled), parts.get("rows") ?? Buffer.alloc(0)]);
  return kept(rows.subarray(offsetOf(rows, start), offsetOf(rows, tailFrom)));
}

const sourcesIn = (earlier: HistoryTail | null): Source[] =>
  JSON.parse(earlier?.parts.get("sources")?.toString() ?? "[]") as Source[];

function firstBucket(input: FrameInput, first: number | undefined, start: number, size: number): number {
  const promised = floorTo(input.asOf - input.promisedMs, size) + size;
  return Math.max(start, Math.min(promised, first ?? promised));
}

/** True where the fresh tail knows a line the earlier frame never held: its absences would be told wrongly. */
export const needsWhole = (meta: HistoryMeta, lasts: readonly Last[]): boolean =>
  lasts.some((last) => !meta.names.includes(last.line));

function byLine(lasts: readonly Last[]): ReadonlyMap<string, Last[]> {
  const found = new Map<string, Last[]>();
  for (const last of lasts) {
    const mine = found.get(last.line);
    if (mine) mine.push(last);
    else found.set(last.line, [last]);
  }
  return found;
}

const markOf = (last: Last | undefined): LineMark | null => (last ? [last.at, last.everyMs] : null);

/** The marks of an earlier frame as they are of the tail now. */
const markBefore = (earlier: HistoryTail | null, line: string, tailFrom: number): LineMark | null => {
  const [now, next] = earlier?.meta.marks[line] ?? [null, null];
  return earlier?.meta.settled.until === tailFrom ? now : next;
};

type Rows = ReadonlyMap<string, readonly Last[]>;

/** Only lines that owe a row more seldom than buckets end need one: the others owe one in every bucket. */
function marksOf(input: FrameInput, rows: Rows, earlier: HistoryTail | null, tailFrom: number): HistoryMeta["marks"] {
  if (input.pastEveryS * 1_000 <= BUCKET_S["15m"] * 1_000) return {};
  const names = [...new Set([...Object.keys(earlier?.meta.marks ?? {}), ...rows.keys()])].sort();
  return Object.fromEntries(
    names.map((line) => {
      const mine = rows.get(line) ?? [];
      const lastBefore = (time: number) => markOf(mine.findLast((last) => last.bucket < time));
      const now = (earlier ? markBefore(earlier, line, tailFrom) : null) ?? lastBefore(tailFrom);
      return [line, [now, lastBefore(tailFrom + LONGEST_BUCKET_MS) ?? now]];
    }),
  );
}

/** Builds a frame. The same rows give the same bytes, whole or from an earlier frame. */
export function historyFrame(input: FrameInput, earlier: HistoryTail | null): Buffer {
  const size = BUCKET_S[input.resolution] * 1_000;
  const start = windowStart(input.asOf, input.resolution);
  const tailFrom = tailStart(input.asOf);
  const fresh = input.observed.at(size).filter((last) => last.bucket >= (earlier ? tailFrom : start));
  const tail = fresh.filter((last) => last.bucket >= tailFrom);
  const before = fresh.slice(0, fresh.length - tail.length);
  const old = earlier ? keep(earlier, start, tailFrom) : kept(Buffer.from(toLines(before)));
  const to = floorTo(input.asOf, size) + size;
  const from = firstBucket(input, old.first ?? fresh[0]?.bucket, start, size);
  const rows = byLine(fresh);
  const names = [...new Set([...(earlier?.meta.names ?? []), ...rows.keys()])].sort();
  const lines = [...new Set([...input.covered, ...names])].sort();
  const newest = fresh.reduce((max, last) => Math.max(max, last.at), earlier?.meta.asOf ?? 0);
  const absent = absencesOf(
    {
      ...input,
      sizeMs: size,
      from: earlier ? Math.max(from, tailFrom) : from,
      to,
      lines,
      unlisted: new Set(input.unlisted.filter((line) => !names.includes(line))),
      lasts: rows,
      before: (line) => markBefore(earlier, line, tailFrom) ?? (names.includes(line) ? undefined : LOOKED_AT),
    },
    earlier?.meta.absent ?? [],
    from,
  );
  const settled = { from: start, first: old.first, until: tailFrom };
  const marks = marksOf(input, rows, earlier, tailFrom);
  const about = { form: HISTORY_FORM, asOf: newest || null, from, to } as const;
  const meta: HistoryMeta = { ...about, settled, marks, lines: lines.length, names, absent };
  const name = SNAPSHOTS.history(input.token, input.series, input.resolution);
  const parts = new Map([
    ["rows", toLines(tail)],
    ["sources", JSON.stringify(sourcesOf(input, start, sourcesIn(earlier)))],
  ]);
  return encodeAfter(old.rows, { name, version: input.asOf, meta }, parts);
}
