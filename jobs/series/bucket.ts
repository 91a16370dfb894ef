// Buckets of history: the last observation of each bucket and line, read at 15 minutes; longer ones hold the last or the sum.
import { type DatasetId, FRESHNESS } from "../../schema/freshness.ts";
import type { Query } from "../../schema/query/query.ts";
import { BUCKET_S } from "../../schema/series/series.ts";
import { toTime } from "../../schema/shape/time.ts";

export const BASE_MS = BUCKET_S["15m"] * 1_000;

/** Who told a line's value, and of when it is. */
export type Speaker = {
  readonly line: string;
  /** When the value was true, epoch milliseconds. */
  readonly at: number;
  readonly provider: string;
  readonly retrievedAt: number;
};

/** The last observation of one line (venue, exchange) in one bucket. Times in epoch milliseconds. */
export type Last = Speaker & {
  /** Bucket start. */
  readonly bucket: number;
  /** When the line owes its next value, counted from `at`. */
  readonly everyMs: number;
  /** The cells after `t` as JSON, joined with commas. */
  readonly text: string;
  /** The main value, for what is derived from it. */
  readonly value: number;
};

/** Observations of buckets that begin at or after `from`, true at or before `to`. */
export type BucketParams = { readonly tokens: readonly string[]; readonly from: number; readonly to: number };

type Cell = number | null;
export type BucketRow = {
  readonly token: string;
  readonly line: string;
  readonly bucket: number;
  readonly at: number;
  readonly every_ms: number;
  readonly provider: string;
  readonly retrieved_at: number;
  readonly cells: readonly Cell[];
};

/** A series that is read from one table. */
export type StoredSeries = {
  readonly dataset: DatasetId;
  /** How often its past is told, where only that is stored. */
  readonly pastEveryS: number;
  readonly query: Query<BucketParams, BucketRow>;
  /** Cells after `t` and the line's name, rounded as the wire shows them; the instant follows by itself. */
  cells(row: BucketRow): readonly (number | string)[];
  /** Of a flow, each cell of two rows as one; a point has none: its last one stands for a longer bucket. */
  readonly joined?: (a: readonly Cell[], b: readonly Cell[]) => readonly Cell[];
};

type SqlParts = {
  readonly table: string;
  readonly line: string;
  /** Instant at which a row was true, in epoch milliseconds. */
  readonly at: string;
  /** Instant whose bucket it is of, where that is not the same. */
  readonly start?: string;
  /** Condition on stored columns that the window implies; lets the engine skip. */
  readonly where: string;
  readonly cells: string;
  /** Decides between rows of one line and instant, before the later reading wins. */
  readonly tie?: string;
  /** Seconds until the line owes its next row. */
  readonly everyS: string;
};

/**
 * How often a line owes a row, in seconds: as often as it is looked at, or, where the row came too late to have been
 * looked at, as often as the past is told.
 */
export function owedEvery(dataset: DatasetId, pastEveryS: number): string {
  const { everyS, hardTtlS } = FRESHNESS[dataset];
  return `if(read_ms - at_ms > ${hardTtlS * 1_000}, ${pastEveryS}, ${everyS})`;
}

/** The SQL of "last value per bucket per line": the one place that says what last means. */
export const lastPerBucket = ({ table, line, at, start = at, where, cells, tie = "0", everyS }: SqlParts): string => `
SELECT token, line, bucket, at, every_ms, tupleElement(kept, 1) AS provider, tupleElement(kept, 2) AS retrieved_at,
  tupleElement(kept, 3) AS cells
FROM (
  SELECT token, line, bucket, max(at_ms) AS at, toInt64(min(every_s) * 1000) AS every_ms,
    argMax((who, read_ms, row_cells), (at_ms, tie, read_ms)) AS kept
  FROM (
    SELECT token, ${line} AS line, ${at} AS at_ms, ${start} AS start_ms,
      intDiv(start_ms, ${BASE_MS}) * ${BASE_MS} AS bucket, ${tie} AS tie, provider AS who,
      toUnixTimestamp64Milli(retrieved_at) AS read_ms, ${everyS} AS every_s, [${cells}] AS row_cells
    FROM ${table}
    WHERE token IN {tokens:Array(String)} AND ${where}
  )
  WHERE start_ms >= {from:Int64} AND at_ms <= {to:Int64}
  GROUP BY token, line, bucket
)
ORDER BY token, bucket, line`;

/** A row as its series shows it. */
export function toLast(series: StoredSeries, row: BucketRow): Last {
  const cells = series.cells(row);
  return {
    line: row.line,
    bucket: row.bucket,
    at: row.at,
    everyMs: row.every_ms,
    provider: row.provider,
    retrievedAt: row.retrieved_at,
    text: [row.line, ...cells, toTime(row.at)].map((cell) => JSON.stringify(cell)).join(","),
    value: typeof cells[0] === "number" ? cells[0] : Number.NaN,
  };
}

/** Rows by token, in their order. */
export function byToken(rows: readonly BucketRow[]): ReadonlyMap<string, BucketRow[]> {
  const found = new Map<string, BucketRow[]>();
  for (const row of rows) {
    const known = found.get(row.token);
    if (known) known.push(row);
    else found.set(row.token, [row]);
  }
  return found;
}

/** Flows of one token at a longer bucket: sums of its rows, true when the last of them is. Rows ascend by bucket. */
export function joinRows(
  rows: readonly BucketRow[],
  sizeMs: number,
  joined: NonNullable<StoredSeries["joined"]>,
): BucketRow[] {
  const found = new Map<string, BucketRow>();
  for (const row of rows) {
    const bucket = Math.floor(row.bucket / sizeMs) * sizeMs;
    const key = `${bucket}${row.line}`;
    const before = found.get(key);
    const cells = before ? joined(before.cells, row.cells) : row.cells;
    found.set(key, { ...row, bucket, cells, every_ms: Math.min(row.every_ms, before?.every_ms ?? row.every_ms) });
  }
  return [...found.values()].sort((a, b) => a.bucket - b.bucket || (a.line < b.line ? -1 : 1));
}

/**
 * The same rule at a longer bucket: the last of the last. Both sides ascend by bucket, then line.
 * `sizeMs` is a multiple of the base.
 */
export function foldLasts(lasts: readonly Last[], sizeMs: number): readonly Last[] {
  if (sizeMs === BASE_MS) return lasts;
  const folded: Last[] = [];
  let open = new Map<string, Last>();
  let bucket = Number.NaN;
  const flush = () => {
    const lines = [...open.keys()].sort();
    for (const line of lines) {
      const last = open.get(line);
      if (last) folded.push({ ...last, bucket });
    }
    open = new Map();
  };
  for (const last of lasts) {
    const start = Math.floor(last.bucket / sizeMs) * sizeMs;
    if (start !== bucket) flush();
    bucket = start;
    const everyMs = Math.min(last.everyMs, open.get(last.line)?.everyMs ?? last.everyMs);
    open.set(last.line, everyMs === last.everyMs ? last : { ...last, everyMs });
  }
  flush();
  return folded;
}
