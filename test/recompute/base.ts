// What a section says of itself, by plain SQL over the prepared tables: when it was true, how much of the known weight
// was measured, and which stored rows its sources can be. NOW is the instant, TOKEN the token.
const newest = (rows: string) => `(SELECT if(count() = 0, NOW, max(x)) FROM (${rows}))`;
const share = (weights: string, fresh: string) =>
  `(SELECT if(count() = 0, NULL, round(100 * sumIf(weight, venue IN (${fresh})) / sum(weight), 4)) FROM ${weights})`;

const BOOKS = "book WHERE ms >= NOW - 600000";

/** Epoch milliseconds. */
export const AS_OF_SQL: Readonly<Record<string, string>> = {
  market: newest("SELECT last AS x FROM newest"),
  liquidity: newest(`SELECT ms AS x FROM ${BOOKS}`),
  derivatives: newest("SELECT at AS x FROM oi_now UNION ALL SELECT ms AS x FROM fund"),
  onchain: newest(
    "SELECT min(last) AS x FROM (SELECT chain, max(ended) AS last FROM flow GROUP BY chain HAVING last >= NOW - 21600000) HAVING count() > 0",
  ),
  supply: newest("SELECT ms AS x FROM coin WHERE ms >= NOW - 72 * 3600000"),
  context: newest(`SELECT toUnixTimestamp64Milli(open_at) + 60000 AS x FROM candle
    WHERE token = 'bitcoin' AND market = 'spot' AND interval_s = 60 AND x <= NOW AND x >= NOW - 900000`),
};

/** Percent; NULL where nothing is known of the weights. */
export const WEIGHT_SQL: Readonly<Record<string, string>> = {
  market: share("weight", "SELECT venue FROM newest"),
  liquidity: share("book_weight", `SELECT venue FROM ${BOOKS}`),
  derivatives: share("oi_weight", "SELECT venue FROM oi_now"),
};

const plain = (table: string, venue = "venue") =>
  `SELECT provider, ${venue} AS v, toUnixTimestamp64Milli(at) AS ms FROM ${table} WHERE token = 'TOKEN' AND ms <= NOW`;
const ended = (table: string, venue: string) =>
  `SELECT provider, ${venue} AS v, toUnixTimestamp64Milli(at) + window_s * 1000 AS ms FROM ${table} WHERE token = 'TOKEN' AND ms <= NOW`;

/** Provider, venue (empty for none) and time of every stored row of the token, and of what all tokens share. */
export const STORED_SQL = [
  `SELECT provider, venue AS v, toUnixTimestamp64Milli(open_at) + interval_s * 1000 AS ms FROM candle
    WHERE token IN ('TOKEN', 'bitcoin', 'ethereum') AND ms <= NOW`,
  ...["ticker", "order_book", "open_interest", "funding", "long_short", "liquidation"].map((table) => plain(table)),
  plain("coin_market", "''"),
  plain("chain_activity", "''"),
  plain("chain_supply", "''"),
  plain("large_transfer", "''"),
  ended("taker_volume", "venue"),
  ended("exchange_flow", "''"),
].join("\nUNION ALL ");
