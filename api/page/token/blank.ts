// Why steps of a plot have no number, as far as the certificate of their series tells.
import type { Lack, Series } from "./history.ts";

/**
 * What is known of a step without a number: a row came without it, it lies before the past that is stored or after what
 * was read, or there is no row, which may have been due or not.
 */
export type Blank = "untold" | "before" | "after" | "no row";

export function blankOf({ columns, rows, coverage }: Series, t: string): Blank {
  const at = columns.indexOf("t");
  if (rows.some((cells) => cells[at] === t)) return "untold";
  if (t < coverage.from) return "before";
  return t < coverage.to ? "no row" : "after";
}

type Absent = Readonly<Record<Lack, number>>;

/** Rows that are not there, all venues together; null where that is not counted. */
function absentOf({ coverage: { absent } }: Series): Absent | null {
  const { not_listed, source_error, not_yet_due, gap } = absent;
  if (typeof not_listed !== "number" || typeof source_error !== "number") return null;
  if (typeof not_yet_due !== "number" || typeof gap !== "number") return null;
  return { not_listed, source_error, not_yet_due, gap };
}

type Blanks = {
  /** Steps without a number. */
  readonly count: number;
  /** Of them those that have none although one was due: so many, or at most so many where rows are counted and not steps. */
  readonly lacking: number;
  readonly isExact: boolean;
  /** Whether nothing was due in any step without a row; else one was due in some of them, or in none. */
  readonly isNoneDue: boolean;
  /** Of them those before the past that is stored. */
  readonly before: number;
  /** Why the others lack it, a sentence each. */
  readonly notes: readonly string[];
};

const rowsOf = (count: number): string => (count === 1 ? "1 row" : `${count} rows`);
const stepsOf = (count: number): string => (count === 1 ? "1 step" : `${count} steps`);

const SAID: Readonly<Record<Lack, (count: number) => string>> = {
  source_error: (count) => `Of ${rowsOf(count)} the source failed; the status page says which.`,
  gap: (count) => `What is stored has a hole of ${rowsOf(count)}; the status page says what is late.`,
  not_yet_due: (count) => `${rowsOf(count)} may still come: the step is not over, or its source has time left.`,
  not_listed: (count) => `${rowsOf(count)} would be of venues that have not told it so far.`,
};

/** `blanks`: the steps without a number. A venue that never had a row fills no step, and leaves none blank. */
export function blanksOf(series: Series, blanks: readonly string[]): Blanks {
  const count = (kind: Blank) => blanks.filter((t) => blankOf(series, t) === kind).length;
  const [untold, before, after, none] = [count("untold"), count("before"), count("after"), count("no row")];
  const absent = absentOf(series);
  // What is not due yet is of the step that is not over, which is no step of a plot, or of one that is not late.
  const owed = absent === null ? none : absent.source_error + absent.gap;
  const idle = none - Math.min(none, owed + (absent?.not_yet_due ?? 0));
  const notes = [
    ...(untold > 0 ? [`In ${stepsOf(untold)} rows came without this number.`] : []),
    ...(after > 0 ? [`${stepsOf(after)} came after what was read of it.`] : []),
    ...(absent === null && none > 0 ? ["It is not counted what was due."] : []),
    ...(["source_error", "gap", "not_yet_due", "not_listed"] as const).flatMap((lack) => {
      const rows = absent?.[lack] ?? 0;
      return rows > 0 ? [SAID[lack](rows)] : [];
    }),
    ...(idle > 0 ? [`In ${stepsOf(idle)} at least nothing was due: it is told less often.`] : []),
  ];
  // Rows are counted over all venues, those of which none came too: each may be owed beside a row of another, in no blank step.
  const isNoneDue = owed === 0;
  const isExact = (isNoneDue || none === 0) && after === 0;
  const lacking = untold + before + after + Math.min(none, owed);
  return { count: blanks.length, lacking, isExact, isNoneDue, before, notes };
}
