// Market members by plain SQL over the prepared tables; NOW is the instant.
import { DAY_MS } from "../../schema/duration.ts";

const median = (list: string) =>
  `(${list}[intDiv(length(${list}) + 1, 2)] + ${list}[intDiv(length(${list}) + 2, 2)]) / 2`;
const medianOf = (from: string, column = "x") =>
  `(SELECT ${median("s")} FROM (SELECT arraySort(groupArray(${column})) AS s FROM (${from})))`;
const price8 = (x: string) => `(SELECT round(p, toInt8(7 - floor(log10(p)))) FROM (SELECT assumeNotNull(${x}) AS p))`;

const PRICE = medianOf("SELECT close AS x FROM newest");
const ANCHOR = "(SELECT max(last) FROM newest)";
const past = (instant: string, tolerance: number) =>
  medianOf(`SELECT close AS x FROM c WHERE market = 'spot' AND closed <= ${instant} AND closed > ${instant} - ${tolerance}
    ORDER BY closed DESC, step ASC LIMIT 1 BY venue`);
const since = (instant: string, tolerance: number) => `round((${PRICE} / ${past(instant, tolerance)} - 1) * 100, 4)`;
const change = (ms: number, tolerance: number) => since(`${ANCHOR} - ${ms}`, tolerance);
const DAY = `(SELECT c.venue AS venue, count() AS n, max(high) AS hi, min(low) AS lo, sum(volume_usd) AS usd FROM c JOIN newest ON c.venue = newest.venue
  WHERE market = 'spot' AND step = 60 AND closed > last - 86400000 GROUP BY c.venue HAVING n >= 1296)`;
const HOURS = `(SELECT c.venue AS venue, intDiv(last - closed, 3600000) AS k, count() AS n, sum(volume_usd) AS usd FROM c JOIN newest ON c.venue = newest.venue
  WHERE market = 'spot' AND step = 60 AND closed > last - 86400000 GROUP BY c.venue, k HAVING n >= 54)`;
const VOLUME_1H = `(SELECT sum(usd) FROM ${HOURS} WHERE k = 0)`;
const TOTAL = "(SELECT sum(weight) FROM weight)";
const MEDIAN_HOUR = medianOf(
  `SELECT sum(usd) AS x FROM ${HOURS} AS g JOIN weight ON weight.venue = g.venue GROUP BY k HAVING sum(weight) >= 0.6 * ${TOTAL}`,
);
const TOLD = "(SELECT sum(volume_24h_usd) FROM told WHERE ms >= NOW - 900000)";
const VOLUME_24H = `((SELECT sum(usd) FROM ${DAY}) + ${TOLD})`;
const CAP = `(SELECT ${PRICE} * circulating_native FROM coin)`;
const returns = (table: string, span: number, hours: number, value: string) =>
  `(SELECT a.closed AS closed, ${value} AS r FROM ${table} AS a JOIN (SELECT closed + ${span} * 3600000 AS later, close AS before FROM ${table}) AS z
    ON a.closed = z.later WHERE z.later - ${span} * 3600000 >= intDiv(NOW, 3600000) * 3600000 - ${hours} * 3600000)`;
const log = (table: string, hours: number) => returns(table, 1, hours, "log(a.close / z.before)");
const sigma = (span: number) =>
  `(SELECT round(stddevSampStable(r) * 100, 4) FROM ${returns("hour", span, 720, "a.close / z.before - 1")})`;
const realized = (hours: number) =>
  `(SELECT round(stddevSampStable(r) * sqrt(8760) * 100, 4) FROM ${log("hour", hours)})`;
const BOTH = `(SELECT l.r AS x, q.r AS y FROM ${log("hour", 720)} AS l JOIN ${log("hour_btc", 720)} AS q ON l.closed = q.closed)`;
const band = (p: number) =>
  `(SELECT s[toUInt32(floor(at)) + 1] + (s[toUInt32(ceil(at)) + 1] - s[toUInt32(floor(at)) + 1]) * (at - floor(at))
    FROM (SELECT arraySort(groupArray(close)) AS s, ${p} * (length(s) - 1) AS at FROM newest))`;

/** Of parts of the calendar that have begun: the day since midnight UTC, the week since Monday. */
export const CALENDAR: Readonly<Record<string, string>> = {
  change_day_pct: since("(NOW - NOW % 86400000)", 900_000),
  change_week_pct: since("(NOW - (NOW - 345600000) % 604800000)", 7_200_000),
};

export const MARKET: Readonly<Record<string, string>> = {
  price_usd: price8(PRICE),
  ...Object.fromEntries(
    [0, 1, 2].map((index) => [
      `price_sources/${index}/price_usd`,
      `(SELECT ${price8("any(x)")} FROM (SELECT close AS x FROM newest ORDER BY venue LIMIT 1 OFFSET ${index}))`,
    ]),
  ),
  price_confidence_bps: `round((${band(0.9)} - ${band(0.1)}) / 2 / ${PRICE} * 10000, 4)`,
  change_1h_pct: change(3_600_000, 900_000),
  change_24h_pct: change(DAY_MS, 900_000),
  change_7d_pct: change(604_800_000, 7_200_000),
  change_30d_pct: change(2_592_000_000, 7_200_000),
  high_24h_usd: price8(medianOf(`SELECT hi AS x FROM ${DAY}`)),
  low_24h_usd: price8(medianOf(`SELECT lo AS x FROM ${DAY}`)),
  ath_usd: price8(`greatest((SELECT ath_usd FROM coin), ${PRICE})`),
  ath_drawdown_pct: `round((${PRICE} / greatest((SELECT ath_usd FROM coin), ${PRICE}) - 1) * 100, 4)`,
  market_cap_usd: `round(${CAP}, 2)`,
  fdv_usd: `(SELECT round(${PRICE} * ifNull(max_native, total_native), 2) FROM coin)`,
  rank: "(SELECT rank FROM coin)",
  volume_1h_usd: `round(${VOLUME_1H}, 2)`,
  median_hourly_volume_24h_usd: `round(${MEDIAN_HOUR}, 2)`,
  volume_ratio_1h: `round(${VOLUME_1H} / ${MEDIAN_HOUR}, 6)`,
  volume_24h_usd: `round(${VOLUME_24H}, 2)`,
  turnover_ratio: `round(${VOLUME_24H} / ${CAP}, 6)`,
  realized_vol_24h_pct: realized(24),
  realized_vol_30d_pct: realized(720),
  sigma_1h_pct: sigma(1),
  sigma_24h_pct: sigma(24),
  sigma_7d_pct: sigma(168),
  btc_correlation_30d: `(SELECT round(corrStable(x, y), 6) FROM ${BOTH})`,
  btc_beta_30d: `(SELECT round(covarSampStable(x, y) / varSampStable(y), 6) FROM ${BOTH})`,
};

/** For the context: price and cap of one token, unrounded. */
export const SPOT_PRICE = PRICE;
export const MARKET_CAP = CAP;
export const SPOT_VOLUME_24H = VOLUME_24H;
