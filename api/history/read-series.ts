// The series of a history answer: from snapshots for buckets, from the store for raw rows.
import { fault } from "../../schema/fault.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { LIMITS } from "../../schema/limit.ts";
import type { SeriesId } from "../../schema/series/index.ts";
import { BUCKET_S, type BucketResolution } from "../../schema/series/series.ts";
import type { Source } from "../../schema/shape/source.ts";
import { toTime } from "../../schema/shape/time.ts";
import type { SnapshotVersion } from "../contract.ts";
import type { Deps } from "../deps.ts";
import { certify, cutRows, NONE_ABSENT } from "./cut.ts";
import { RAW_SERIES, type RawCells, type RawSeries } from "./raw-rows.ts";
import type { SeriesAnswer } from "./series-text.ts";
import type { Note } from "./window.ts";

export type Ask = { readonly token: string; readonly from: number; readonly now: number };
export type SeriesRead = {
  readonly answer: SeriesAnswer;
  readonly from: readonly SnapshotVersion[];
  readonly notes: readonly Note[];
};

const RAW_DEADLINE_MS = 10_000;
const RAW_AT_ONCE_MAX = 8;
let rawRunning = 0;

/** A series that was not built yet: present, empty, and said why. */
function absentSeries(id: SeriesId, { from, now }: Ask, bucketS: number): SeriesRead {
  return {
    answer: {
      id,
      rows: Buffer.alloc(0),
      asOf: null,
      sources: [],
      coverage: {
        from: toTime(from),
        to: toTime(Math.max(from, now)),
        bucket_s: bucketS,
        expected: "unassessed",
        delivered: 0,
        absent: NONE_ABSENT,
      },
      nextSince: null,
    },
    from: [],
    notes: [{ code: "pending", detail: `${id}: not built yet for this token.` }],
  };
}

/** Buckets of one series. Throws upstream_unavailable where the snapshot is not held and Redis is away. */
export async function readBuckets(
  id: SeriesId,
  resolution: BucketResolution,
  ask: Ask,
  { snapshots }: Deps,
): Promise<SeriesRead> {
  const bucketS = BUCKET_S[resolution];
  const name = SNAPSHOTS.history(ask.token, id, resolution);
  const frame = await snapshots.load("history", name);
  // A frame that is not there yet has no version to be dropped by: the answer is kept for a moment only.
  if (!frame) return absentSeries(id, ask, bucketS);
  const cut = cutRows(frame.parts.get("rows") ?? Buffer.alloc(0), ask.from, LIMITS.seriesRawRowsMax);
  const sources = JSON.parse(frame.parts.get("sources")?.toString() ?? "[]") as Source[];
  const coverage = certify(frame.meta, cut, ask.from, bucketS);
  return {
    answer: { id, rows: cut.rows, asOf: frame.meta.asOf, sources, coverage, nextSince: cut.nextSince },
    from: [frame],
    notes: [],
  };
}

async function withDeadline<T>(work: Promise<T>): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer in ${RAW_DEADLINE_MS} ms`)), RAW_DEADLINE_MS);
  });
  return Promise.race([work, late]).finally(() => clearTimeout(timer));
}

async function readRows(series: RawSeries, ask: Ask, { store, log }: Deps): Promise<RawCells[]> {
  if (rawRunning >= RAW_AT_ONCE_MAX) {
    throw fault("overloaded", "Too many raw reads at once; try again shortly.", { retryAfterS: 1 });
  }
  rawRunning += 1;
  try {
    return await withDeadline(series.read(store, { token: ask.token, since: ask.from }));
  } catch (cause) {
    log.warn({ err: cause instanceof Error ? cause.message : cause }, "raw rows not read");
    throw fault("upstream_unavailable", "The store cannot be reached; bucketed resolutions still answer.", {
      retryAfterS: 5,
      cause,
    });
  } finally {
    rawRunning -= 1;
  }
}

/** At most the row limit; a cut falls between two instants. */
function limitRows(rows: RawCells[]): { shown: RawCells[]; nextSince: number | null } {
  const max = LIMITS.seriesRawRowsMax;
  if (rows.length <= max) return { shown: rows, nextSince: null };
  const nextSince = rows[max]?.t ?? null;
  const shown = rows.slice(0, max).filter((row) => row.t !== nextSince);
  return { shown, nextSince };
}

function sourcesOf(dataset: string, rows: readonly RawCells[]): Source[] {
  const newest = new Map<string, Source>();
  for (const { t, line, providers } of rows) {
    for (const provider of providers) {
      const venue = line === null ? {} : { venue: line };
      newest.set(`${provider} ${line}`, { provider, endpoint: dataset, as_of: toTime(t), ...venue });
    }
  }
  return [...newest.values()];
}

/** Stored rows of one series. Throws upstream_unavailable without the store. */
export async function readRaw(id: SeriesId, ask: Ask, deps: Deps): Promise<SeriesRead> {
  const series = RAW_SERIES[id];
  const { shown, nextSince } = limitRows(await readRows(series, ask, deps));
  const last = shown.at(-1)?.t ?? null;
  return {
    answer: {
      id,
      rows: Buffer.from(shown.map(({ t, cells }) => JSON.stringify([toTime(t), ...cells])).join(",")),
      asOf: last,
      sources: sourcesOf(series.dataset, shown),
      coverage: {
        from: toTime(ask.from),
        to: toTime(nextSince ?? Math.max(ask.from, ask.now)),
        bucket_s: null,
        expected: "unassessed",
        delivered: shown.length,
        absent: NONE_ABSENT,
      },
      nextSince,
    },
    from: [],
    notes: [],
  };
}
