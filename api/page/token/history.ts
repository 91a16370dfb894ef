// The history of a token by buckets of time, all venues of a bucket in one row.
import type { EmptyReason } from "../../../schema/series/series.ts";

type Cell = string | number | null;
/** How many rows of the series' window are there, and why the rest is not; "unassessed" where that is not counted. */
type Coverage = {
  readonly from: string;
  readonly to: string;
  readonly bucket_s: number | null;
  readonly absent: Readonly<Record<Lack, number | "unassessed">>;
};
export type Lack = "not_listed" | "source_error" | "not_yet_due" | "gap";
export type Series = {
  readonly columns: readonly string[];
  readonly rows: readonly (readonly Cell[])[];
  readonly reason: EmptyReason | null;
  readonly coverage: Coverage;
};
type Event = {
  readonly kind: string;
  readonly id: string;
  readonly at: string;
  readonly summary: string;
  readonly data: unknown;
};
export type HistoryData = {
  readonly series: Readonly<Record<string, Series>>;
  readonly events: readonly Event[];
};

type Candle = { readonly open: number; readonly high: number; readonly low: number; readonly close: number };
export type Bucket = {
  readonly t: string;
  /** Of the venue with the largest volume in the bucket. */
  readonly candle: Candle | null;
  readonly volume: number | null;
  readonly openInterest: number | null;
  readonly funding: number | null;
  readonly netflow: number | null;
};

type Row = Readonly<Record<string, Cell>>;
const numberOf = (row: Row, name: string): number | null => (typeof row[name] === "number" ? row[name] : null);

/** Rows by the bucket they are of. */
function byBucket(series: Series | undefined): ReadonlyMap<string, readonly Row[]> {
  const rows = new Map<string, Row[]>();
  for (const cells of series?.rows ?? []) {
    const row = Object.fromEntries((series?.columns ?? []).map((name, at) => [name, cells[at] ?? null]));
    const t = String(row.t);
    rows.set(t, [...(rows.get(t) ?? []), row]);
  }
  return rows;
}

const valuesOf = (rows: readonly Row[] | undefined, name: string): number[] =>
  (rows ?? []).flatMap((row) => numberOf(row, name) ?? []);
const sumOf = (rows: readonly Row[] | undefined, name: string): number | null => {
  const values = valuesOf(rows, name);
  return values.length === 0 ? null : values.reduce((a, b) => a + b, 0);
};
function medianOf(rows: readonly Row[] | undefined, name: string): number | null {
  const values = valuesOf(rows, name).sort((a, b) => a - b);
  const [low, high] = [values[Math.ceil(values.length / 2) - 1], values[Math.floor(values.length / 2)]];
  return low === undefined || high === undefined ? null : (low + high) / 2;
}

function candleOf(rows: readonly Row[] | undefined): Candle | null {
  const [row] = [...(rows ?? [])].sort((a, b) => (numberOf(b, "volume_usd") ?? 0) - (numberOf(a, "volume_usd") ?? 0));
  if (row === undefined) return null;
  const [open, high, low, close] = ["open", "high", "low", "close"].map((name) => numberOf(row, name));
  return open == null || high == null || low == null || close == null ? null : { open, high, low, close };
}

/** Every step of the window that the series tell of and that is over, whether one of them has a row in it or not. */
function timesOf(all: readonly Series[], now: number): string[] {
  const times = new Set<string>();
  for (const { coverage } of all) {
    const stepMs = (coverage.bucket_s ?? 0) * 1_000;
    const end = Math.min(now, Date.parse(coverage.to)) - stepMs;
    for (let at = Math.ceil(Date.parse(coverage.from) / stepMs) * stepMs; stepMs > 0 && at <= end; at += stepMs) {
      times.add(new Date(at).toISOString());
    }
  }
  return [...times];
}

const DRAWN = ["candles", "open_interest", "funding", "exchange_netflow"] as const;

/** In order of time. Where some venues of a bucket are missing, its sums are of those that are there. */
export function bucketsOf({ series }: HistoryData, now: number): Bucket[] {
  const [candles, interest, funding, flows] = DRAWN.map((name) => byBucket(series[name]));
  const rows = [candles, interest, funding, flows].flatMap((one) => [...(one?.keys() ?? [])]);
  const times = new Set([
    ...timesOf(
      DRAWN.flatMap((name) => series[name] ?? []),
      now,
    ),
    ...rows,
  ]);
  return [...times].sort().map((t) => ({
    t,
    candle: candleOf(candles?.get(t)),
    volume: sumOf(candles?.get(t), "volume_usd"),
    openInterest: sumOf(interest?.get(t), "open_interest_usd"),
    funding: medianOf(funding?.get(t), "rate_8h_pct"),
    netflow: sumOf(flows?.get(t), "netflow_usd"),
  }));
}

type MarkKind = "signal" | "headline" | "brief" | "liquidation";
type Mark = { readonly id: string; readonly kind: MarkKind; readonly at: string; readonly summary: string };

const CLOSURES_MAX = 8;
const isMark = (kind: string): kind is MarkKind => ["signal", "headline", "brief", "liquidation"].includes(kind);

function sizeOf({ data }: Event): number {
  const { long_usd: long, short_usd: short } = data as { long_usd?: number; short_usd?: number };
  return (long ?? 0) + (short ?? 0);
}

/** The words of a headline itself, which are text from outside. */
function titleOf(data: unknown): string | null {
  const { title, source } = data as { title?: unknown; source?: unknown };
  return typeof title === "string" ? `${title} (${source})` : null;
}

/** Signals, headlines and briefs, and the largest forced closures; the newest first. */
export function marksOf({ events }: HistoryData): Mark[] {
  const largest = events
    .filter(({ kind }) => kind === "liquidation")
    .sort((a, b) => sizeOf(b) - sizeOf(a))
    .slice(0, CLOSURES_MAX);
  const others = events.filter(({ kind }) => kind !== "liquidation");
  return [...others, ...largest]
    .flatMap(({ id, kind, at, summary, data }) =>
      isMark(kind) ? [{ id, kind, at, summary: titleOf(data) ?? summary }] : [],
    )
    .sort((a, b) => (a.at < b.at ? 1 : -1));
}
