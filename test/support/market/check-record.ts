// Recomputes the public record with the published SQL and compares every number; prints the scorecard.
import type { Store } from "../../../schema/io/clickhouse.ts";
import type { RecordRow } from "../../../schema/object/record.ts";
import { recordBase, recordCell, recordCount, recordRisk } from "../../../schema/query/record/record-cell.ts";
import { COMPLETE_SQL, RISK_SQL, SCORECARD_SQL, SETTLE_SQL } from "../../../schema/record/published.ts";
import { HORIZON_IDS, HORIZONS } from "../../../schema/record/rule.ts";
import { type Scorecard, scorecardOf } from "../../../schema/record/scorecard.ts";

type Scope = { readonly since: number; readonly token: string };
const ask = <R>(store: Store, name: string, sql: string, params: object = {}) =>
  store.query({ name, sql }, params) as Promise<R[]>;

/** The scorecard as the service makes it. */
export async function madeScorecard(store: Store, scope: Scope): Promise<Scorecard> {
  const [cells, counts, bases, risks] = await Promise.all([
    store.query(recordCell, scope),
    store.query(recordCount, scope),
    store.query(recordBase, scope),
    store.query(recordRisk, scope),
  ]);
  return scorecardOf(scope.token, { cells, counts, bases, risks });
}

type Published = Record<string, unknown> & {
  readonly tab: string;
  readonly kind: string;
  readonly subkind: string;
  readonly severity: number;
  readonly horizon_h: number;
  readonly wilson_lo: number | null;
  readonly wilson_hi: number | null;
  readonly bins: readonly (readonly [number, number, number, number, number])[];
  readonly small_sample: number;
};

/** A row as the published SQL gives it, in the form of the wire; intervals of bins follow from their counts. */
function wireOf(row: Published): Record<string, unknown> {
  const { tab: _, horizon_h, wilson_lo, wilson_hi, bins, subkind, severity, small_sample, ...rest } = row;
  return {
    ...rest,
    subkind: subkind === "" ? null : subkind,
    severity: severity === 0 ? null : severity,
    horizon: HORIZON_IDS.find((id) => HORIZONS[id] === horizon_h),
    wilson95: wilson_lo === null ? null : [wilson_lo, wilson_hi],
    small_sample: small_sample === 1,
    bins: bins.map(([lo, hi, n, mean_confidence, hit_rate]) => ({ lo, hi, n, mean_confidence, hit_rate })),
  };
}

const inOrder = (value: Record<string, unknown>): string =>
  JSON.stringify(Object.fromEntries(Object.entries(value).sort(([a], [b]) => (a < b ? -1 : 1))));
const plain = (row: RecordRow): string =>
  inOrder({
    ...row,
    bins: row.bins.map(({ lo, hi, n, mean_confidence, hit_rate }) => ({ lo, hi, n, mean_confidence, hit_rate })),
  });

/** Rows that the published SQL and the service do not agree on; empty where every number is the same. */
export async function differingRows(store: Store, scope: Scope): Promise<string[]> {
  const card = await madeScorecard(store, scope);
  const published = await ask<Published>(store, "published-scorecard", SCORECARD_SQL, scope);
  const tabs = { summary: card.summary, kind: card.calibration.by_kind, severity: card.calibration.by_severity };
  const broken: string[] = [];
  for (const [tab, rows] of Object.entries(tabs)) {
    const theirs = published.filter((row) => row.tab === tab).map((row) => inOrder(wireOf(row)));
    const ours = rows.map(plain);
    broken.push(...ours.filter((row) => !theirs.includes(row)).map((row) => `made ${tab}: ${row}`));
    broken.push(...theirs.filter((row) => !ours.includes(row)).map((row) => `published ${tab}: ${row}`));
  }
  const risks = await ask<{ verdict: string; horizon_h: number; n: number; fell: number }>(
    store,
    "published-risk",
    RISK_SQL,
    scope,
  );
  for (const row of card.risk.rows) {
    const found = risks.find((one) => one.verdict === row.verdict && one.horizon_h === HORIZONS[row.horizon]);
    if ((found?.n ?? 0) !== row.n || (found?.fell ?? 0) !== row.fell) broken.push(`risk: ${JSON.stringify(row)}`);
  }
  return broken;
}

export const completeness = async (store: Store): Promise<{ issued: number; recorded: number }> =>
  (await ask<{ issued: number; recorded: number }>(store, "published-complete", COMPLETE_SQL))[0] ?? {
    issued: -1,
    recorded: -2,
  };

type Settled = Record<string, unknown> & { readonly kind: string; readonly id: string; readonly horizon_h: number };
const MEASURED = "return_pct, worst_pct, best_pct, excess_pct, sigma_pct, band_pct, result";

/** Outcomes that minute candles do not give again by the published SQL; looks at every `step`th call. */
export async function differingOutcomes(
  store: Store,
  step: number,
): Promise<{ readonly compared: number; readonly broken: string[] }> {
  const calls = await ask<{ kind: string; ids: string[] }>(
    store,
    "test",
    `SELECT kind, groupArray(id) AS ids FROM (SELECT kind, id, row_number() OVER (ORDER BY issued_at, kind, id) AS n FROM record_call FINAL)
     WHERE n % ${step} = 1 % ${step} GROUP BY kind, intDiv(n, ${step} * 8) ORDER BY kind`,
  );
  const broken: string[] = [];
  let compared = 0;
  for (const { kind, ids } of calls) {
    const again = await ask<Settled>(store, "published-settle", SETTLE_SQL, { kind, ids });
    const stored = await ask<Settled>(
      store,
      "test",
      `SELECT kind, id, horizon_h, ${MEASURED} FROM outcome FINAL WHERE kind = {kind:String} AND id IN {ids:Array(String)}
       ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h`,
      { kind, ids },
    );
    const known = new Map(again.map((row) => [`${row.id} ${row.horizon_h}`, inOrder(row)]));
    for (const row of stored) {
      compared += 1;
      const found = known.get(`${row.id} ${row.horizon_h}`);
      if (found !== inOrder(row)) broken.push(`${inOrder(row)} is by the published SQL ${found}`);
    }
  }
  return { compared, broken };
}

const cell = (value: unknown): string =>
  (value === null
    ? "-"
    : typeof value === "number" && !Number.isInteger(value)
      ? value.toFixed(4)
      : String(value)
  ).padStart(9);
const COLUMNS = [
  "n",
  "right",
  "wrong",
  "push",
  "n_independent",
  "hit_rate",
  "base_rate",
  "lift",
  "brier",
  "brier_skill",
  "ece",
  "q_value",
] as const;

/** The scorecard as lines of a table. */
export function scorecardLines(card: Scorecard): string[] {
  const name = (row: RecordRow) =>
    [row.kind, row.subkind, row.severity && `severity ${row.severity}`].filter(Boolean).join("/");
  const table = (title: string, rows: readonly RecordRow[]) => [
    `${title.padEnd(32)}${COLUMNS.map((column) => column.slice(0, 9).padStart(9)).join(" ")}`,
    ...rows
      .filter((row) => row.n > 0)
      .map(
        (row) => `${`${name(row)} ${row.horizon}`.padEnd(32)}${COLUMNS.map((column) => cell(row[column])).join(" ")}`,
      ),
  ];
  return [
    `issued ${card.totals.issued}, outcomes settled ${card.totals.scored}, pending ${card.totals.pending}, unassessed ${card.totals.unassessed}`,
    ...table("by kind", card.calibration.by_kind),
    ...table("by severity", card.calibration.by_severity),
    "risk: share of calls whose price fell two sigmas within the horizon",
    ...card.risk.rows.map(
      (row) =>
        `${`${row.verdict} ${row.horizon}`.padEnd(32)}${cell(row.n)} ${cell(row.fall_rate)} ${row.wilson95?.map((one) => one.toFixed(4)).join("–") ?? "-"}`,
    ),
    ...card.risk.order.map(
      ({ horizon, holds }) =>
        `proceed < caution < avoid at ${horizon}: ${holds === true ? "holds" : holds === false ? "DOES NOT HOLD" : holds}`,
    ),
  ];
}
