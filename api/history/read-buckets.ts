// Buckets of one series out of its snapshot: a range of bytes, its certificate, and why there is nothing where there is.
import { LIMITS } from "../../schema/limit.ts";
import type { SeriesId } from "../../schema/series/index.ts";
import { BUCKET_S, type BucketResolution, type EmptyReason } from "../../schema/series/series.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { HistoryMeta } from "../../schema/snapshot.ts";
import { NO_BYTES } from "../answer/pieces.ts";
import type { FrameOf } from "../snapshot/frame-table.ts";
import type { RowPlace } from "./cursor.ts";
import { ABSENT_UNKNOWN, type Absences, type Certificate, certify, cutRows } from "./cut.ts";
import type { SeriesRead } from "./series-text.ts";

export type Ask = {
  readonly token: string;
  readonly from: number;
  /** Exclusive; null where nothing was asked. */
  readonly until: number | null;
  /** Where raw rows end. */
  readonly to: number;
  readonly now: number;
  readonly limit: number;
};

/** A series that was not built yet: present, empty, and said why; its window is of whole buckets like that of any other. */
export function absentSeries(id: SeriesId, { from, to }: Ask, bucketS: number): SeriesRead {
  const startAfter = (at: number) => toTime(Math.ceil(at / (bucketS * 1_000)) * bucketS * 1_000);
  const window = { from: startAfter(from), to: startAfter(Math.max(from, to)), bucket_s: bucketS };
  const coverage: Certificate = { ...window, expected: "unassessed", delivered: 0, absent: ABSENT_UNKNOWN };
  const read = { id, rows: NO_BYTES, asOf: null, coverage, next: null, reason: "pending" as const };
  return {
    ...read,
    frame: null,
    sources: [],
    notes: [{ code: "pending", detail: `${id}: not built yet for this token.` }],
  };
}

/** Why a window of a series that was built has no row. */
export function emptyReason(meta: HistoryMeta, ask: Ask, absent: Absences): EmptyReason {
  const isListed = meta.absent.some(({ reason }) => reason !== "not_listed");
  if (meta.names.length === 0 && !isListed) return "no_source";
  if (ask.until !== null && ask.until <= meta.from) return "insufficient_history";
  if (absent.source_error > 0) return "source_error";
  return absent.gap > 0 ? "gap" : "not_due";
}

const SAID: Readonly<Record<EmptyReason, string>> = {
  pending: "not built yet for this token",
  no_source: "no source has it for this token",
  source_error: "its sources failed throughout the window",
  insufficient_history: "the past that is stored does not reach back to the window",
  gap: "rows are owed in the window and none came",
  not_due: "no row falls due within the window",
};

export const saidEmpty = (id: SeriesId, reason: EmptyReason | null) =>
  reason === null ? [] : [{ code: reason, detail: `${id}: ${SAID[reason]}.` }];

/** Windows that begin within one bucket get the same rows and the same certificate. */
type Known = Pick<Ask, "until" | "limit"> & { readonly read: SeriesRead };
/** By frame, then by bucket: to join all that a cut differs in into one key would cost more than to find it. */
const cuts = new WeakMap<FrameOf<"history">, Map<number, Known[]>>();
const [BUCKETS_MAX, CUTS_MAX] = [64, 4];

/** Buckets of one series, out of the frame that holds them. */
export function readBuckets(
  id: SeriesId,
  resolution: BucketResolution,
  ask: Ask,
  frame: FrameOf<"history">,
  after: RowPlace | null,
): SeriesRead {
  const bucketS = BUCKET_S[resolution];
  const { until, limit } = ask;
  const from = Math.ceil(ask.from / (bucketS * 1_000)) * bucketS * 1_000;
  if (after !== null) return readCut(id, bucketS, { ...ask, from }, frame, after);
  let buckets = cuts.get(frame);
  if (buckets === undefined) {
    buckets = new Map();
    cuts.set(frame, buckets);
  }
  const known = buckets.get(from);
  if (known !== undefined) for (const one of known) if (one.until === until && one.limit === limit) return one.read;
  const read = readCut(id, bucketS, { ...ask, from }, frame, null);
  if (known === undefined && buckets.size >= BUCKETS_MAX) buckets.clear();
  buckets.set(from, [{ until, limit, read }, ...(known ?? [])].slice(0, CUTS_MAX));
  return read;
}

function readCut(
  id: SeriesId,
  bucketS: number,
  ask: Ask,
  frame: FrameOf<"history">,
  after: RowPlace | null,
): SeriesRead {
  const rowsMax = Math.min(ask.limit, LIMITS.seriesRawRowsMax);
  const span = { from: ask.from, to: ask.until, rowsMax, after };
  const cut = cutRows(frame.parts.get("rows") ?? NO_BYTES.of, span);
  const coverage = certify(frame.meta, cut, span, bucketS);
  const reason = cut.delivered > 0 ? null : emptyReason(frame.meta, ask, coverage.absent);
  return {
    id,
    rows: cut.rows,
    asOf: frame.meta.asOf,
    coverage,
    next: cut.next,
    reason,
    frame,
    sources: null,
    notes: saidEmpty(id, reason),
  };
}
