ALTER TABLE candle MODIFY TTL toDateTime(open_at) + INTERVAL 90 DAY DELETE WHERE interval_s < 3600,
  toDateTime(open_at) + INTERVAL 730 DAY DELETE WHERE interval_s = 3600
