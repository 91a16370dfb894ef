// Liquidity members by plain SQL over the prepared tables; NOW is the instant.
const FRESH = "(SELECT * FROM book WHERE ms >= NOW - 600000)";
const sum = (column: string) => `(SELECT sum(${column}) FROM ${FRESH})`;
const usd = (column: string) => `round(${sum(column)}, 2)`;

/** Levels of a side by distance from the venue's own mid. */
const ladder = (side: "buy" | "sell") => {
  const [prices, natives, order] =
    side === "buy" ? ["ask_price", "ask_native", "ASC"] : ["bid_price", "bid_native", "DESC"];
  return `(SELECT r, usd, sum(usd) OVER w AS filled, sum(usd / r) OVER w AS coins
    FROM (SELECT level.1 / mid AS r, level.1 * level.2 AS usd, venue FROM (
      SELECT venue, (bid_price[1] + ask_price[1]) / 2 AS mid, arrayJoin(arrayZip(${prices}, ${natives})) AS level FROM ${FRESH}))
    WINDOW w AS (ORDER BY r ${order}, venue ROWS UNBOUNDED PRECEDING))`;
};
const impact = (side: "buy" | "sell", size: number) => {
  const average = `(SELECT sum(taken) / sum(taken / r) FROM (SELECT r, least(usd, greatest(0, ${size} - (filled - usd))) AS taken FROM ${ladder(side)}))`;
  return `if((SELECT max(filled) FROM ${ladder(side)}) < ${size}, NULL, round((${side === "buy" ? `${average} - 1` : `1 - ${average}`}) * 100, 4))`;
};
const largest = (side: "buy" | "sell") => {
  const limit = side === "buy" ? 1.01 : 0.99;
  const inside = side === "buy" ? `filled / coins <= ${limit}` : `filled / coins >= ${limit}`;
  const before = `(SELECT (max(filled), max(coins)) FROM ${ladder(side)} WHERE ${inside})`;
  const next = `(SELECT r FROM ${ladder(side)} WHERE NOT (${inside}) ORDER BY filled ASC LIMIT 1)`;
  return `round(${before}.1 + (${limit} * ${before}.2 - ${before}.1) / (1 - ${limit} / ${next}), 2)`;
};

export const LIQUIDITY: Readonly<Record<string, string>> = {
  spread_bps: `(SELECT round(spread_bps, 4) FROM (SELECT spread_bps, sum(weight) OVER (ORDER BY spread_bps ROWS UNBOUNDED PRECEDING) AS reached,
    sum(weight) OVER () AS whole FROM ${FRESH} AS b JOIN book_weight AS weight ON weight.venue = b.venue) WHERE reached > whole / 2 ORDER BY spread_bps LIMIT 1)`,
  "depth/pct_0_5/bid_usd": usd("bid_0_5_usd"),
  "depth/pct_0_5/ask_usd": usd("ask_0_5_usd"),
  "depth/pct_1/bid_usd": usd("bid_1_usd"),
  "depth/pct_1/ask_usd": usd("ask_1_usd"),
  "depth/pct_2/bid_usd": usd("bid_2_usd"),
  "depth/pct_2/ask_usd": usd("ask_2_usd"),
  depth_2pct_usd: `round(least(${sum("bid_2_usd")}, ${sum("ask_2_usd")}), 2)`,
  imbalance_ratio: `round((${sum("bid_2_usd")} - ${sum("ask_2_usd")}) / (${sum("bid_2_usd")} + ${sum("ask_2_usd")}), 6)`,
  ...Object.fromEntries(
    (["buy", "sell"] as const).flatMap((side, s) =>
      [1e3, 1e4, 1e5, 1e6].map((size, index) => [`impact/${s * 4 + index}/impact_pct`, impact(side, size)]),
    ),
  ),
  ...Object.fromEntries(
    [1e3, 1e4, 1e5, 1e6, 1e3, 1e4, 1e5, 1e6].map((size, index) => [`impact/${index}/size_usd`, String(size)]),
  ),
  ...Object.fromEntries(
    ["binance", "bybit", "okx"].flatMap((venue, index) => {
      const of = (column: string, digits: number) =>
        `(SELECT round(${column}, ${digits}) FROM ${FRESH} WHERE venue = '${venue}')`;
      const volume = `(SELECT round(volume_24h_usd, 2) FROM tick WHERE market = 'spot' AND venue = '${venue}' AND ms >= NOW - 900000)`;
      return [
        [`venues/${index}/spread_bps`, of("spread_bps", 4)],
        [`venues/${index}/bid_2pct_usd`, of("bid_2_usd", 2)],
        [`venues/${index}/ask_2pct_usd`, of("ask_2_usd", 2)],
        [`venues/${index}/volume_24h_usd`, volume],
      ];
    }),
  ),
  "largest_size_1pct_usd/buy": largest("buy"),
  "largest_size_1pct_usd/sell": largest("sell"),
};
