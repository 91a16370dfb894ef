// Admission: a received row must satisfy what the drawer of its dataset says before it becomes a fact; refused rows keep
// the name of the rule.
import { aligned, jumps, type Known, n, type Rule, timeOf } from "../../schema/dataset/admit.ts";
import { type Dataset, receivedOf } from "../../schema/dataset/dataset.ts";
import { TABLES, type TableName } from "../../schema/dataset/index.ts";
import { isTime } from "../source/body.ts";
import type { SourceRow, Window } from "../source/source-base.ts";

export type AdmitContext = Known & {
  readonly table: TableName;
  /** Rows of history, by the rules for it where the dataset has some. */
  readonly isPast?: boolean;
  /** Rows of a grid: rows outside of the window were not asked for and are left out without a word. */
  readonly grid: { readonly intervalS: number; readonly window: Window } | null;
  /** The market that was asked for, by token, where the source asks by market. */
  readonly asked?: ReadonlyMap<string, string>;
};

export type Refused = { readonly row: SourceRow; readonly reason: string };
type Admitted = { readonly kept: SourceRow[]; readonly refused: Refused[] };

type Row = Readonly<Record<string, unknown>>;
type Rules = { readonly now: readonly Rule[]; readonly past: readonly Rule[] };

const MIDDLE_ROWS_MIN = 5;

/** Every number of a row is one, worked out once by its columns. */
function finite(dataset: Dataset): Rule {
  const named = (...kinds: string[]) =>
    receivedOf(dataset).flatMap(([name, { kind }]) => (kinds.includes(kind) ? [name] : []));
  const [plain, lists] = [named("number", "time"), named("numbers")];
  const nullable = named("numberOrNull");
  return [
    "not_finite",
    (row) => {
      for (const name of plain) if (!Number.isFinite(row[name])) return false;
      for (const name of nullable) if (row[name] !== null && !Number.isFinite(row[name])) return false;
      return lists.every((name) => (row[name] as readonly number[]).every(Number.isFinite));
    },
  ];
}

const basicsOf = (drawer: Dataset): Rule[] => [finite(drawer), ...timeOf(drawer.keep.at)];

const RULES = new Map(
  Object.values<Dataset>(TABLES).flatMap((drawer): [string, Rules][] => {
    const { name, admit, admitPast } = drawer;
    if (admit === undefined) return [];
    const now = [...basicsOf(drawer), ...admit];
    return [[name, { now, past: admitPast ? [...basicsOf(drawer), ...admitPast] : now }]];
  }),
);

const OPTIONAL_TIMES = new Map(
  Object.values<Dataset>(TABLES).map(({ name, columns }) => [
    name,
    Object.entries(columns).flatMap(([column, { kind }]) => (kind === "timeOrNull" ? [column] : [])),
  ]),
);

/**
 * A time that may be missing and is none costs itself alone, since what is read of it becomes a date: zero is how vendors
 * write that there is none, anything else is told.
 */
function withoutOddTimes(row: SourceRow, table: TableName, refused: Refused[]): SourceRow {
  const odd = (OPTIONAL_TIMES.get(table) ?? []).filter((name) => row[name] !== null && !isTime(row[name]));
  if (odd.length === 0) return row;
  if (odd.some((name) => row[name] !== 0)) refused.push({ row, reason: "time_implausible" });
  return { ...row, ...Object.fromEntries(odd.map((name) => [name, null])) };
}

/** What tells of a candle on its own which place on the grid it has. */
const PLACED: readonly Rule[] = [...basicsOf(TABLES.candle), aligned("open_at", "interval_s")];

/** Said by the body: the market of another instrument is nobody's fact. */
const isOther = (row: SourceRow, { asked }: AdmitContext): boolean =>
  row.other !== undefined || (asked !== undefined && row.symbol !== asked.get(row.token));

const firstBroken = (rules: readonly Rule[], row: Row, context: AdmitContext): string | null => {
  for (const [reason, holds] of rules) if (!holds(row, context)) return reason;
  return null;
};

/** The middle close of a page: what its first row is judged against where no price is known. */
function middleClose(rows: readonly SourceRow[]): number | undefined {
  const closes = rows.map((row) => n(row, "close")).filter((close) => Number.isFinite(close) && close > 0);
  return closes.length < MIDDLE_ROWS_MIN ? undefined : closes.sort((a, b) => a - b)[closes.length >> 1];
}

/** Candles of one series, oldest first: beside the single rows their order and their steps count. */
function admitCandles(rows: readonly SourceRow[], context: AdmitContext, kept: SourceRow[], refused: Refused[]): void {
  const { grid } = context;
  let lastAt = Number.NEGATIVE_INFINITY;
  let lastClose: number | undefined;
  const [head] = rows;
  const first = (head && context.reference(head.token)) ?? middleClose(rows);
  for (const row of rows) {
    let reason = firstBroken(PLACED, row, context);
    const at = n(row, "open_at");
    if (reason === null && grid && (at < grid.window.from || at >= grid.window.to)) continue;
    reason ??=
      at === lastAt ? "duplicate" : at < lastAt ? "not_rising" : firstBroken(TABLES.candle.admit, row, context);
    if (reason === null) {
      const known = lastClose ?? first;
      if (jumps(n(row, "close"), known) || jumps(n(row, "high"), known) || jumps(n(row, "low"), known)) {
        reason = "price_jump";
      }
    }
    if (reason !== null) {
      refused.push({ row, reason });
      continue;
    }
    lastAt = at;
    lastClose = n(row, "close");
    kept.push(row);
  }
}

/** Splits rows into facts and refusals; a row that is kept without a member stands in both. Pure; the order is kept. */
export function admit(given: readonly SourceRow[], context: AdmitContext): Admitted {
  const kept: SourceRow[] = [];
  const refused: Refused[] = given
    .filter((row) => isOther(row, context))
    .map((row) => ({ row, reason: "other_instrument" }));
  const rows = refused.length === 0 ? given : given.filter((row) => !isOther(row, context));
  if (context.table === "candle") admitCandles(rows, context, kept, refused);
  else {
    const rules = RULES.get(context.table)?.[context.isPast ? "past" : "now"];
    if (rules === undefined) throw new Error(`no row of ${context.table} is received`);
    for (const row of rows) {
      const reason = firstBroken(rules, row, context);
      if (reason === null) kept.push(withoutOddTimes(row, context.table, refused));
      else refused.push({ row, reason });
    }
  }
  return { kept, refused };
}
