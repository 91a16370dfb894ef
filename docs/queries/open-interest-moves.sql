-- Where did open interest and price part ways over the last three days: positions built against the move?
SELECT
  o.token AS token,
  round(o.change_pct, 2) AS open_interest_pct,
  o.venue_count AS venues,
  round((p.last_usd / p.first_usd - 1) * 100, 2) AS price_pct,
  round(p.funding_8h_pct, 5) AS mean_funding_8h_pct,
  round(p.taker_buy_pct, 2) AS mean_taker_buy_pct
FROM (SELECT token, change_pct, venue_count FROM analyst.open_interest_change WHERE span_h = 72) AS o
JOIN
(
  SELECT token, argMin(price_before_usd, hour) AS first_usd, argMax(price_usd, hour) AS last_usd,
    avg(h.funding_8h_pct) AS funding_8h_pct, avg(h.taker_buy_pct) AS taker_buy_pct
  FROM analyst.token_hour AS h
  WHERE hour > now() - INTERVAL 3 DAY AND price_usd IS NOT NULL
  GROUP BY token
) AS p ON p.token = o.token
ORDER BY open_interest_pct - price_pct DESC;
