// Plain tables of one token at one instant, from which the recomputation reads: duplicates resolved, the future cut off.
import type { Store } from "../../schema/io/clickhouse.ts";

const HOURS = (
  token: string,
  now: number,
) => `SELECT closed, (s[intDiv(length(s) + 1, 2)] + s[intDiv(length(s) + 2, 2)]) / 2 AS close
  FROM (SELECT closed, arraySort(groupArray(close)) AS s FROM (
    SELECT toUnixTimestamp64Milli(open_at) + 3600000 AS closed, venue, argMax(close, retrieved_at) AS close FROM candle
    WHERE token = '${token}' AND market = 'spot' AND interval_s = 3600 GROUP BY venue, open_at HAVING closed <= ${now}) GROUP BY closed)
  WHERE closed >= intDiv(${now}, 3600000) * 3600000 - 720 * 3600000`;

const latest = (table: string, token: string, now: number, where: string, by: string) =>
  `SELECT *, toUnixTimestamp64Milli(at) AS ms FROM ${table} WHERE token = '${token}' AND toUnixTimestamp64Milli(at) <= ${now} AND ${where}
   ORDER BY at DESC, retrieved_at DESC LIMIT 1 BY ${by}`;

const SPOT_WEIGHT = `SELECT venue, sum(volume_usd) AS weight FROM c
  WHERE market = 'spot' AND step = 3600 AND closed > NOW - 7 * 86400000 GROUP BY venue`;

const FLOW = (
  token: string,
  now: number,
) => `SELECT chain, toUnixTimestamp64Milli(at) + window_s * 1000 AS ended, exchange,
    any(window_s) AS span_s, argMax(inflow_usd, retrieved_at) AS inflow, argMax(outflow_usd, retrieved_at) AS outflow
  FROM exchange_flow WHERE token = '${token}' GROUP BY chain, at, window_s, exchange HAVING ended <= ${now}`;

/** (Re)creates c, h, b, hour, oi, f, past, flow and others in the store's database. */
export async function prepareTables(store: Store, token: string, now: number): Promise<void> {
  const tables: Record<string, string> = {
    c: `SELECT venue, market, interval_s AS step, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed,
        argMax(close, retrieved_at) AS close, argMax(high, retrieved_at) AS high, argMax(low, retrieved_at) AS low,
        argMax(volume_usd, retrieved_at) AS volume_usd
      FROM candle WHERE token = '${token}' GROUP BY venue, market, interval_s, open_at HAVING closed <= ${now}`,
    newest: `SELECT venue, max(closed) AS last, argMax(close, closed) AS close FROM c WHERE market = 'spot' AND step = 60
      GROUP BY venue HAVING last >= ${now} - 900000`,
    weight: SPOT_WEIGHT.replace("NOW", String(now)),
    hour: HOURS(token, now),
    hour_btc: HOURS("bitcoin", now),
    book: latest("order_book", token, now, "market = 'spot'", "venue"),
    oi: `SELECT venue, toUnixTimestamp64Milli(at) AS ms, argMax(open_interest_usd, retrieved_at) AS usd FROM open_interest
      WHERE token = '${token}' GROUP BY venue, at HAVING ms <= ${now} AND ms > ${now} - 7 * 86400000`,
    oi_now: `SELECT venue, argMax(usd, ms) AS usd, max(ms) AS at FROM oi GROUP BY venue HAVING at >= ${now} - 1800000`,
    oi_weight: `SELECT venue, avg(usd) AS weight FROM oi GROUP BY venue`,
    fund: latest("funding", token, now, "kind = 'current'", "venue"),
    coin: latest("coin_market", token, now, "1", "token"),
    tick: latest("ticker", token, now, "1", "market, venue"),
    told: "SELECT * FROM tick WHERE market = 'spot' AND venue NOT IN (SELECT venue FROM weight) AND venue NOT IN (SELECT venue FROM newest)",
    book_weight:
      "SELECT venue, weight FROM weight UNION ALL SELECT venue, 7 * volume_24h_usd AS weight FROM told WHERE venue IN (SELECT venue FROM book)",
    flow: FLOW(token, now),
  };
  for (const [name, sql] of Object.entries(tables)) {
    await store.command(`DROP TABLE IF EXISTS ${name}`);
    await store.command(`CREATE TABLE ${name} ENGINE = Memory AS ${sql}`);
  }
}
