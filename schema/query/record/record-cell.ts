// Queries: what the scorecards are made of, counted over outcomes as they stand, in whole numbers.
import { DEFINITION_IDS, DEFINITIONS, SCORING } from "../../record/rule.ts";
import type { WindowSums } from "../../record/statistic.ts";
import type { Query } from "../query.ts";

type RecordScope = {
  /** Epoch milliseconds; 0: from the beginning. */
  readonly since: number;
  /** A token id; empty: all together; "*": all together and each by itself. */
  readonly token: string;
};

/** A row of a scorecard: `tab` is summary, kind or severity. */
export type RecordLine = {
  /** Token id, empty for all together. */
  readonly scope: string;
  readonly tab: "summary" | "kind" | "severity";
  readonly kind: string;
  readonly subkind: string;
  readonly severity: number;
};

/**
 * Sums in ten-thousandths: returns and excess in percentage points, Brier in squares of ten-thousandths. `scored` is
 * right and wrong together, by definition. Lists of bins are of equal width, lowest first.
 */
export type RecordCellRow = RecordLine & {
  readonly horizon_h: number;
  readonly settled_all: number;
  readonly unassessed_all: number;
  readonly right: number;
  readonly wrong: number;
  readonly push: number;
  readonly not_scored: number;
  readonly unassessed: number;
  readonly independent: number;
  readonly moved: number;
  readonly return_sum: number;
  readonly return_median: number | null;
  readonly excess_n: number;
  readonly excess_sum: number;
  readonly brier_sum: number;
  readonly bin_n: readonly number[];
  readonly bin_confidence: readonly number[];
  readonly bin_right: readonly number[];
  readonly scored: readonly number[];
};
export type RecordCountRow = RecordLine & { readonly calls: number };

const LINES = `arrayConcat(
    [('summary', toString(kind), '', toUInt8(0)), ('kind', toString(kind), toString(subkind), toUInt8(0))],
    if(severity > 0, [('severity', toString(kind), '', severity)], []))`;
const SCOPES = "if({token:String} = '*', ['', toString(token)], [{token:String}])";
const WITHIN = `issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC') AND ({token:String} IN ('', '*') OR token = {token:String})`;
const LINE = "scope, line.1 AS tab, line.2 AS kind, line.3 AS subkind, line.4 AS severity";

const against = DEFINITION_IDS.filter((id) => DEFINITIONS[id].sign < 0).map((id) => `'${id}'`);
const SIGN = `if(definition IN (${against.join(", ")}), -1, 1)`;

/** Calls of a token within one of these are not independent. */
const WINDOW = "intDiv(toUnixTimestamp64Milli(issued_at), toInt64(horizon_h) * 3600000)";

export const recordCell: Query<RecordScope, RecordCellRow> = {
  name: "record-cell",
  sql: `
SELECT ${LINE}, horizon_h, count() AS settled_all, countIf(result = 'unassessed') AS unassessed_all,
  countIf(sampled AND result = 'right') AS right, countIf(sampled AND result = 'wrong') AS wrong,
  countIf(sampled AND result = 'push') AS push, countIf(sampled AND result = 'not_scored') AS not_scored,
  countIf(sampled AND result = 'unassessed') AS unassessed,
  uniqExactIf((token, window), is_scored) AS independent,
  countIf(has_moved) AS moved, sumIf(return_4, has_moved) AS return_sum,
  if(moved = 0, NULL, quantileExactInclusiveIf(0.5)(return_4, has_moved)) AS return_median,
  countIf(has_moved AND excess_pct IS NOT NULL) AS excess_n, sumIf(excess_4, has_moved AND excess_pct IS NOT NULL) AS excess_sum,
  sumIf((p_4 - y * 10000) * (p_4 - y * 10000), is_scored) AS brier_sum,
  sumForEachIf(arrayMap(k -> toInt64(bin = k), range(${SCORING.binCount})), is_scored) AS bin_n,
  sumForEachIf(arrayMap(k -> if(bin = k, p_4, 0), range(${SCORING.binCount})), is_scored) AS bin_confidence,
  sumForEachIf(arrayMap(k -> if(bin = k, y, 0), range(${SCORING.binCount})), is_scored) AS bin_right,
  [${DEFINITION_IDS.map((id) => `countIf(is_scored AND definition = '${id}')`).join(", ")}] AS scored
FROM (
  SELECT arrayJoin(${SCOPES}) AS scope, arrayJoin(${LINES}) AS line, token, horizon_h, sampled, result, definition, excess_pct,
    sampled AND result IN ('right', 'wrong') AS is_scored, sampled AND result != 'unassessed' AS has_moved,
    ${WINDOW} AS window,
    toInt64(round(ifNull(return_pct, 0) * 10000)) * ${SIGN} AS return_4, toInt64(round(ifNull(excess_pct, 0) * 10000)) * ${SIGN} AS excess_4,
    toInt64(round(p_right * 10000)) AS p_4, least(${SCORING.binCount - 1}, intDiv(p_4, ${10_000 / SCORING.binCount})) AS bin,
    toInt64(result = 'right') AS y
  FROM (SELECT * FROM outcome FINAL WHERE ${WITHIN} ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h)
)
GROUP BY scope, line, horizon_h
ORDER BY scope, line, horizon_h`,
};

/** How many calls each row is about, settled or not. */
export const recordCount: Query<RecordScope, RecordCountRow> = {
  name: "record-count",
  sql: `
SELECT ${LINE}, count() AS calls
FROM (SELECT arrayJoin(${SCOPES}) AS scope, arrayJoin(${LINES}) AS line FROM record_call FINAL WHERE ${WITHIN})
GROUP BY scope, line
ORDER BY scope, line`,
};

/** Of the market's hours, for how many each definition was right and wrong; lists are by definition. */
export type RecordBaseRow = {
  readonly horizon_h: number;
  readonly right: readonly number[];
  readonly wrong: readonly number[];
};

type Sides = readonly [right: string, wrong: string];
const MOVE = `greatest(abs(worst_pct), abs(best_pct)) >= sigma_pct`;
/** The definitions in SQL. An event has a base rate too: how often it comes. */
const CONDITIONS: Readonly<Record<keyof typeof DEFINITIONS, Sides>> = {
  up: ["return_pct >= band_pct", "return_pct <= -band_pct"],
  down: ["return_pct <= -band_pct", "return_pct >= band_pct"],
  move: [MOVE, `NOT (${MOVE})`],
  calm: ["abs(return_pct) < sigma_pct", "abs(return_pct) >= sigma_pct"],
  holds: ["return_pct > -band_pct", "return_pct <= -band_pct"],
  lags: ["return_pct < band_pct", "return_pct >= band_pct"],
  dips: [`worst_pct <= -${SCORING.dipSigmas} * sigma_pct`, `worst_pct > -${SCORING.dipSigmas} * sigma_pct`],
  runs: [`best_pct >= ${SCORING.dipSigmas} * sigma_pct`, `best_pct < ${SCORING.dipSigmas} * sigma_pct`],
};
const counted = (side: 0 | 1): string =>
  `[${DEFINITION_IDS.map((id) => `countIf(${CONDITIONS[id][side]})`).join(", ")}]`;

export const recordBase: Query<Pick<RecordScope, "since">, RecordBaseRow> = {
  name: "record-base",
  sql: `
SELECT horizon_h, ${counted(0)} AS right, ${counted(1)} AS wrong
FROM market_sample FINAL
WHERE at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
  AND return_pct IS NOT NULL AND worst_pct IS NOT NULL AND best_pct IS NOT NULL AND sigma_pct IS NOT NULL
GROUP BY horizon_h
ORDER BY horizon_h`,
};

export type RecordRiskRow = {
  readonly scope: string;
  readonly verdict: string;
  readonly horizon_h: number;
  readonly n: number;
  readonly fell: number;
};

/** How often the price fell by so many sigmas within the horizon, by verdict; standard evaluations of the sample. */
export const recordRisk: Query<RecordScope, RecordRiskRow> = {
  name: "record-risk",
  sql: `
SELECT scope, verdict, horizon_h, count() AS n, countIf(worst_pct <= -${SCORING.fallSigmas} * sigma_pct) AS fell
FROM (
  SELECT arrayJoin(${SCOPES}) AS scope, verdict, horizon_h, worst_pct, sigma_pct
  FROM (SELECT * FROM outcome FINAL WHERE ${WITHIN} ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h)
  WHERE kind = 'evaluation' AND subkind = 'standard' AND sampled AND result != 'unassessed'
)
GROUP BY scope, verdict, horizon_h
ORDER BY scope, verdict, horizon_h`,
};

/** With the sums over windows of the horizon's length. */
type RecordOddsRow = WindowSums & {
  readonly class: string;
  readonly horizon_h: number;
  readonly independent: number;
  readonly definitions: readonly number[];
};

/**
 * What came of the calls of each class, signals by their direction too; sized evaluations are of no class, for who asks
 * chooses them. A verdict means what its rules say: those of before the first call by `rules` (of evaluations) are left
 * out, once there is one.
 */
export const recordOdds: Query<{ readonly rules: string }, RecordOddsRow> = {
  name: "record-odds",
  sql: `
SELECT class, horizon_h, sum(calls) AS n, sum(hits) AS right, sum(tokens) AS independent, countIf(calls > 0) AS windows,
  sum(calls * calls) AS nn, sum(calls * hits) AS nr, sum(hits * hits) AS rr,
  sum(calls * next_calls) AS next_nn, sum(calls * next_hits + hits * next_calls) AS next_nr, sum(hits * next_hits) AS next_rr,
  sumForEach(by_definition) AS definitions
FROM (
  SELECT *, if(leadInFrame(window) OVER following = window + 1, leadInFrame(calls) OVER following, 0) AS next_calls,
    if(leadInFrame(window) OVER following = window + 1, leadInFrame(hits) OVER following, 0) AS next_hits
  FROM (
    SELECT class, horizon_h, window, countIf(is_counted) AS calls, countIf(is_counted AND came) AS hits,
      uniqExactIf(token, is_counted) AS tokens,
      [${DEFINITION_IDS.map((id) => `countIf(is_counted AND definition = '${id}')`).join(", ")}] AS by_definition
    FROM (
      SELECT multiIf(kind = 'evaluation', [concat('evaluation~', verdict)], kind = 'brief', [concat('brief~', direction, '~', toString(severity))],
          [concat('signal~', subkind, '~', toString(severity)), concat('signal~', subkind, '~', toString(severity), '~', direction)]) AS classes,
        arrayJoin(classes) AS class,
        horizon_h, definition, token, ${WINDOW} AS window, result IN ('right', 'wrong') OR result = 'not_scored' AS is_counted,
        multiIf(definition = 'dips', ${CONDITIONS.dips[0]}, definition = 'runs', ${CONDITIONS.runs[0]}, result = 'right') AS came
      FROM (
        SELECT * FROM outcome FINAL WHERE sampled AND subkind != 'sized' AND (kind != 'evaluation' OR issued_at >= (
          SELECT min(issued_at) FROM record_call WHERE kind = 'evaluation' AND rules = {rules:String}))
        ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h)
    )
    GROUP BY class, horizon_h, window
  )
  WINDOW following AS (PARTITION BY class, horizon_h ORDER BY window ROWS BETWEEN CURRENT ROW AND 1 FOLLOWING)
)
GROUP BY class, horizon_h
HAVING n > 0
ORDER BY class, horizon_h`,
};
