-- Where do two venues differ most in funding right now, and what would holding both sides earn in a year before costs?
SELECT
  token,
  argMax(venue, rate_8h_pct) AS short_at,
  argMin(venue, rate_8h_pct) AS long_at,
  round(max(rate_8h_pct) - min(rate_8h_pct), 5) AS apart_8h_pct,
  round(max(apr_pct) - min(apr_pct), 2) AS apart_apr_pct,
  max(age_s) AS oldest_reading_s
FROM analyst.funding_latest
WHERE rate_8h_pct IS NOT NULL
GROUP BY token
HAVING count() > 1
ORDER BY apart_8h_pct DESC
LIMIT 20;
