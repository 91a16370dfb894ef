-- How fresh was each dataset over the last day, and in which hour was it worst?
SELECT
  dataset,
  round(sum(attainment_pct * sample_count) / sumIf(sample_count, attainment_pct IS NOT NULL), 2) AS attainment_24h_pct,
  round(min(worst_pct), 2) AS worst_minute_pct,
  argMin(hour, worst_pct) AS worst_hour,
  round(max(age_p95_s)) AS oldest_p95_s
FROM analyst.freshness_hour
WHERE hour > now() - INTERVAL 24 HOUR
GROUP BY dataset
ORDER BY attainment_24h_pct;
