-- Which coins of the directory look like a larger one?
SELECT
  symbol_key,
  count() AS coins,
  argMin(token, coalesce(rank, 1000000)) AS largest,
  min(rank) AS largest_rank,
  groupArray(5)(token) AS some_of_them
FROM analyst.universe
WHERE status = 'listed' AND namesake_count > 0
GROUP BY symbol_key
ORDER BY largest_rank
LIMIT 20;
