-- When were venues furthest apart in the price of one token over the last day?
SELECT token, at, price_usd, lowest_usd, highest_usd, round(apart_bps, 2) AS apart_bps, venue_count
FROM analyst.price_minute
WHERE at > now() - INTERVAL 1 DAY AND venue_count > 1
ORDER BY apart_bps DESC
LIMIT 3 BY token
LIMIT 30;
