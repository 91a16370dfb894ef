// Members of every token at one instant, by plain SQL over the stored rows: what the market's sections are made of.
import type { Store } from "../../schema/io/clickhouse.ts";
import { TRACKED } from "../../schema/token/tracked.ts";

const quoted = (words: readonly string[]) => words.map((word) => `'${word}'`).join(",");

/** The middle of a sorted list column, as the mean of the two middle ones. */
export const middle = (list: string) =>
  `((${list}[intDiv(length(${list}) + 1, 2)] + ${list}[intDiv(length(${list}) + 2, 2)]) / 2)`;

const LISTED = `SELECT row.1 AS token, row.2 AS symbol, row.3 AS sector, row.4 AS native, row.5 AS chains, row.6 AS stablecoin
  FROM (SELECT arrayJoin([${TRACKED.map(
    ({ id, symbol, sector, native, contracts, stablecoin }) =>
      `('${id}', '${symbol}', '${sector}', '${native ?? ""}', [${quoted([...(native ? [native] : []), ...Object.keys(contracts), ""])}], ${stablecoin ? 1 : 0})`,
  ).join(",")}]) AS row)`;

const SPOT = `SELECT token, venue, toUInt32(interval_s) AS step, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed,
    argMax(close, retrieved_at) AS close, argMax(volume_usd, retrieved_at) AS usd
  FROM candle WHERE market = 'spot' GROUP BY token, venue, interval_s, open_at HAVING closed <= NOW`;
const LAST = `SELECT token, venue, argMax(close, closed) AS close, max(closed) AS last FROM e_spot WHERE step = 60
  GROUP BY token, venue HAVING last >= NOW - 900000`;
const PRICE = `SELECT token, max(last) AS anchor, arraySort(groupArray(close)) AS s, ${middle("s")} AS price FROM e_last GROUP BY token`;
const past = (
  hours: number,
  tolerance: number,
) => `SELECT token, ${hours} AS hours, arraySort(groupArray(close)) AS s, ${middle("s")} AS price FROM (
    SELECT c.token AS token, c.venue AS venue, argMax(c.close, (c.closed, -toInt32(c.step))) AS close FROM e_spot AS c JOIN e_price AS p ON p.token = c.token
    WHERE c.closed <= p.anchor - ${hours * 3_600_000} AND c.closed > p.anchor - ${hours * 3_600_000 + tolerance} GROUP BY c.token, c.venue) GROUP BY token`;
const COIN = `SELECT token, circulating_native AS coins FROM coin_market WHERE toUnixTimestamp64Milli(at) <= NOW AND toUnixTimestamp64Milli(at) >= NOW - 7200000
  ORDER BY at DESC, retrieved_at DESC LIMIT 1 BY token`;
const WEIGHT = `SELECT token, venue, sum(usd) AS weight FROM e_spot WHERE step = 3600 AND closed > NOW - 604800000 GROUP BY token, venue`;
/** Whole days and whole hours of the venues, counted back from each one's last minute. */
const DAY = `SELECT c.token AS token, c.venue AS venue, sum(c.usd) AS usd FROM e_spot AS c JOIN e_last AS l ON l.token = c.token AND l.venue = c.venue
  WHERE c.step = 60 AND c.closed > l.last - 86400000 GROUP BY c.token, c.venue HAVING count() >= 1296`;
const HOUR = `SELECT c.token AS token, c.venue AS venue, intDiv(l.last - c.closed, 3600000) AS lag, sum(c.usd) AS usd
  FROM e_spot AS c JOIN e_last AS l ON l.token = c.token AND l.venue = c.venue
  WHERE c.step = 60 AND c.closed > l.last - 86400000 GROUP BY c.token, c.venue, lag HAVING count() >= 54`;
const HOURLY = `SELECT h.token AS token, h.lag AS lag, sum(h.usd) AS usd FROM e_hour AS h JOIN e_weight AS w ON w.token = h.token AND w.venue = h.venue
  JOIN (SELECT token, sum(weight) AS whole FROM e_weight GROUP BY token) AS a ON a.token = h.token GROUP BY h.token, h.lag HAVING sum(w.weight) >= 0.6 * any(a.whole)`;
/** The median close of each hour over venues. */
const CLOSES = `SELECT token, closed, arraySort(groupArray(e_spot.close)) AS s, ${middle("s")} AS close FROM e_spot WHERE step = 3600 GROUP BY token, closed`;
const INTEREST = `SELECT token, venue, toUnixTimestamp64Milli(at) AS ms, argMax(open_interest_usd, retrieved_at) AS usd FROM open_interest
  GROUP BY token, venue, at HAVING ms <= NOW AND ms > NOW - 604800000`;
const INTEREST_NOW = `SELECT token, venue, argMax(usd, ms) AS usd, max(ms) AS at FROM e_interest GROUP BY token, venue HAVING at >= NOW - 1800000`;
const INTEREST_MEAN = `SELECT token, venue, avg(usd) AS weight FROM e_interest GROUP BY token, venue`;
const FUNDING = `SELECT * FROM (SELECT token, venue, rate, interval_hours, toUnixTimestamp64Milli(at) AS ms FROM funding
  WHERE kind = 'current' AND toUnixTimestamp64Milli(at) <= NOW ORDER BY at DESC, retrieved_at DESC LIMIT 1 BY token, venue)
  WHERE interval_hours IS NOT NULL AND ms >= NOW - interval_hours * 3600000 - 1800000`;
const FLOW = `SELECT token, chain, toUnixTimestamp64Milli(at) + window_s * 1000 AS ended, argMax(inflow_usd, retrieved_at) - argMax(outflow_usd, retrieved_at) AS net
  FROM exchange_flow GROUP BY token, chain, exchange, at, window_s HAVING ended <= NOW`;
/** Windows of all chains of a token end where the first of them ends. */
const FLOW_LAST = `SELECT token, chain, min(own) OVER (PARTITION BY token) AS last FROM (
  SELECT token, chain, max(ended) AS own FROM e_flow GROUP BY token, chain HAVING own >= NOW - 21600000)`;

const FLOW_CHAINS = `SELECT token, uniqExact(chain) AS known FROM e_flow GROUP BY token`;

const change = (hours: number, name: string) =>
  `SELECT p.token AS token, '${name}' AS name, (p.price / z.price - 1) * 100 AS value FROM e_price AS p JOIN e_past AS z ON z.token = p.token WHERE z.hours = ${hours}`;
const MEMBERS: readonly string[] = [
  "SELECT token, 'price' AS name, price AS value FROM e_price",
  ...[1, 24, 168].map((hours) => change(hours, `change_${hours}`)),
  "SELECT p.token AS token, 'cap' AS name, p.price * c.coins AS value FROM e_price AS p JOIN e_coin AS c ON c.token = p.token",
  "SELECT token, 'volume_24h' AS name, round(sum(usd), 2) AS value FROM e_day GROUP BY token",
  `SELECT token, 'volume_ratio' AS name, round(anyIf(usd, lag = 0) / ${middle("arraySort(groupArray(usd))")}, 6) AS value FROM e_hourly
    GROUP BY token HAVING countIf(lag = 0) = 1 AND count() >= 22`,
  `SELECT a.token AS token, 'volatility' AS name, round(stddevSampStable(log(a.close / z.close)) * sqrt(8760) * 100, 4) AS value
    FROM e_close AS a JOIN e_close AS z ON z.token = a.token WHERE a.closed = z.closed + 3600000
    AND z.closed >= intDiv(NOW, 3600000) * 3600000 - 86400000 GROUP BY a.token`,
  "SELECT token, 'interest' AS name, round(sum(usd), 2) AS value FROM e_interest_now GROUP BY token",
  `SELECT token, 'interest_4h' AS name, round((sum(usd) / sum(before) - 1) * 100, 4) AS value FROM (
    SELECT n.token AS token, n.venue AS venue, any(n.usd) AS usd, argMax(o.usd, o.ms) AS before FROM e_interest_now AS n
    JOIN e_interest AS o ON o.token = n.token AND o.venue = n.venue
    WHERE o.ms <= n.at - 14400000 AND o.ms > n.at - 18000000 GROUP BY n.token, n.venue) GROUP BY token`,
  `SELECT f.token AS token, 'funding' AS name, round(sum(f.rate * 100 * 8 / assumeNotNull(f.interval_hours) * o.usd) / sum(o.usd), 4) AS value
    FROM e_funding AS f JOIN e_interest_now AS o ON o.token = f.token AND o.venue = f.venue
    JOIN (SELECT token, sum(usd) AS whole FROM e_interest_now GROUP BY token) AS a ON a.token = f.token
    WHERE o.usd >= 0.01 * a.whole GROUP BY f.token`,
  `SELECT token, 'long_short' AS name, round(ratio, 6) AS value FROM (
    SELECT l.token AS token, l.ratio AS ratio, w.weight AS weight FROM (SELECT token, venue, argMax(ratio, at) AS ratio, max(toUnixTimestamp64Milli(at)) AS ms FROM long_short
      WHERE kind = 'global_account' AND toUnixTimestamp64Milli(at) <= NOW GROUP BY token, venue HAVING ms >= NOW - 7200000) AS l
    JOIN e_interest_mean AS w ON w.token = l.token AND w.venue = l.venue ORDER BY weight DESC LIMIT 1 BY token)`,
  `SELECT token, 'liquidations' AS name, round(sum(usd), 2) AS value FROM (
    SELECT token, value_usd AS usd FROM liquidation WHERE toUnixTimestamp64Milli(at) <= NOW AND toUnixTimestamp64Milli(at) > NOW - 86400000
    UNION ALL SELECT DISTINCT token, toFloat64(0) AS usd FROM e_interest_now) GROUP BY token`,
  // A token whose own chain is not among those read says nothing of its flows, nor does one with a window missing.
  `SELECT f.token AS token, 'netflow' AS name, round(sum(f.net), 2) AS value FROM e_flow AS f
    JOIN e_flow_last AS l ON l.token = f.token AND l.chain = f.chain JOIN e_listed AS t ON t.token = f.token
    JOIN e_flow_chains AS k ON k.token = f.token
    WHERE f.ended > l.last - 86400000 AND f.ended <= l.last GROUP BY f.token HAVING (any(t.native) = '' OR countIf(f.chain = t.native) > 0)
      AND uniqExact(f.chain, f.ended) = 96 * any(k.known)`,
];
const NAMES = ["price", "cap", "volume_24h", "volume_ratio", "volatility", "interest", "interest_4h", "funding"];
const MORE = ["long_short", "liquidations", "netflow", "change_1", "change_24", "change_168"];
/** One row a tracked token; a member that could not be measured is NULL. `cap` and `change_*` are unrounded. */
const TOKENS = `SELECT t.token AS token, any(t.symbol) AS symbol, any(t.sector) AS sector, any(t.stablecoin) AS stablecoin, any(t.chains) AS chains,
    ${[...NAMES, ...MORE].map((name) => `anyOrNullIf(m.value, m.name = '${name}') AS ${name}`).join(", ")},
    round(cap, 2) AS cap_usd, ifNull(cap_usd, 0) AS tie, round(change_1, 4) AS r1, round(change_24, 4) AS r24, round(change_168, 4) AS r168
  FROM e_listed AS t LEFT JOIN e_member AS m ON m.token = t.token GROUP BY t.token`;

/** (Re)creates `e_token`, one row a tracked token, and the tables it is made of. `now` is epoch milliseconds. */
export async function prepareEveryToken(store: Store, now: number): Promise<void> {
  const tables: Readonly<Record<string, string>> = {
    e_listed: LISTED,
    e_spot: SPOT,
    e_last: LAST,
    e_price: PRICE,
    e_past: [past(1, 900_000), past(24, 900_000), past(168, 7_200_000)].join(" UNION ALL "),
    e_coin: COIN,
    e_weight: WEIGHT,
    e_day: DAY,
    e_hour: HOUR,
    e_hourly: HOURLY,
    e_close: CLOSES,
    e_interest: INTEREST,
    e_interest_now: INTEREST_NOW,
    e_interest_mean: INTEREST_MEAN,
    e_funding: FUNDING,
    e_flow: FLOW,
    e_flow_last: FLOW_LAST,
    e_flow_chains: FLOW_CHAINS,
    e_member: MEMBERS.map((sql) => `SELECT token, name, toFloat64(value) AS value FROM (${sql})`).join(" UNION ALL "),
    e_token: TOKENS,
  };
  for (const [name, sql] of Object.entries(tables)) {
    await store.command(`DROP TABLE IF EXISTS ${name}`);
    await store.command(`CREATE TABLE ${name} ENGINE = Memory AS ${sql.replaceAll("NOW", String(now))}`);
  }
}
