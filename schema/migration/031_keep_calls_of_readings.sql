ALTER TABLE source_call MODIFY TTL toDateTime(requested_at) + INTERVAL 14 DAY DELETE WHERE source NOT LIKE '%-candle-1h' AND source NOT LIKE '%-coin-market%',
  toDateTime(requested_at) + INTERVAL 45 DAY DELETE WHERE source LIKE '%-candle-1h' OR source LIKE '%-coin-market%'
