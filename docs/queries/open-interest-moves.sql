-- Where did open interest and price part ways over the last three days: positions built against the move?
SELECT
  token,
  round((argMax(open_interest_usd, hour) / argMin(open_interest_usd, hour) - 1) * 100, 2) AS open_interest_pct,
  round((argMax(price_usd, hour) / argMin(price_usd, hour) - 1) * 100, 2) AS price_pct,
  round(avg(funding_8h_pct), 5) AS mean_funding_8h_pct,
  round(avg(taker_buy_pct), 2) AS mean_taker_buy_pct
FROM analyst.token_hour
WHERE hour > now() - INTERVAL 3 DAY AND price_usd IS NOT NULL AND open_interest_usd IS NOT NULL
GROUP BY token
HAVING min(open_interest_venue_count) = max(open_interest_venue_count)
ORDER BY open_interest_pct - price_pct DESC;
