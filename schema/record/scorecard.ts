// Makes scorecards of counts: rates with intervals, lift over the base rate, Brier skill, reliability, q-values.

import type { RecordData, RecordRow, RiskRow } from "../object/record.ts";
import type {
  RecordBaseRow,
  RecordCellRow,
  RecordCountRow,
  RecordLine,
  RecordRiskRow,
} from "../query/record/record-cell.ts";
import { roundTo } from "../round.ts";
import { CALL_KINDS, type CallKind, DEFINITION_IDS, HORIZON_IDS, HORIZONS, type HorizonId, SCORING } from "./rule.ts";
import { brierSkill, calibrationError, mergeBins, qValues, shareTest, wilson95 } from "./statistic.ts";

const ratio = (value: number): number => roundTo(value, 6);
const ratioOrNull = (value: number | null): number | null => (value === null ? null : ratio(value));
const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);
const interval = (right: number, n: number): [number, number] | null => {
  const found = wilson95(right, n);
  return found && [ratio(found[0]), ratio(found[1])];
};

type Bases = ReadonlyMap<number, RecordBaseRow>;

/** The share of the market's hours for which calls of such definitions would have been right, by how many there were. */
export function baseOf(bases: Bases, horizonH: number, counts: readonly number[]): number | null {
  const base = bases.get(horizonH);
  let [weighted, all] = [0, 0];
  for (const [at, count] of counts.entries()) {
    if (count === 0) continue;
    const [right, wrong] = [base?.right[at] ?? 0, base?.wrong[at] ?? 0];
    if (right + wrong === 0) return null;
    weighted += (count * right) / (right + wrong);
    all += count;
  }
  return all === 0 ? null : weighted / all;
}

type Unranked = Omit<RecordRow, "q_value"> & { readonly p: number | null };

const EMPTY_BINS = Array.from({ length: SCORING.binCount }, () => 0);
const NO_CELL = {
  ...{ settled_all: 0, unassessed_all: 0, right: 0, wrong: 0, push: 0, not_scored: 0, unassessed: 0, independent: 0 },
  ...{ moved: 0, return_sum: 0, return_median: null, excess_n: 0, excess_sum: 0, brier_sum: 0 },
  ...{ bin_n: EMPTY_BINS, bin_confidence: EMPTY_BINS, bin_right: EMPTY_BINS, scored: DEFINITION_IDS.map(() => 0) },
};
type Cell = Omit<RecordCellRow, keyof RecordLine | "horizon_h">;

function reliability(cell: Cell): Pick<RecordRow, "bins" | "ece"> {
  const counts = cell.bin_n.map((n, at) => ({
    n,
    confidence: cell.bin_confidence[at] ?? 0,
    right: cell.bin_right[at] ?? 0,
  }));
  const bins = cell.right + cell.wrong === 0 ? [] : mergeBins(counts, SCORING.binCallsMin);
  return {
    ece: ratioOrNull(calibrationError(bins)),
    bins: bins.map(({ lo, hi, n, confidence, right }) => ({
      lo: ratio(lo),
      hi: ratio(hi),
      n,
      mean_confidence: ratio(confidence / n / 10_000),
      hit_rate: ratio(right / n),
      wilson95: interval(right, n) ?? [0, 1],
    })),
  };
}

function rowOf(line: RecordLine, calls: number, id: HorizonId, cell: Cell, bases: Bases): Unranked {
  const { right, wrong, push, not_scored, moved } = cell;
  const scored = right + wrong;
  const hit = share(right, scored);
  const base = baseOf(bases, HORIZONS[id], cell.scored);
  const brier = scored === 0 ? null : cell.brier_sum / scored / 1e8;
  const points = (sum: number, n: number) => (n === 0 ? null : roundTo(sum / n / 10_000, 4));
  return {
    kind: line.kind as CallKind,
    subkind: line.subkind === "" ? null : line.subkind,
    severity: line.severity === 0 ? null : line.severity,
    horizon: id,
    n: scored + push + not_scored,
    right,
    wrong,
    push,
    not_scored,
    pending: calls - cell.settled_all,
    unassessed: cell.unassessed,
    n_independent: cell.independent,
    hit_rate: ratioOrNull(hit),
    wilson95: hit === null ? null : interval(hit * cell.independent, cell.independent),
    base_rate: ratioOrNull(base),
    lift: hit === null || base === null ? null : ratio(hit - base),
    mean_return_pct: points(cell.return_sum, moved),
    median_return_pct: cell.return_median === null ? null : roundTo(cell.return_median / 10_000, 4),
    mean_excess_pct: points(cell.excess_sum, cell.excess_n),
    brier: ratioOrNull(brier),
    brier_reference: base === null ? null : ratio(base * (1 - base)),
    brier_skill: brier === null || base === null ? null : ratioOrNull(brierSkill(brier, base)),
    ...reliability(cell),
    small_sample: cell.independent < SCORING.smallBelow,
    p: hit === null || base === null ? null : shareTest(hit, base, cell.independent),
  };
}

/** Benjamini–Hochberg over one table. */
function ranked(rows: readonly Unranked[]): RecordRow[] {
  const tested = rows.filter(({ p }) => p !== null);
  const found = qValues(tested.map(({ p }) => p ?? 1));
  const q = new Map(tested.map((row, at) => [row, found[at] ?? 1]));
  return rows.map((row) => {
    const { p: _, ...rest } = row;
    return { ...rest, q_value: ratioOrNull(q.get(row) ?? null) };
  });
}

const keyOf = ({ scope, tab, kind, subkind, severity }: RecordLine): string =>
  JSON.stringify([scope, tab, kind, subkind, severity]);

const VERDICT_ORDER = ["proceed", "caution", "avoid"] as const;

function riskOf(rows: readonly RecordRiskRow[]): RecordData["risk"] {
  const found: RiskRow[] = VERDICT_ORDER.flatMap((verdict) =>
    HORIZON_IDS.map((horizon) => {
      const row = rows.find((one) => one.verdict === verdict && one.horizon_h === HORIZONS[horizon]);
      const [n, fell] = [row?.n ?? 0, row?.fell ?? 0];
      return { verdict, horizon, n, fell, fall_rate: ratioOrNull(share(fell, n)), wilson95: interval(fell, n) };
    }),
  );
  const order = HORIZON_IDS.map((horizon) => {
    const shares = VERDICT_ORDER.map(
      (verdict) => found.find((one) => one.verdict === verdict && one.horizon === horizon)?.fall_rate ?? null,
    );
    const [proceed, caution, avoid] = shares;
    if (proceed == null || caution == null || avoid == null) return { horizon, holds: "unassessed" as const };
    return { horizon, holds: proceed < caution && caution < avoid };
  });
  return { rows: found, order };
}

export type Counts = {
  readonly cells: readonly RecordCellRow[];
  readonly counts: readonly RecordCountRow[];
  readonly bases: readonly RecordBaseRow[];
  readonly risks: readonly RecordRiskRow[];
};

export type Scorecard = Pick<RecordData, "totals" | "summary" | "calibration" | "risk">;

function totalsOf(
  lines: readonly RecordCountRow[],
  cellOf: (line: RecordLine, id: HorizonId) => Cell,
): RecordData["totals"] {
  const by = CALL_KINDS.map((kind) => {
    const line = lines.find((one) => one.tab === "summary" && one.kind === kind);
    const cells = line ? HORIZON_IDS.map((id) => cellOf(line, id)) : [];
    const issued = line?.calls ?? 0;
    const settled = cells.reduce((sum, cell) => sum + cell.settled_all, 0);
    const unassessed = cells.reduce((sum, cell) => sum + cell.unassessed_all, 0);
    const pending = issued * HORIZON_IDS.length - settled;
    return { kind, issued, scored: settled - unassessed, pending, unassessed };
  });
  const sum = (name: "issued" | "scored" | "pending" | "unassessed") => by.reduce((all, one) => all + one[name], 0);
  return {
    ...{ issued: sum("issued"), scored: sum("scored"), pending: sum("pending"), unassessed: sum("unassessed") },
    by_kind: Object.fromEntries(by.map(({ kind, ...rest }) => [kind, rest])) as RecordData["totals"]["by_kind"],
  };
}

/** The scorecard of a scope: a token id, or empty for all together. */
export function scorecardOf(scope: string, { cells, counts, bases, risks }: Counts): Scorecard {
  const known = new Map(
    cells.filter((cell) => cell.scope === scope).map((cell) => [`${keyOf(cell)} ${cell.horizon_h}`, cell]),
  );
  const cellOf = (line: RecordLine, id: HorizonId): Cell => known.get(`${keyOf(line)} ${HORIZONS[id]}`) ?? NO_CELL;
  const base = new Map(bases.map((row) => [row.horizon_h, row]));
  const lines = counts.filter((line) => line.scope === scope);
  const table = (tab: RecordLine["tab"]) =>
    ranked(
      lines
        .filter((line) => line.tab === tab)
        .flatMap((line) => HORIZON_IDS.map((id) => rowOf(line, line.calls, id, cellOf(line, id), base))),
    );
  return {
    totals: totalsOf(lines, cellOf),
    summary: table("summary"),
    calibration: { by_kind: table("kind"), by_severity: table("severity") },
    risk: riskOf(risks.filter((row) => row.scope === scope)),
  };
}
