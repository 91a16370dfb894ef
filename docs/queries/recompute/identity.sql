-- State section identity: every member of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Where it lives is the published list of tracked tokens; what a directory says of it counts for three days, and namesakes are
-- the other listed coins whose symbol looks the same.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  (
    SELECT (groupArray(native)[1], groupArray(mapKeys(contracts))[1], groupArray(mapValues(contracts))[1], groupArray(decimals)[1], groupArray(categories)[1], groupArray(sector)[1], groupArray(symbol_key)[1])
    FROM tracked
    WHERE token = {token:String}
  ) AS listed,
  -- The directory's list as of the last whole minute.
  (
    SELECT (groupArrayIf(read_ms, name = {token:String}), arraySort(groupArrayIf(name, name != {token:String} AND said.1 = 'listed' AND said.2 = listed.7)))
    FROM
    (
      SELECT toString(token) AS name, toUnixTimestamp64Milli(max(at)) AS read_ms, argMax((toString(status), symbol_key), (at, retrieved_at, stored_at)) AS said
      FROM coin_versions
      WHERE endsWith(provider, 'coingecko') AND at <= toStartOfMinute({at:DateTime64(3, 'UTC')}) AND stored_at <= {known_identity:DateTime64(3, 'UTC')}
        AND token IN (SELECT token FROM coin_versions WHERE (symbol_key IN (SELECT symbol_key FROM tracked WHERE token = {token:String}) OR token = {token:String}) AND stored_at <= {known_identity:DateTime64(3, 'UTC')})
      GROUP BY name
    )
  ) AS directory,
  notEmpty(directory.1) AND directory.1[1] >= at_ms - 259200000 AS is_known,
  (
    SELECT (count() > 0, toUnixTimestamp64Milli(max(at)), argMax((description, homepage_url, toUnixTimestamp64Milli(launched_at), categories), (at, retrieved_at, stored_at)))
    FROM coin_profile_versions
    WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 5 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
  ) AS profile,
  profile.1 AND profile.2 >= at_ms - 259200000 AS has_profile,
  arrayDistinct(arrayConcat(listed.5, if(has_profile AND profile.3.4 != '', splitByChar(',', profile.3.4), []))) AS categories,
  arrayConcat(
    if(listed.1 = '', [], arrayFilter(p -> p != '', [transform(listed.1, ['btc', 'eth', 'bsc', 'sol', 'ada'],
      ['https://mempool.space', 'https://etherscan.io', 'https://bscscan.com', 'https://solscan.io', 'https://cardanoscan.io'], '')])),
    arrayFilter(p -> p != '', arrayMap((chain, address) -> if(chain IN ('eth', 'bsc', 'sol', 'ada'), concat(transform(chain, ['eth', 'bsc', 'sol', 'ada'],
      ['https://etherscan.io/token/', 'https://bscscan.com/token/', 'https://solscan.io/token/', 'https://cardanoscan.io/token/'], ''), address), ''), listed.2, listed.3))) AS explorers,
  arrayConcat(if(listed.1 = '', [], [(listed.1, 'null', 'null', 'null', 'true')]), arrayMap((chain, address) -> (chain, toJSONString(address),
    if(mapContains(listed.4, chain), toString(listed.4[chain]), 'null'), transform(chain, ['eth', 'bsc', 'sol', 'ada'], ['"erc20"', '"bep20"', '"spl"', '"native-asset"'], 'null'), 'false'),
    listed.2, listed.3)) AS chains,
  toFloat64(notEmpty(chains) + 2 + (has_profile AND profile.3.1 IS NOT NULL) + (has_profile AND profile.3.2 IS NOT NULL) + (has_profile AND profile.3.3 IS NOT NULL)
    + notEmpty(explorers) + is_known) AS assessed
SELECT row.1 AS member,
  toInt16(ifNotFinite(ifNull(if(row.2 = 'price' AND row.3 != 0, 7 - floor(log10(abs(row.3))),
    transform(row.2, ['usd', 'pct', 'bps', 'ratio', 'native'], [2, 4, 4, 6, 8], 0)), 0), 0)) AS digits,
  multiIf(
    row.2 = 'json', row.4,
    NOT ifNull(isFinite(row.3), 0), '"unassessed"',
    row.2 = 'time', concat('"', left(formatDateTime(fromUnixTimestamp64Milli(toInt64(ifNull(row.3, 0)), 'UTC'), '%FT%T.%f'), 23), 'Z"'),
    toString(round(row.3, digits))) AS value,
  if(row.2 IN ('json', 'time', 'whole'), 0, exp10(-digits)) AS step
FROM
(
  SELECT arrayJoin(arrayConcat(
    [
      ('/as_of', 'time', toNullable(toFloat64(if(is_known, directory.1[1], at_ms))), ''),
      ('/coverage/weight_pct', 'pct', toNullable(assessed / 8 * 100), ''),
      ('/sector', 'json', NULL, toJSONString(listed.6)),
      ('/description', 'json', NULL, if(has_profile AND profile.3.1 IS NOT NULL, toJSONString(profile.3.1), '"unassessed"')),
      ('/homepage_url', 'json', NULL, if(has_profile AND profile.3.2 IS NOT NULL, toJSONString(profile.3.2), '"unassessed"')),
      ('/launched_at', 'time', toFloat64(if(has_profile, profile.3.3, NULL)), ''),
      ('/tracked', 'json', NULL, 'true')
    ],
    if(empty(categories), [('/categories', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayMap((c, i) -> (concat('/categories/', toString(i - 1)), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(c)), categories, arrayEnumerate(categories))),
    if(empty(explorers), [('/explorers', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')],
      arrayMap((e, i) -> (concat('/explorers/', toString(i - 1)), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(e)), explorers, arrayEnumerate(explorers))),
    multiIf(NOT is_known, [('/same_symbol', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(directory.2), [('/same_symbol', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayMap((e, i) -> (concat('/same_symbol/', toString(i - 1)), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(e)), directory.2, arrayEnumerate(directory.2))),
    if(empty(chains), [('/chains', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], arrayFlatten(arrayMap((c, i) -> [
      (concat('/chains/', toString(i - 1), '/chain'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(c.1)),
      (concat('/chains/', toString(i - 1), '/address'), 'json', NULL, c.2),
      (concat('/chains/', toString(i - 1), '/decimals'), 'json', NULL, c.3),
      (concat('/chains/', toString(i - 1), '/standard'), 'json', NULL, c.4),
      (concat('/chains/', toString(i - 1), '/native'), 'json', NULL, c.5)
    ], chains, arrayEnumerate(chains))))
  )) AS row
)
