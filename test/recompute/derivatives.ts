// Derivatives members by plain SQL over the prepared tables; NOW is the instant, TOKEN the token.

import { DAY_MS } from "../../schema/duration.ts";
import { MARKET_CAP, SPOT_PRICE, SPOT_VOLUME_24H } from "./market.ts";

const TOTAL = "(SELECT sum(usd) FROM oi_now)";
const change = (ms: number, tolerance: number) =>
  `(SELECT round((sum(usd) / sum(before) - 1) * 100, 4) FROM (SELECT oi_now.venue AS venue, any(oi_now.usd) AS usd, argMax(oi.usd, oi.ms) AS before
    FROM oi_now JOIN oi ON oi.venue = oi_now.venue WHERE oi.ms <= oi_now.at - ${ms} AND oi.ms > oi_now.at - ${ms + tolerance} GROUP BY oi_now.venue))`;
const KNOWN = `(SELECT fund.venue AS venue, rate * 100 * 8 / assumeNotNull(interval_hours) AS r, oi_now.usd AS usd FROM fund JOIN oi_now ON oi_now.venue = fund.venue
  WHERE interval_hours IS NOT NULL AND fund.ms >= NOW - interval_hours * 3600000 - 1800000 AND oi_now.usd >= 0.01 * ${TOTAL})`;
const RATE = `(SELECT sum(r * usd) / sum(usd) FROM ${KNOWN})`;
const PAST = `(SELECT span, sum(r * weight) / sum(weight) AS r FROM (
    SELECT venue, span, avg(q) AS r FROM (SELECT venue, intDiv(toUnixTimestamp64Milli(at), 28800000) AS span,
      argMax(rate * 100 * 8 / interval_hours, retrieved_at) AS q FROM funding
      WHERE token = 'TOKEN' AND kind = 'settled' AND toUnixTimestamp64Milli(at) <= NOW AND toUnixTimestamp64Milli(at) > NOW - 90 * 86400000 GROUP BY venue, at)
    GROUP BY venue, span) AS g JOIN oi_weight ON oi_weight.venue = g.venue
  GROUP BY span HAVING sum(weight) >= 0.6 * (SELECT sum(weight) FROM oi_weight))`;
const ratio = (
  kind: string,
) => `(SELECT round(ratio, 6) FROM (SELECT venue, argMax(ratio, at) AS ratio, max(toUnixTimestamp64Milli(at)) AS ms FROM long_short
    WHERE token = 'TOKEN' AND kind = '${kind}' AND toUnixTimestamp64Milli(at) <= NOW GROUP BY venue HAVING ms >= NOW - 7200000) AS l
  JOIN oi_weight ON oi_weight.venue = l.venue ORDER BY weight DESC LIMIT 1)`;
const TAKER = `(SELECT sum(share * weight) / sum(weight) FROM (SELECT venue, sum(buy) / (sum(buy) + sum(sell)) AS share FROM (
      SELECT *, toUnixTimestamp64Milli(at) + window_s * 1000 AS ended, max(ended) OVER (PARTITION BY venue) AS last FROM taker_volume
      WHERE token = 'TOKEN' AND toUnixTimestamp64Milli(at) + window_s * 1000 <= NOW)
    WHERE ended > last - 3600000 GROUP BY venue HAVING sum(window_s) >= 3240) AS s JOIN oi_weight ON oi_weight.venue = s.venue)`;
const PERP = `(SELECT sum(usd) FROM (SELECT venue, argMax(usd, first) AS usd FROM (
    SELECT venue, volume_24h_usd AS usd, 2 AS first FROM tick WHERE market = 'perp' AND ms >= NOW - 900000
    UNION ALL SELECT venue, sum(volume_usd) AS usd, 1 AS first FROM c WHERE market = 'perp' AND closed > NOW - 86400000 GROUP BY venue HAVING count() >= 22)
  GROUP BY venue))`;
const closures = (ms: number, prefix: string) => {
  const from = `FROM (SELECT side, value_usd FROM liquidation WHERE token = 'TOKEN' AND toUnixTimestamp64Milli(at) <= NOW AND toUnixTimestamp64Milli(at) > NOW - ${ms})`;
  return {
    [`${prefix}/long_usd`]: `(SELECT round(sumIf(value_usd, side = 'long'), 2) ${from})`,
    [`${prefix}/short_usd`]: `(SELECT round(sumIf(value_usd, side = 'short'), 2) ${from})`,
    [`${prefix}/total_usd`]: `(SELECT round(sum(value_usd), 2) ${from})`,
    [`${prefix}/count`]: `(SELECT count() ${from})`,
    [`${prefix}/largest_usd`]: `(SELECT round(max(value_usd), 2) ${from})`,
    [`${prefix}/open_interest_share_pct`]: `(SELECT round(sumIf(weight, venue IN (SELECT splitByChar('-', source)[1] FROM source_call WHERE source LIKE '%-liquidation' AND outcome = 'ok')) / sum(weight) * 100, 4) FROM oi_weight)`,
  };
};

export const DERIVATIVES: Readonly<Record<string, string>> = {
  open_interest_usd: `round(${TOTAL}, 2)`,
  oi_change_1h_pct: change(3_600_000, 900_000),
  oi_change_4h_pct: change(14_400_000, 3_600_000),
  oi_change_24h_pct: change(DAY_MS, 3_600_000),
  oi_to_market_cap_pct: `round(${TOTAL} / ${MARKET_CAP} * 100, 4)`,
  funding_8h_pct: `round(${RATE}, 4)`,
  funding_apr_pct: `round(${RATE} * 3 * 365, 4)`,
  funding_percentile_90d: `(SELECT round((countIf(r < ${RATE} - 1e-9) + countIf(abs(r - ${RATE}) <= 1e-9) / 2) / count() * 100, 4) FROM ${PAST})`,
  basis_pct: `(SELECT round(sum((mark_price / ifNull(index_price, ${SPOT_PRICE}) - 1) * 100 * usd) / sum(usd), 4)
    FROM fund JOIN oi_now ON oi_now.venue = fund.venue WHERE fund.ms >= NOW - 1800000)`,
  long_short_ratio: ratio("global_account"),
  top_trader_long_short_ratio: ratio("top_position"),
  taker_buy_sell_ratio_1h: `round(${TAKER} / (1 - ${TAKER}), 6)`,
  ...closures(3_600_000, "liquidations_1h"),
  ...closures(DAY_MS, "liquidations_24h"),
  perp_volume_24h_usd: `round(${PERP}, 2)`,
  perp_to_spot_ratio: `round(${PERP} / ${SPOT_VOLUME_24H}, 6)`,
  ...Object.fromEntries(
    ["binance", "bybit", "okx"].flatMap((venue, index) => {
      const of = (expression: string) => `(SELECT ${expression} FROM fund WHERE venue = '${venue}')`;
      return [
        [`funding_venues/${index}/interval_hours`, of("interval_hours")],
        [`funding_venues/${index}/rate_pct`, of("round(rate * 100, 4)")],
        [`funding_venues/${index}/rate_8h_pct`, of("round(rate * 100 * 8 / interval_hours, 4)")],
        [`funding_venues/${index}/apr_pct`, of("round(rate * 100 * 8 / interval_hours * 3 * 365, 4)")],
        [`funding_venues/${index}/open_interest_usd`, `(SELECT round(usd, 2) FROM oi_now WHERE venue = '${venue}')`],
      ];
    }),
  ),
};
