// Members that span all tokens, by plain SQL over the stored rows.
import type { Store } from "../../schema/io/clickhouse.ts";

const median = (list: string) =>
  `(${list}[intDiv(length(${list}) + 1, 2)] + ${list}[intDiv(length(${list}) + 2, 2)]) / 2`;

/** (Re)creates `change_all` (token, change, cap) from the stored rows; returns nothing. */
export async function prepareChanges(store: Store, now: number): Promise<void> {
  const tables = {
    spot_all: `SELECT token, venue, interval_s AS step, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS closed, argMax(close, retrieved_at) AS close
      FROM candle WHERE market = 'spot' AND toUnixTimestamp64Milli(open_at) > ${now} - 26 * 3600000
      GROUP BY token, venue, interval_s, open_at HAVING closed <= ${now}`,
    last_all: `SELECT token, venue, argMax(close, closed) AS close, max(closed) AS last FROM spot_all WHERE step = 60
      GROUP BY token, venue HAVING last >= ${now} - 900000`,
    price_all: `SELECT token, max(last) AS anchor, arraySort(groupArray(close)) AS s, ${median("s")} AS price FROM last_all GROUP BY token`,
    past_all: `SELECT token, arraySort(groupArray(close)) AS s, ${median("s")} AS price FROM (
        SELECT spot_all.token AS token, spot_all.venue AS venue, argMax(close, (closed, -toInt32(step))) AS close
        FROM spot_all JOIN price_all ON price_all.token = spot_all.token
        WHERE closed <= anchor - 86400000 AND closed > anchor - 87300000 GROUP BY spot_all.token, spot_all.venue) GROUP BY token`,
    coin_all: `SELECT token, circulating_native FROM coin_market
      WHERE toUnixTimestamp64Milli(at) <= ${now} AND toUnixTimestamp64Milli(at) >= ${now} - 7200000
      ORDER BY at DESC, retrieved_at DESC LIMIT 1 BY token`,
    change_all: `SELECT price_all.token AS token, (price_all.price / past_all.price - 1) * 100 AS change, price_all.price * circulating_native AS cap
      FROM price_all JOIN past_all ON price_all.token = past_all.token LEFT JOIN coin_all ON coin_all.token = price_all.token`,
  };
  for (const [name, sql] of Object.entries(tables)) {
    await store.command(`DROP TABLE IF EXISTS ${name}`);
    await store.command(`CREATE TABLE ${name} ENGINE = Memory AS ${sql}`);
  }
}

const of = (token: string) => `(SELECT change FROM change_all WHERE token = '${token}')`;
const MIDDLE = `(SELECT ${median("s")} FROM (SELECT arraySort(groupArray(change)) AS s FROM change_all))`;
const UP = "(SELECT countIf(change > 0) / count() * 100 FROM change_all)";

/** Context members of TOKEN, whose sector holds the tokens SECTOR (a list of quoted ids). */
export const CONTEXT: Readonly<Record<string, string>> = {
  btc_change_24h_pct: `round(${of("bitcoin")}, 4)`,
  eth_change_24h_pct: `round(${of("ethereum")}, 4)`,
  sector_change_24h_pct: `(SELECT round((sum(cap) / sum(cap / (1 + change / 100)) - 1) * 100, 4) FROM change_all WHERE token IN (SECTOR) AND cap > 0)`,
  relative_strength_24h_pct: `round(${of("TOKEN")} - ${MIDDLE}, 4)`,
  breadth_up_24h_pct: `round(${UP}, 4)`,
  regime: `multiIf(${of("bitcoin")} > 1 AND ${UP} > 60, 'risk_on', ${of("bitcoin")} < -1 AND ${UP} < 40, 'risk_off', 'mixed')`,
};
