// Why steps of a plot have no number, as far as the certificate of their series tells.
import type { Lack, Series } from "./history.ts";

/**
 * What is known of a step without a number: a row came without it, it lies before the past that is stored, or there is
 * no row, which may have been due or not.
 */
export type Blank = "untold" | "before" | "no row";

export function blankOf({ columns, rows, coverage }: Series, t: string): Blank {
  const at = columns.indexOf("t");
  if (rows.some((cells) => cells[at] === t)) return "untold";
  return t < coverage.from ? "before" : "no row";
}

type Absent = Readonly<Record<Lack, number>>;

/** Rows that are not there, all venues together; null where that is not counted. */
function absentOf({ coverage: { absent } }: Series): Absent | null {
  const { not_listed, source_error, not_yet_due, gap } = absent;
  if (typeof not_listed !== "number" || typeof source_error !== "number") return null;
  if (typeof not_yet_due !== "number" || typeof gap !== "number") return null;
  return { not_listed, source_error, not_yet_due, gap };
}

export type Blanks = {
  /** Steps without a number. */
  readonly count: number;
  /** Of them those that have none although one was due: so many, or at most so many where rows are counted and not steps. */
  readonly lacking: number;
  readonly isExact: boolean;
  /** Whether the row of a step without one was due; null where that may be so or not. */
  readonly isDue: boolean | null;
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
  const [untold, before, none] = [count("untold"), count("before"), count("no row")];
  const absent = absentOf(series);
  const owed = absent === null ? none : absent.source_error + absent.gap + absent.not_yet_due;
  const lacking = Math.min(none, owed);
  const notes = [
    ...(untold > 0 ? [`In ${stepsOf(untold)} rows came without this number.`] : []),
    ...(absent === null && none > 0 ? ["It is not counted what was due."] : []),
    ...(["source_error", "gap", "not_yet_due", "not_listed"] as const).flatMap((lack) => {
      const rows = absent?.[lack] ?? 0;
      return rows > 0 ? [SAID[lack](rows)] : [];
    }),
    ...(none > lacking ? [`In ${stepsOf(none - lacking)} at least nothing was due: it is told less often.`] : []),
  ];
  // Rows are counted over all venues, which their second cell names: of several, one may lack a row beside another that has it.
  const venues = new Set(series.rows.map((cells) => cells[1])).size;
  const isExact = owed === 0 || none === 0 || (absent !== null && venues <= 1);
  const isDue = owed >= none && none > 0 ? true : owed === 0 ? false : null;
  return { count: blanks.length, lacking: untold + before + lacking, isExact, isDue, before, notes };
}
