CREATE OR REPLACE VIEW analyst.open_interest_change
(
  token LowCardinality(String) COMMENT 'Token id.',
  span_h UInt16 COMMENT 'How far apart the two ends are: 1, 4, 24, 72 or 168. Hours.',
  open_interest_usd Float64 COMMENT 'Newest reading of the last two hours of each venue that has one at both ends, summed: one side. USD.',
  open_interest_before_usd Float64 COMMENT 'The same venues a span earlier. USD.',
  change_pct Nullable(Float64) COMMENT 'The first over the second, less one. Percent.',
  venue_count UInt32 COMMENT 'Venues with a reading at both ends.',
  venues Array(String) COMMENT 'Which.',
  is_simulated UInt8 COMMENT '1 where any reading came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'How open interest has changed up to now, like for like: the same venues at both ends.'
AS SELECT
  token, span_h, sum(assumeNotNull(newest)) AS open_interest_usd, sum(assumeNotNull(before)) AS open_interest_before_usd,
  (open_interest_usd / nullIf(open_interest_before_usd, 0) - 1) * 100 AS change_pct, toUInt32(count()) AS venue_count,
  arraySort(groupArray(toString(venue))) AS venues, max(simulated) AS is_simulated
FROM
(
  SELECT token, venue, newest, simulated, arrayJoin([(1, before_1), (4, before_4), (24, before_24), (72, before_72), (168, before_168)]) AS past,
    toUInt16(past.1) AS span_h, past.2 AS before
  FROM
  (
    SELECT token, venue, max(startsWith(provider, 'sandbox:')) AS simulated,
      argMaxOrNullIf(usd, at, age_s < 7200) AS newest, argMaxOrNullIf(usd, at, age_s >= 3600 AND age_s < 10800) AS before_1,
      argMaxOrNullIf(usd, at, age_s >= 14400 AND age_s < 21600) AS before_4, argMaxOrNullIf(usd, at, age_s >= 86400 AND age_s < 93600) AS before_24,
      argMaxOrNullIf(usd, at, age_s >= 259200 AND age_s < 266400) AS before_72, argMaxOrNullIf(usd, at, age_s >= 604800 AND age_s < 612000) AS before_168
    FROM
    (
      SELECT token, venue, at, provider, open_interest_usd AS usd, dateDiff('second', at, now64(3)) AS age_s
      FROM open_interest FINAL
      WHERE replaced_at = 0 AND at > now64(3) - INTERVAL 170 HOUR AND at <= now64(3)
    )
    GROUP BY token, venue
  )
)
WHERE newest IS NOT NULL AND before IS NOT NULL
GROUP BY token, span_h;
