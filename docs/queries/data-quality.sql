-- Can the numbers be trusted: which sources failed or were turned away over the last day, or had rows refused since yesterday?
SELECT
  c.source AS source,
  any(c.provider) AS provider,
  sum(c.call_count) AS calls,
  round(sum(c.ok_count) / sum(c.call_count) * 100, 2) AS ok_pct,
  sum(c.rate_limited_count) AS turned_away,
  round(max(c.latency_p95_ms)) AS worst_p95_ms,
  any(r.refused) AS rows_refused,
  any(r.reasons) AS reasons
FROM analyst.source_call_hour AS c
LEFT JOIN
(
  SELECT source, sum(row_count) AS refused, groupUniqArray(reason) AS reasons
  FROM analyst.reject_day
  WHERE day >= today() - 1
  GROUP BY source
) AS r ON r.source = c.source
WHERE c.hour > now() - INTERVAL 24 HOUR
GROUP BY source
ORDER BY ok_pct, rows_refused DESC;
