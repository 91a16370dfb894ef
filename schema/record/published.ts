// The published method: how every number of the record follows from stored rows, as SQL that anyone may run over them.
import { MINUTE_MS } from "../duration.ts";
import { DEFINITION_IDS, DEFINITIONS, SCORING } from "./rule.ts";

const { binCallsMin, binCount, bandMinPct, bandSigmas, dipSigmas, fallSigmas, moveSigmas } = SCORING;
const TOLERANCE = `INTERVAL ${SCORING.toleranceMs / MINUTE_MS} MINUTE`;
const SINCE = "fromUnixTimestamp64Milli({since:Int64}, 'UTC')";
const SETTLED = `
    SELECT * FROM analyst.outcome
    WHERE issued_at >= ${SINCE} AND ({token:String} = '' OR token = {token:String})
    ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h`;
const LINE = `arrayJoin(arrayConcat([('summary', toString(kind), '', 0), ('kind', toString(kind), toString(subkind), 0)],
      if(severity > 0, [('severity', toString(kind), '', toInt32(severity))], []))) AS line`;
const against = DEFINITION_IDS.filter((id) => DEFINITIONS[id].sign < 0).map((id) => `'${id}'`);
const BIN = "Tuple(Float64, Float64, Int64, Int64, Int64)";

/**
 * Every row of the scorecard of a token (empty: all) since an instant (epoch ms). Shares are of the fixed sample;
 * sums are taken in ten-thousandths, so that no order of adding changes them.
 */
export const SCORECARD_SQL = `
WITH
  settled AS (${SETTLED}
  ),
  -- What the same definitions would have met at every full hour of every tracked token.
  base AS (
    SELECT horizon_h, definition, countIf(is_right) / (countIf(is_right) + countIf(is_wrong)) AS rate
    FROM (
      SELECT horizon_h, arrayJoin(['up', 'down', 'move', 'calm', 'holds', 'lags']) AS definition,
        multiIf(definition = 'up', return_pct >= band_pct, definition = 'down', return_pct <= -band_pct,
          definition = 'move', greatest(abs(worst_pct), abs(best_pct)) >= ${moveSigmas} * sigma_pct,
          definition = 'calm', abs(return_pct) < ${moveSigmas} * sigma_pct,
          definition = 'holds', return_pct > -band_pct, return_pct < band_pct) AS is_right,
        multiIf(definition = 'up', return_pct <= -band_pct, definition = 'down', return_pct >= band_pct, NOT is_right) AS is_wrong
      FROM analyst.market_sample
      WHERE at >= ${SINCE} AND NOT isNull(return_pct + worst_pct + best_pct + sigma_pct)
    )
    GROUP BY horizon_h, definition
  ),
  counted AS (
    SELECT line, horizon_h, count() AS outcomes,
      countIf(sampled AND result = 'right') AS right, countIf(sampled AND result = 'wrong') AS wrong,
      countIf(sampled AND result = 'push') AS push, countIf(sampled AND result = 'not_scored') AS not_scored,
      countIf(sampled AND result = 'unassessed') AS unassessed,
      uniqExactIf((token, toUInt64(toUnixTimestamp(issued_at) / (3600 * horizon_h))), scored) AS n_independent,
      avgIf(rate, scored) AS base_rate_x,
      sumIf(adjusted, moved) / countIf(moved) / 10000 AS mean_return_x, quantileExactInclusiveIf(0.5)(adjusted, moved) / 10000 AS median_return_x,
      sumIf(adjusted_excess, moved AND excess_pct IS NOT NULL) / countIf(moved AND excess_pct IS NOT NULL) / 10000 AS mean_excess_x,
      sumIf((p4 - 10000 * (result = 'right')) * (p4 - 10000 * (result = 'right')), scored) / countIf(scored) / 1e8 AS brier_x,
      groupArrayIf((p4, toInt64(result = 'right')), scored) AS forecasts
    FROM (
      SELECT *, ${LINE}, sampled AND result IN ('right', 'wrong') AS scored, sampled AND result != 'unassessed' AS moved,
        toInt64(round(p_right * 10000)) AS p4, if(definition IN (${against.join(", ")}), -1, 1) AS sign,
        sign * toInt64(round(ifNull(return_pct, 0) * 10000)) AS adjusted, sign * toInt64(round(ifNull(excess_pct, 0) * 10000)) AS adjusted_excess
      FROM settled
    ) AS s
    LEFT JOIN base AS b ON b.horizon_h = s.horizon_h AND b.definition = s.definition
    GROUP BY line, horizon_h
  ),
  binned AS (
    SELECT *, right + wrong AS scored, right / scored AS hit,
      arrayMap(k -> (k / ${binCount}, (k + 1) / ${binCount},
        toInt64(arrayCount(f -> least(intDiv(f.1, ${10_000 / binCount}), ${binCount - 1}) = k, forecasts)),
        toInt64(arraySum(f -> if(least(intDiv(f.1, ${10_000 / binCount}), ${binCount - 1}) = k, f.1, 0), forecasts)),
        toInt64(arraySum(f -> if(least(intDiv(f.1, ${10_000 / binCount}), ${binCount - 1}) = k, f.2, 0), forecasts))), range(${binCount})) AS equal,
      -- From the left until each holds ${binCallsMin}; what is left over joins the last one.
      arrayFold((acc, x) -> if(length(acc) > 0 AND acc[-1].3 < ${binCallsMin},
          arrayPushBack(arrayPopBack(acc), CAST((acc[-1].1, x.2, acc[-1].3 + x.3, acc[-1].4 + x.4, acc[-1].5 + x.5), '${BIN}')),
          arrayPushBack(acc, CAST(x, '${BIN}'))), equal, CAST([], 'Array(${BIN})')) AS grown,
      if(length(grown) > 1 AND grown[-1].3 < ${binCallsMin},
        arrayPushBack(arrayPopBack(arrayPopBack(grown)), CAST((grown[-2].1, grown[-1].2, grown[-2].3 + grown[-1].3, grown[-2].4 + grown[-1].4, grown[-2].5 + grown[-1].5), '${BIN}')),
        grown) AS bins_x,
      hit * n_independent AS k, n_independent AS m, 1.959964 * 1.959964 AS zz,
      if(m > 0 AND base_rate_x > 0 AND base_rate_x < 1, erfc(abs(hit - base_rate_x) / sqrt(base_rate_x * (1 - base_rate_x) / m) / sqrt(2)), NULL) AS p_value
    FROM counted
  ),
  issued_lines AS (
    SELECT line, toUInt16(arrayJoin([1, 24, 168])) AS horizon_h, count() AS calls
    FROM (SELECT ${LINE} FROM analyst.record_call WHERE issued_at >= ${SINCE} AND ({token:String} = '' OR token = {token:String}))
    GROUP BY line, horizon_h
  )
SELECT i.line.1 AS tab, i.line.2 AS kind, i.line.3 AS subkind, i.line.4 AS severity, i.horizon_h AS horizon_h,
  b.scored + b.push + b.not_scored AS n, b.right AS right, b.wrong AS wrong, b.push AS push, b.not_scored AS not_scored,
  i.calls - b.outcomes AS pending, b.unassessed AS unassessed, b.n_independent AS n_independent,
  if(b.scored > 0, round(b.hit, 6), NULL) AS hit_rate,
  if(b.m > 0, round(greatest(0, ((b.k / b.m + b.zz / (2 * b.m)) - 1.959964 * sqrt(b.k / b.m * (1 - b.k / b.m) / b.m + b.zz / (4 * b.m * b.m))) / (1 + b.zz / b.m)), 6), NULL) AS wilson_lo,
  if(b.m > 0, round(least(1, ((b.k / b.m + b.zz / (2 * b.m)) + 1.959964 * sqrt(b.k / b.m * (1 - b.k / b.m) / b.m + b.zz / (4 * b.m * b.m))) / (1 + b.zz / b.m)), 6), NULL) AS wilson_hi,
  if(b.scored > 0, round(b.base_rate_x, 6), NULL) AS base_rate, if(b.scored > 0, round(b.hit - b.base_rate_x, 6), NULL) AS lift,
  if(n > 0, round(b.mean_return_x, 4), NULL) AS mean_return_pct, if(n > 0, round(b.median_return_x, 4), NULL) AS median_return_pct,
  if(isFinite(b.mean_excess_x), round(b.mean_excess_x, 4), NULL) AS mean_excess_pct,
  if(b.scored > 0, round(b.brier_x, 6), NULL) AS brier,
  if(b.scored > 0, round(b.base_rate_x * (1 - b.base_rate_x), 6), NULL) AS brier_reference,
  if(b.scored > 0 AND b.base_rate_x > 0 AND b.base_rate_x < 1, round(1 - b.brier_x / (b.base_rate_x * (1 - b.base_rate_x)), 6), NULL) AS brier_skill,
  if(b.scored > 0, round(arraySum(x -> abs(x.4 / 10000 - x.5), b.bins_x) / b.scored, 6), NULL) AS ece,
  if(b.scored > 0, arrayMap(x -> (round(x.1, 6), round(x.2, 6), x.3, round(x.4 / x.3 / 10000, 6), round(x.5 / x.3, 6)), b.bins_x), []) AS bins,
  b.n_independent < ${SCORING.smallBelow} AS small_sample,
  -- Benjamini–Hochberg over the rows of a table that could be tested.
  if(b.p_value IS NULL, NULL, round(least(1, min(b.p_value * tested / rank) OVER (PARTITION BY tab ORDER BY ifNull(b.p_value, 2) DESC RANGE BETWEEN UNBOUNDED PRECEDING AND CURRENT ROW)), 6)) AS q_value
FROM issued_lines AS i
LEFT JOIN (
  SELECT *, count(p_value) OVER (PARTITION BY line.1) AS tested, row_number() OVER (PARTITION BY line.1 ORDER BY ifNull(p_value, 2)) AS rank
  FROM binned
) AS b ON b.line = i.line AND b.horizon_h = i.horizon_h
ORDER BY tab, kind, subkind, severity, horizon_h`;

/** The risk table: how often a close fell ${fallSigmas} sigmas below the entry, by verdict. */
export const RISK_SQL = `
SELECT verdict, horizon_h, count() AS n, countIf(worst_pct <= -${fallSigmas} * sigma_pct) AS fell
FROM (${SETTLED}
)
WHERE kind = 'evaluation' AND subkind = 'standard' AND sampled = 1 AND result != 'unassessed'
GROUP BY verdict, horizon_h
ORDER BY verdict, horizon_h`;

/** Calls that were issued beside calls the record has: the two must be equal. */
export const COMPLETE_SQL = `
SELECT
  (SELECT count() FROM analyst.issued_call) AS issued,
  (SELECT count() FROM analyst.record_call) AS recorded`;

/** Outcomes of calls, from minute candles alone; for the calls of a kind whose ids are given. */
export const SETTLE_SQL = `
WITH
  calls AS (
    SELECT c.kind AS kind, c.id AS id, c.token AS token, c.issued_at AS issued_at, c.definition AS definition, horizon.1 AS horizon_h,
      c.issued_at + toIntervalHour(horizon.1) AS due_at, horizon.2 AS sigma_as_issued
    FROM (
      SELECT *, arrayJoin([(toUInt16(1), sigma_1h_pct), (toUInt16(24), sigma_24h_pct), (toUInt16(168), sigma_7d_pct)]) AS horizon
      FROM analyst.record_call WHERE kind = {kind:String} AND id IN {ids:Array(String)}
    ) AS c
  ),
  minutes AS (
    SELECT token, open_at + INTERVAL 1 MINUTE AS at, quantileExactInclusive(0.5)(close) AS price
    FROM analyst.venue_candle
    WHERE market = 'spot' AND interval_s = 60
      AND open_at >= (SELECT min(issued_at) FROM calls) - INTERVAL 1 MINUTE AND open_at <= (SELECT max(due_at) FROM calls) + ${TOLERANCE}
    GROUP BY token, at
  ),
  measured AS (
    SELECT c.kind AS kind, c.id AS id, c.horizon_h AS horizon_h, c.token AS call_token, m.token AS token,
      argMinIf(m.price, m.at, m.at > c.issued_at AND m.at <= c.issued_at + ${TOLERANCE}) AS price_0,
      argMinIf(m.price, m.at, m.at >= c.due_at AND m.at <= c.due_at + ${TOLERANCE}) AS price_h,
      if(price_0 > 0 AND price_h > 0, round((price_h / price_0 - 1) * 100, 4), NULL) AS return_pct,
      if(price_0 > 0, round((minIf(m.price, m.at <= c.due_at) / price_0 - 1) * 100, 4), NULL) AS worst_pct,
      if(price_0 > 0, round((maxIf(m.price, m.at <= c.due_at) / price_0 - 1) * 100, 4), NULL) AS best_pct
    FROM calls AS c CROSS JOIN minutes AS m
    WHERE m.at > c.issued_at AND m.at <= c.due_at + ${TOLERANCE}
    GROUP BY kind, id, horizon_h, call_token, token
  )
SELECT c.kind AS kind, c.id AS id, c.horizon_h AS horizon_h, o.return_pct AS return_pct, o.worst_pct AS worst_pct, o.best_pct AS best_pct,
  round(round(o.return_pct * 10000) - o.market) / 10000 AS excess_pct,
  ifNull(c.sigma_as_issued, multiIf(c.horizon_h = 1, h.sigma_1h_pct, c.horizon_h = 24, h.sigma_24h_pct, h.sigma_7d_pct)) AS sigma_pct,
  round(greatest(${bandMinPct}, ${bandSigmas} * sigma_pct), 4) AS band_pct,
  multiIf(isNull(return_pct + worst_pct + best_pct + sigma_pct), 'unassessed',
    c.definition IN ('dips', 'runs'), 'not_scored',
    c.definition = 'up', multiIf(return_pct >= band_pct, 'right', return_pct <= -band_pct, 'wrong', 'push'),
    c.definition = 'down', multiIf(return_pct <= -band_pct, 'right', return_pct >= band_pct, 'wrong', 'push'),
    c.definition = 'move', if(greatest(abs(worst_pct), abs(best_pct)) >= ${moveSigmas} * sigma_pct, 'right', 'wrong'),
    c.definition = 'calm', if(abs(return_pct) < ${moveSigmas} * sigma_pct, 'right', 'wrong'),
    c.definition = 'holds', if(return_pct > -band_pct, 'right', 'wrong'), if(return_pct < band_pct, 'right', 'wrong')) AS result
FROM calls AS c
LEFT JOIN (
  SELECT kind, id, horizon_h, anyIf(m.return_pct, token = call_token) AS return_pct, anyIf(m.worst_pct, token = call_token) AS worst_pct,
    anyIf(m.best_pct, token = call_token) AS best_pct, quantileExactInclusive(0.5)(toInt64(round(m.return_pct * 10000))) AS market
  FROM measured AS m GROUP BY kind, id, horizon_h
) AS o ON o.kind = c.kind AND o.id = c.id AND o.horizon_h = c.horizon_h
LEFT JOIN (SELECT * FROM analyst.market_hour) AS h ON h.token = c.token AND h.at = toDateTime64(toStartOfHour(c.issued_at), 3, 'UTC')
ORDER BY kind, id, horizon_h`;

const rules = DEFINITION_IDS.map(
  (id) => `--   ${id}: right where ${DEFINITIONS[id].right}; wrong where ${DEFINITIONS[id].wrong}.`,
);

/** The page behind method_url. */
export const METHOD_TEXT = `-- The record, rules score-1: how calls are scored, and the SQL behind every public number.
--
-- Entry is the first completed 1-minute close after issuance, settlement the first one at or after the horizon's end
-- (1 h, 24 h, 7 d; at most 15 minutes late), each the median over spot venues. r is their return in percent, worst and
-- best are the extreme closes in between, s is the deviation of returns over the horizon in the 30 days before issuance,
-- b = max(${bandMinPct} %, ${bandSigmas} s) the noise band; all rounded to four decimals before anything is compared.
${rules.join("\n")}
-- A call right, wrong or in between by its definition: evaluations proceed: holds, avoid: lags, caution: dips (never
-- scored; its probability is of worst <= -${dipSigmas} s); signals and briefs bullish: up, bearish: down; neutral signals: move,
-- neutral briefs: calm. Sell sides mirror.
-- Rates use a fixed sample of standard evaluations: the one in force at each full hour and every change of the verdict.
-- Probabilities given at issuance: (right + ${SCORING.priorWeight} base) / (n + ${SCORING.priorWeight}) of the class so far,
-- of evaluations since the rules that judge now began.
-- Rows are settled once. What differs when it is looked at again a day later is appended as a further revision.
--
-- Every statement reads the database analyst alone and runs as it stands with the analysts' credential.
-- Parameters: since (epoch milliseconds; 0 for all), token (id; empty for all), kind and ids where named.

-- 1. Every issued object is in the record.
${COMPLETE_SQL};

-- 2. The scorecard: summary, calibration by kind and by severity.
${SCORECARD_SQL};

-- 3. The risk table.
${RISK_SQL};

-- 4. Outcomes from minute candles.
${SETTLE_SQL};
`;
