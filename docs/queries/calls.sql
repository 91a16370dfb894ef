-- How often was each kind of call right, after an hour, a day and a week, and what did the price do?
SELECT
  kind,
  subkind,
  if(verdict = '', direction, verdict) AS said,
  horizon_h,
  count() AS calls,
  countIf(result = 'pending') AS pending,
  countIf(result = 'right') AS right,
  countIf(result = 'wrong') AS wrong,
  round(right / (right + wrong) * 100, 1) AS right_pct,
  round(avg(p_right) * 100, 1) AS given_pct,
  round(avg(return_pct), 3) AS mean_return_pct,
  round(avg(worst_pct), 3) AS mean_worst_pct
FROM analyst.call_outcome
WHERE issued_at > now() - INTERVAL 30 DAY
GROUP BY kind, subkind, said, horizon_h
ORDER BY kind, subkind, said, horizon_h;
