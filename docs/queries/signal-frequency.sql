-- How often does a token have a signal of each severity, against the aims of 3 a day, 3 a week and 1 a month?
WITH (SELECT greatest(1, dateDiff('hour', min(at), max(at)) / 24) FROM analyst.signal_outcome WHERE at > now() - INTERVAL 30 DAY) AS days
SELECT
  token,
  round(countIf(severity = 1) / days, 2) AS notable_a_day,
  round(countIf(severity = 2) / days * 7, 2) AS material_a_week,
  round(countIf(severity = 3) / days * 30, 2) AS critical_a_month
FROM analyst.signal_outcome
WHERE at > now() - INTERVAL 30 DAY
GROUP BY token
ORDER BY notable_a_day DESC, token;
