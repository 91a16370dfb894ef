// The market sections by plain SQL over `e_token` and the stored rows: rows of what the wire shows, NULL for unassessed.

import { DAY_MS } from "../../schema/duration.ts";
import type { Store } from "../../schema/io/clickhouse.ts";
import type { MarketSectionId } from "../../schema/market/index.ts";
import { RANKINGS, type RankingId } from "../../schema/market/rankings.ts";
import { middle } from "./every-token.ts";

const time = (ms: string) =>
  `formatDateTime(fromUnixTimestamp64Milli(toInt64(${ms}), 'UTC'), '%Y-%m-%dT%H:%i:%S.') || leftPad(toString(toInt64(${ms}) % 1000), 3, '0') || 'Z'`;
const median = (column: string) => middle(`arraySort(groupArray(${column}))`);
/** NULL where fewer than 60 % of what is counted carries the column. */
const enough = (column: string, value: string, of = "count()") => `if(count(${column}) >= 0.6 * ${of}, ${value}, NULL)`;
/** Tokens that have a perpetual: those that cannot have funding do not count among what is expected. */
const PERPS = "count(interest)";

const CAP = "(SELECT argMax(total_market_cap_usd, at) FROM global_market WHERE provider = 'sandbox:coingecko')";
const of = (column: string) => `(SELECT argMax(${column}, at) FROM global_market WHERE provider = 'sandbox:coingecko')`;
const capBefore = (ms: number, tolerance: number) =>
  `(SELECT argMax(z.total_market_cap_usd, z.at) FROM global_market AS z CROSS JOIN (SELECT max(at) AS last FROM global_market WHERE provider = 'sandbox:coingecko') AS n
    WHERE z.provider = 'sandbox:coingecko' AND toUnixTimestamp64Milli(z.at) <= toUnixTimestamp64Milli(n.last) - ${ms} AND toUnixTimestamp64Milli(z.at) > toUnixTimestamp64Milli(n.last) - ${ms + tolerance})`;
const supply = (column: string) => `(SELECT argMax(${column}, at) FROM stablecoin_supply WHERE token = 'all')`;
const BITCOIN = "(SELECT change_24 FROM e_token WHERE token = 'bitcoin')";
const UP = "(SELECT countIf(r24 > 0) / count(r24) * 100 FROM e_token)";
const REGIME = `multiIf(${BITCOIN} > 1 AND ${UP} > 60, 'risk_on', ${BITCOIN} < -1 AND ${UP} < 40, 'risk_off', 'mixed')`;

/** Venues that publish forced closures. */
const CLOSING =
  "SELECT DISTINCT splitByChar('-', source)[1] AS venue FROM source_call WHERE source LIKE '%-liquidation' AND outcome = 'ok'";
const OVERVIEW = `SELECT ${CAP} AS total_market_cap_usd, round((${CAP} / ${capBefore(3_600_000, 900_000)} - 1) * 100, 4) AS change_1h_pct,
  round((${CAP} / ${capBefore(DAY_MS, 900_000)} - 1) * 100, 4) AS change_24h_pct, round((${CAP} / ${capBefore(7 * DAY_MS, 7_200_000)} - 1) * 100, 4) AS change_7d_pct,
  ${of("volume_24h_usd")} AS volume_24h_usd, ${of("btc_dominance_pct")} AS btc_dominance_pct, ${of("eth_dominance_pct")} AS eth_dominance_pct,
  round(${supply("supply_usd")}, 2) AS stablecoin_market_cap_usd, (SELECT round(argMax(tvl_usd, at), 2) FROM chain_tvl WHERE chain = 'all') AS defi_tvl_usd,
  (SELECT round(sumKahan(interest), 2) FROM e_token) AS total_open_interest_usd, (SELECT round(sumKahan(liquidations), 2) FROM e_token) AS liquidations_24h_usd,
  (SELECT arraySort(groupUniqArray(venue)) FROM (${CLOSING})) AS liquidations_24h_venues,
  (SELECT round(sum(round(part / whole * 100, 4) * whole) / sum(whole), 4) FROM (SELECT token, sumIf(weight, venue IN (${CLOSING})) AS part, sum(weight) AS whole
    FROM e_interest_mean GROUP BY token)) AS liquidations_24h_open_interest_share_pct,
  (SELECT round(sum(funding * interest) / sumIf(interest, funding IS NOT NULL), 4) FROM e_token) AS funding_8h_pct,
  ${REGIME} AS regime, (SELECT count() FROM e_token) AS tracked_tokens`;

/** What a portfolio of the tokens, held at their caps of then, came to. */
const held = (change: string) => {
  const both = `cap IS NOT NULL AND ${change} IS NOT NULL`;
  return `if(countIf(${both}) >= 0.6 * count(), round((sumIf(cap, ${both}) / sumIf(cap / (1 + ${change} / 100), ${both}) - 1) * 100, 4), NULL)`;
};
const SECTORS = `SELECT sector, count() AS tokens, ${enough("cap_usd", "round(sumKahan(cap_usd), 2)")} AS market_cap_usd,
  ${held("change_1")} AS change_1h_pct, ${held("change_24")} AS change_24h_pct, ${held("change_168")} AS change_7d_pct,
  ${enough("r24", `round(${median("r24")}, 4)`)} AS median_change_24h_pct, ${enough("volume_24h", "round(sumKahan(volume_24h), 2)")} AS volume_24h_usd,
  ${enough("r24", "round(countIf(r24 > 0) / count(r24) * 100, 4)")} AS up_24h_pct FROM e_token GROUP BY sector ORDER BY sector`;
const first = (order: "ASC" | "DESC") =>
  `SELECT sector, token, symbol, r24 AS change_24h_pct FROM e_token WHERE r24 IS NOT NULL ORDER BY r24 ${order}, tie DESC, token LIMIT 3 BY sector`;

const PLACES = `(SELECT p.price > avgIf(c.close, (c.last - c.closed) % ${DAY_MS} = 0) AS above, p.price >= max(c.close) AS high, p.price <= min(c.close) AS low
  FROM (SELECT *, max(closed) OVER (PARTITION BY token) AS last FROM e_close WHERE closed > NOW - 20 * ${DAY_MS}) AS c
  JOIN e_price AS p ON p.token = c.token GROUP BY c.token, p.price HAVING count() >= 432)`;
const LONG = `(SELECT p.price > avg(d.close) AS above FROM (
    SELECT token, closed, ${median("q.close")} AS close FROM (SELECT token, toUnixTimestamp64Milli(open_at) + ${DAY_MS} AS closed, venue, argMax(close, retrieved_at) AS close
      FROM candle WHERE market = 'spot' AND interval_s = 86400 GROUP BY token, venue, open_at HAVING closed <= NOW) AS q GROUP BY token, closed) AS d
  JOIN e_price AS p ON p.token = d.token WHERE d.closed > NOW - 50 * ${DAY_MS} GROUP BY d.token, p.price HAVING count() >= 45)`;
const up = (column: string) => `round(countIf(${column} > 0) / count(${column}) * 100, 4)`;
const BREADTH = `SELECT count() AS universe, ${up("r1")} AS up_1h_pct, ${up("r24")} AS up_24h_pct, ${up("r168")} AS up_7d_pct,
  round(${median("r24")}, 4) AS median_change_24h_pct, countIf(r24 >= 0.1) AS advancers_24h, countIf(r24 <= -0.1) AS decliners_24h,
  countIf(abs(r24) < 0.1) AS unchanged_24h, countIf(r24 IS NULL) AS unassessed_24h,
  (SELECT round(countIf(above) / count() * 100, 4) FROM ${PLACES}) AS above_sma20d_pct, (SELECT round(countIf(above) / count() * 100, 4) FROM ${LONG}) AS above_sma50d_pct,
  (SELECT countIf(high) FROM ${PLACES}) AS new_highs_20d, (SELECT countIf(low) FROM ${PLACES}) AS new_lows_20d FROM e_token`;

const MOOD = (ago: number) =>
  `(SELECT value FROM fear_greed WHERE toUnixTimestamp64Milli(at) <= NOW ORDER BY at DESC LIMIT 1 OFFSET ${ago})`;
const SENTIMENT = `SELECT ${MOOD(0)} AS now, (SELECT argMax(label, at) FROM fear_greed WHERE toUnixTimestamp64Milli(at) <= NOW) AS label, now - toInt32(${MOOD(7)}) AS change_7d,
  ${enough("funding", "round(countIf(funding > 0) / count(funding) * 100, 4)", PERPS)} AS funding_positive_share_pct,
  ${enough("funding", `round(${median("funding")}, 4)`, PERPS)} AS funding_median_8h_pct, ${enough("long_short", `round(${median("long_short")}, 6)`, PERPS)} AS long_short_median_ratio,
  (SELECT round(sum(put) / sum(call), 6) FROM (SELECT argMax(put_usd, at) AS put, argMax(call_usd, at) AS call FROM option_interest WHERE toUnixTimestamp64Milli(at) <= NOW GROUP BY token, venue)) AS put_call_ratio FROM e_token`;

/** Tokens whose flows could be read: on a chain that is scanned, or with flows that were. */
const COVERED = "(hasAny(chains, ['eth', 'bsc', 'btc', 'sol', 'ada']) OR token IN (SELECT token FROM e_flow_last))";
const summed = (where: string) =>
  `if(sumIf(tie, netflow IS NOT NULL AND ${where}) >= 0.6 * sumIf(tie, ${where}), round(sumKahanIf(netflow, ${where}), 2), NULL)`;
const FUNDS = `(SELECT round(argMax(usd, at), 2) FROM (SELECT at, sum(usd) AS usd FROM (SELECT at, token, argMax(netflow_usd, retrieved_at) AS usd FROM fund_flow
    WHERE token IN ('bitcoin', 'ethereum') AND toUnixTimestamp64Milli(at) + ${DAY_MS} <= NOW GROUP BY at, token) GROUP BY at HAVING count() = 2))`;
const FLOWS = `SELECT (SELECT netflow FROM e_token WHERE token = 'bitcoin') AS btc, (SELECT netflow FROM e_token WHERE token = 'ethereum') AS eth,
  ${summed(`${COVERED} AND stablecoin`)} AS stablecoins, ${summed(COVERED)} AS tracked,
  round(${supply("supply_usd")} - ${supply("supply_24h_ago_usd")}, 2) AS stablecoin_supply_change_24h_usd,
  round(${supply("supply_usd")} - ${supply("supply_7d_ago_usd")}, 2) AS stablecoin_supply_change_7d_usd, ${FUNDS} AS etf_netflow_1d_usd FROM e_token`;
const topFlows = (sign: ">" | "<") =>
  `SELECT token, symbol, netflow AS netflow_24h_usd FROM e_token WHERE netflow ${sign} 0 ORDER BY netflow ${sign === ">" ? "DESC" : "ASC"}, tie DESC, token LIMIT 5`;

const locked = (ago: number) =>
  `anyOrNullIf(tvl_usd, toUnixTimestamp64Milli(at) = toUnixTimestamp64Milli(last) - ${ago})`;
const CHAINS = `SELECT n.chain AS chain, round(l.usd, 2) AS tvl_usd, round((l.usd / l.day - 1) * 100, 4) AS tvl_change_24h_pct, round((l.usd / l.week - 1) * 100, 4) AS tvl_change_7d_pct,
  round(l.stable, 2) AS stablecoins_usd, round(l.fees, 2) AS fees_24h_usd, s.block AS last_block, if(s.block IS NULL, NULL, ${time("s.ms")}) AS last_block_at, 'ok' AS status
  FROM (SELECT DISTINCT chain FROM (SELECT toString(chain) AS chain FROM chain_tvl WHERE chain != 'all' UNION ALL SELECT toString(chain) AS chain FROM chain_scan)) AS n
  LEFT JOIN (SELECT toString(chain) AS chain, ${locked(0)} AS usd, ${locked(DAY_MS)} AS day, ${locked(7 * DAY_MS)} AS week, argMax(stablecoins_usd, at) AS stable, argMax(fees_24h_usd, at) AS fees
    FROM (SELECT *, max(at) OVER (PARTITION BY chain) AS last FROM chain_tvl) GROUP BY chain) AS l ON l.chain = n.chain
  LEFT JOIN (SELECT toString(chain) AS chain, toNullable(argMax(to_block, to_at)) AS block, toUnixTimestamp64Milli(max(to_at)) AS ms FROM chain_scan
    WHERE toUnixTimestamp64Milli(to_at) <= NOW GROUP BY chain) AS s ON s.chain = n.chain ORDER BY ifNull(l.usd, 0) DESC, chain`;

const SPOT_VENUES = `(SELECT w.venue AS venue, if(sumIf(w.weight, d.venue != '') >= 0.6 * sum(w.weight), sum(d.usd), NULL) AS usd
  FROM e_weight AS w LEFT JOIN e_day AS d ON d.token = w.token AND d.venue = w.venue GROUP BY venue)`;
const EXCHANGES = `SELECT s.venue AS venue, 'cex' AS kind, round(s.usd, 2) AS spot_volume_24h_usd,
  (SELECT round(sum(usd), 2) FROM (SELECT token, sum(usd) AS usd FROM (SELECT token, venue, argMax(volume_usd, retrieved_at) AS usd, toUnixTimestamp64Milli(open_at) + 3600000 AS closed
      FROM candle WHERE market = 'perp' AND interval_s = 3600 GROUP BY token, venue, open_at HAVING closed <= NOW AND closed > NOW - ${DAY_MS}) WHERE venue = 'VENUE' GROUP BY token HAVING count() >= 22)) AS perp_volume_24h_usd,
  (SELECT round(sum(usd), 2) FROM e_interest_now WHERE venue = 'VENUE') AS open_interest_usd, round(s.usd / (SELECT sum(usd) FROM ${SPOT_VENUES}) * 100, 4) AS share_pct,
  (SELECT uniqExact(token) FROM (SELECT token FROM e_last WHERE venue = 'VENUE' UNION ALL SELECT token FROM e_interest_now WHERE venue = 'VENUE')) AS tokens_covered,
  greatest((SELECT max(closed) FROM e_spot WHERE step = 60 AND venue = 'VENUE'), (SELECT max(ms) FROM e_interest WHERE venue = 'VENUE')) AS newest,
  if(newest >= NOW - 900000, 'ok', 'stale') AS status, ${time("newest")} AS as_of FROM ${SPOT_VENUES} AS s WHERE s.venue = 'VENUE'`;
const DEXES = `SELECT dex AS venue, 'dex' AS kind, round(volume_24h_usd, 2) AS spot_volume_24h_usd, NULL AS perp_volume_24h_usd, NULL AS open_interest_usd, round(share_pct, 4) AS share_pct,
  ifNull((SELECT uniqExact(p.token) FROM dex_pool AS p WHERE replaceAll(p.dex, '_', '-') = v.dex), 0) AS tokens_covered, 'ok' AS status, ${time("toUnixTimestamp64Milli(at)")} AS as_of
  FROM dex_volume AS v ORDER BY volume_24h_usd DESC`;

const RANKED: Readonly<Record<RankingId, readonly [column: string, order: "ASC" | "DESC", where?: string]>> = {
  gainers_24h: ["r24", "DESC"],
  losers_24h: ["r24", "ASC"],
  volume_ratio_1h: ["volume_ratio", "DESC"],
  oi_change_4h: ["interest_4h", "DESC"],
  funding_highest: ["funding", "DESC"],
  funding_lowest: ["funding", "ASC"],
  liquidations_24h: ["liquidations", "DESC"],
  netflow_in_24h: ["netflow", "DESC", "netflow > 0"],
  netflow_out_24h: ["netflow", "ASC", "netflow < 0"],
  volatility_24h: ["volatility", "DESC"],
};
const ranking = ([column, order, where = "1"]: (typeof RANKED)[RankingId]) =>
  `SELECT token, symbol, ${column} AS value, row_number() OVER (ORDER BY ${column} ${order}, tie DESC, token) AS rank FROM e_token
   WHERE ${column} IS NOT NULL AND ${where} ORDER BY rank LIMIT 10`;

const EVENTS = `SELECT kind, ${time("ms")} AS at, token, severity, url FROM (
  SELECT 'signal' AS kind, toUnixTimestamp64Milli(at) AS ms, toNullable(toString(token)) AS token, toNullable(severity) AS severity, CAST(NULL AS Nullable(String)) AS url FROM signal
    WHERE ms > NOW - ${DAY_MS} AND ms <= NOW
  UNION ALL SELECT 'unlock', toUnixTimestamp64Milli(at), toString(token), NULL, NULL FROM unlock WHERE kind = 'cliff' AND at > fromUnixTimestamp64Milli(toInt64(NOW)) AND toUnixTimestamp64Milli(at) <= NOW + 7 * ${DAY_MS}
  UNION ALL SELECT 'headline', toUnixTimestamp64Milli(max(at)), if(uniqExactIf(token, token != '') = 1, anyIf(toString(token), token != ''), NULL), NULL, url FROM headline
    WHERE toUnixTimestamp64Milli(at) > NOW - ${DAY_MS} AND toUnixTimestamp64Milli(at) <= NOW GROUP BY url) ORDER BY ms DESC`;
const PULSE = `SELECT ${REGIME} AS regime, multiIf(regime = 'risk_on', 'bullish', regime = 'risk_off', 'bearish', 'neutral') AS direction`;

type Row = Readonly<Record<string, unknown>>;
const pick = (row: Row | undefined, ...drop: string[]): Row =>
  Object.fromEntries(Object.entries(row ?? {}).filter(([name]) => !drop.includes(name)));

/** What the sections should show, by section and member; tables of `prepareEveryToken` must be there. */
export async function recomputeMarket(store: Store, now: number): Promise<Readonly<Record<MarketSectionId, Row>>> {
  const ask = (sql: string) =>
    store.query<object, Row>({ name: "recompute", sql: sql.replaceAll("NOW", String(now)) }, {});
  const one = async (sql: string) => (await ask(sql))[0];
  const [sectors, leaders, laggards] = [await ask(SECTORS), await ask(first("DESC")), await ask(first("ASC"))];
  const inSector = (rows: readonly Row[], { sector }: Row) =>
    rows.filter((row) => row.sector === sector).map((row) => pick(row, "sector"));
  const mood = await one(SENTIMENT);
  const flows = await one(FLOWS);
  const exchanges = [];
  for (const venue of ["binance", "bybit", "okx"])
    exchanges.push(pick(await one(EXCHANGES.replaceAll("VENUE", venue)), "newest"));
  const rankings: Record<string, unknown> = {};
  for (const id of RANKINGS) rankings[id] = await ask(ranking(RANKED[id]));
  return {
    overview: pick(await one(OVERVIEW)),
    sectors: {
      sectors: sectors.map((row) => ({ ...row, leaders: inSector(leaders, row), laggards: inSector(laggards, row) })),
    },
    breadth: pick(await one(BREADTH)),
    sentiment: {
      ...pick(mood, "now", "label", "change_7d"),
      fear_greed: { value: mood?.now, label: mood?.label, change_7d: mood?.change_7d },
    },
    flows: {
      ...pick(flows, "btc", "eth", "stablecoins", "tracked"),
      exchange_netflow_24h_usd: {
        btc: flows?.btc,
        eth: flows?.eth,
        stablecoins: flows?.stablecoins,
        tracked: flows?.tracked,
      },
      top_inflows: await ask(topFlows(">")),
      top_outflows: await ask(topFlows("<")),
    },
    chains: { chains: await ask(CHAINS) },
    venues: { venues: [...exchanges, ...(await ask(DEXES))] },
    rankings,
    events: { events: await ask(EVENTS) },
    pulse: pick(await one(PULSE)),
  };
}
