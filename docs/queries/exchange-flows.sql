-- Into which exchanges did coins flow over the last seven days, chain by chain, and how much of the time was scanned?
SELECT
  token,
  chain,
  exchange,
  round(sum(netflow_native), 4) AS netflow_native,
  round(sum(netflow_usd)) AS netflow_usd,
  sum(transfer_count) AS transfers,
  round(sum(covered_s) / (7 * 86400) * 100, 1) AS scanned_pct
FROM analyst.exchange_flow_hour
WHERE hour >= toStartOfHour(now()) - INTERVAL 7 DAY AND hour < toStartOfHour(now())
GROUP BY token, chain, exchange
ORDER BY abs(netflow_usd) DESC;
