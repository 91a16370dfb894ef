-- State section security: every member of it for a token at an instant, made again from the readings behind it.
-- Not covered: nothing.
-- Scans count for seven days. A second scanner fills what the first does not say, and where both differ nothing is said; what is
-- read from the source is not known while that is closed. The level is that of the worst contract.
WITH
  toUnixTimestamp64Milli({at:DateTime64(3, 'UTC')}) AS at_ms,
  ['open_source', 'proxy', 'honeypot', 'cannot_buy', 'cannot_sell_all', 'mintable', 'owner_change_balance', 'hidden_owner', 'can_take_back_ownership', 'selfdestruct', 'transfer_pausable', 'blacklist_function', 'whitelist_function', 'trading_cooldown', 'tax_modifiable', 'per_address_tax', 'anti_whale', 'external_call', 'airdrop_scam', 'fake_token'] AS codes,
  ['The source is published.', 'The contract is a proxy: what it does can be replaced.', 'It can be bought but not sold.', 'It cannot be bought.', 'A holder cannot sell all at once.', 'More of it can be minted.', 'The owner can change balances.', 'It has a hidden owner.', 'Ownership that was given up can be taken back.', 'The contract can destroy itself.', 'Transfers can be paused.', 'Single holders can be barred from transfers.', 'It has a whitelist function.', 'Trades need a pause in between.', 'Taxes can be changed.', 'Taxes can differ by address.', 'Large orders are limited.', 'Transfers call other contracts.', 'It is an airdrop scam.', 'It imitates another token.'] AS summaries,
  [0, 1, 3, 0, 3, 1, 3, 2, 2, 3, 1, 1, 0, 0, 1, 1, 0, 0, 3, 3] AS severities,
  [0, 1, 0, 0, 0, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 0, 0] AS from_source,
  (
    SELECT (groupArray(native)[1], groupArray(mapKeys(contracts))[1], groupArray(mapValues(contracts))[1])
    FROM tracked
    WHERE token = {token:String}
  ) AS listed,
  -- chain, address, provider, flags, taxes on buying and selling, owner, shares, holders, locked, trusted, other risks, read
  (
    SELECT groupArray((toString(chain), address, toString(provider), flags, buy_tax_pct, sell_tax_pct, owner_address, owner_pct, creator_pct, toFloat64(holders_count), lp_locked_pct,
      trust_listed, other_risks, toUnixTimestamp64Milli(at)))
    FROM
    (
      SELECT chain, address, provider, [open_source, proxy, honeypot, cannot_buy, cannot_sell_all, mintable, owner_change_balance, hidden_owner, can_take_back_ownership, selfdestruct, transfer_pausable, blacklist_function, whitelist_function, trading_cooldown, tax_modifiable, per_address_tax, anti_whale, external_call, airdrop_scam, fake_token] AS flags, buy_tax_pct, sell_tax_pct, owner_address, owner_pct, creator_pct, holders_count, lp_locked_pct, trust_listed, other_risks, at
      FROM contract_scan_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 30 DAY AND at <= {at:DateTime64(3, 'UTC')} AND retrieved_at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      ORDER BY chain, address, provider, at < toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 7 DAY, partial, at DESC, retrieved_at DESC, stored_at DESC
      LIMIT 1 BY chain, address, provider
    )
  ) AS all_scans,
  (SELECT arrayFilter(s -> s.14 >= at_ms - 604800000, all_scans)) AS scans,
  -- What is said against a transfer of it and against who made it.
  (
    SELECT groupArray((name, address, last.1, last.2, last.3))
    FROM
    (
      SELECT toString(chain) AS name, address, argMax((transfer_tax_pct, same_creator_honeypot, owner_flags), (at, retrieved_at, stored_at)) AS last, max(at) AS read_at
      FROM contract_holder_versions
      WHERE token = {token:String} AND at > toStartOfMinute({at:DateTime64(3, 'UTC')}) - INTERVAL 30 DAY AND at <= {at:DateTime64(3, 'UTC')} AND stored_at <= {known:DateTime64(3, 'UTC')}
      GROUP BY name, address
      HAVING read_at >= {at:DateTime64(3, 'UTC')} - INTERVAL 168 HOUR
    )
  ) AS makers,
  -- chain, address, first scan, second scan, flags (1, 0, 2 in dispute, null unknown), taxes, trusted, level (0 low to 3), flags raised
  (
    SELECT groupArray((chain, address, g, h, states, buy, sell, trusted, level, arraySort(r -> (-r.2, r.4), arrayMap(r -> (r.1, if(trusted AND NOT ifNull(states[3] = 1 OR states[5] = 1 OR states[20] = 1, 0), 1, r.2), r.3, r.4), raised))))
    FROM
    (
      SELECT chain, address, g, h, states, buy, sell, trusted,
        (arrayMap((s, k) -> if(k = 1, 0, if(ifNull(if(s = 2, 0, s = 1), 0), severities[k], 0)), states, range(1, 21)) AS hits_0,
          ifNull(if(states[1] = 2, 0, states[1] = 0), 0) AS closed_0,
          ifNull(sell, if(0 AND sell_apart, greatest(ifNull(g.6, 0), ifNull(h.6, 0)), 0)) AS sold_0, ifNull(buy, if(0 AND buy_apart, greatest(ifNull(g.5, 0), ifNull(h.5, 0)), 0)) AS bought_0,
          greatest(arrayMax(hits_0), if(closed_0, 2, 0), if(greatest(sold_0, bought_0) >= 5, 1, 0), if(sold_0 >= 10, 2, 0), if(sold_0 >= 50, 3, 0)) AS worst_0,
          if(trusted AND NOT (hits_0[3] > 0 OR hits_0[5] > 0 OR hits_0[20] > 0), least(worst_0, 1), worst_0)).6 AS known, (arrayMap((s, k) -> if(k = 1, 0, if(ifNull(if(s = 2, 1, s = 1), 0), severities[k], 0)), states, range(1, 21)) AS hits_1,
          ifNull(if(states[1] = 2, 1, states[1] = 0), 0) AS closed_1,
          ifNull(sell, if(1 AND sell_apart, greatest(ifNull(g.6, 0), ifNull(h.6, 0)), 0)) AS sold_1, ifNull(buy, if(1 AND buy_apart, greatest(ifNull(g.5, 0), ifNull(h.5, 0)), 0)) AS bought_1,
          greatest(arrayMax(hits_1), if(closed_1, 2, 0), if(greatest(sold_1, bought_1) >= 5, 1, 0), if(sold_1 >= 10, 2, 0), if(sold_1 >= 50, 3, 0)) AS worst_1,
          if(trusted AND NOT (hits_1[3] > 0 OR hits_1[5] > 0 OR hits_1[20] > 0), least(worst_1, 1), worst_1)).6 AS feared,
        if((states[3] IS NULL OR states[3] = 2) AND sell IS NULL AND (states[1] IS NULL OR states[1] = 2), NULL, if(known = feared OR known >= 2, known, NULL)) AS level,
        arrayFirst(m -> m.1 = chain AND m.2 = address, makers) AS maker,
        arrayFilter(x -> match(x, '^[a-z_]+$'), splitByChar(',', ifNull(maker.5, ''))) AS blames,
        arrayMap((r, k) -> (r.1, r.2, r.3, k), arrayFilter(r -> r.4, arrayConcat(
          arrayMap(k -> (codes[k], severities[k], summaries[k], ifNull(severities[k] > 0 AND states[k] = 1, 0)), range(1, 21)),
          [
            ('source_not_open', 2, 'The source is not published.', ifNull(states[1] = 0, 0)),
            ('sell_tax', multiIf(sell >= 50, 3, sell >= 10, 2, 1), concat('Selling is taxed at ', toString(ifNull(sell, 0)), ' %.'), ifNull(sell >= 5, 0)),
            ('buy_tax', 1, concat('Buying is taxed at ', toString(ifNull(buy, 0)), ' %.'), ifNull(buy >= 5, 0)),
            ('transfer_tax', 1, concat('Transfers are taxed at ', toString(round(ifNull(maker.3, 0), 4)), ' %.'), ifNull(maker.3 >= 5, 0)),
            ('same_creator_honeypot', 2, 'Its creator made honeypots before.', ifNull(maker.4 = 1, 0)),
            ('owner_flagged', 2, left(concat('The address behind the contract is reported for ', replaceAll(arrayStringConcat(blames, ', '), '_', ' '), '.'), 300), notEmpty(blames))
          ])) AS found, arrayEnumerate(found)) AS raised
      FROM
      (
        SELECT chain, address, arrayFirst(s -> s.1 = chain AND s.2 = address AND endsWith(s.3, 'goplus'), scans) AS g, arrayFirst(s -> s.1 = chain AND s.2 = address AND endsWith(s.3, 'honeypot'), scans) AS h,
          arrayMap(k -> multiIf(g.4[k] IS NOT NULL AND h.4[k] IS NOT NULL AND (g.4[k] = 1) != (h.4[k] = 1), 2, g.4[k] IS NOT NULL, g.4[k] = 1, h.4[k] IS NOT NULL, h.4[k] = 1, NULL), range(1, 21)) AS agreed,
          ifNull(g.4[1] != 1, 0) OR ifNull(agreed[1] = 0, 0) AS is_closed,
          arrayMap((a, s) -> if(is_closed AND s = 1, NULL, a), agreed, from_source) AS states,
          ifNull(abs(g.5 - h.5) > 1, 0) AS buy_apart, ifNull(abs(g.6 - h.6) > 1, 0) AS sell_apart,
          if(buy_apart, NULL, round(ifNull(g.5, h.5), 4)) AS buy, if(sell_apart, NULL, round(ifNull(g.6, h.6), 4)) AS sell, ifNull(g.12 = 1, 0) AS trusted
        FROM (SELECT pair.1 AS chain, pair.2 AS address FROM (SELECT arrayJoin(arrayZip(listed.2, listed.3)) AS pair))
      )
    )
  ) AS contracts
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
      ('/as_of', 'time', toNullable(toFloat64(if(applicable AND notEmpty(used), arrayMax(used.14), at_ms))), ''),
      ('/coverage/weight_pct', 'pct', toNullable(if(applicable, assessed / expected * 100, 100)), ''),
      ('/applicable', 'json', NULL, if(applicable, 'true', 'false')),
      ('/provider', 'json', NULL, multiIf(NOT applicable, 'null', empty(used), '"unassessed"',
        toJSONString(if(arrayExists(s -> endsWith(s.3, 'goplus'), used), arrayFirst(s -> endsWith(s.3, 'goplus'), used).3, used[1].3)))),
      ('/contract_risk', 'json', NULL, risk)
    ],
    multiIf(NOT applicable, [('/contracts', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')], empty(used), [('/contracts', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], entries),
    multiIf(applicable AND empty(used), [('/flags', 'json', CAST(NULL, 'Nullable(Float64)'), '"unassessed"')], empty(flags), [('/flags', 'json', CAST(NULL, 'Nullable(Float64)'), '[]')],
      arrayFlatten(arrayMap((f, i) -> [
        (concat('/flags/', toString(i - 1), '/code'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(f.1)),
        (concat('/flags/', toString(i - 1), '/severity'), 'whole', toNullable(toFloat64(f.2)), ''),
        (concat('/flags/', toString(i - 1), '/chain'), 'json', NULL, toJSONString(f.3)),
        (concat('/flags/', toString(i - 1), '/summary'), 'json', NULL, toJSONString(f.4))
      ], flags, arrayEnumerate(flags))))
  )) AS row
  FROM
  (
    SELECT *, if(empty(used), 5, 5 + length(counted)) AS expected,
      if(empty(used), 1, 4 + (risk != '"unassessed"') + arrayCount(e -> if(e.2 = 'json', e.4 != '"unassessed"', ifNull(isFinite(e.3), 0)), counted)) AS assessed
    FROM
    (
      -- Every member that applies, those of the contracts too, and how many have a value.
      SELECT *, arrayFilter(e -> NOT endsWith(e.1, '/chain') AND NOT endsWith(e.1, '/address') AND NOT (e.2 = 'json' AND e.4 = 'null'), entries) AS counted,
        multiIf(NOT applicable, 'null', notEmpty(levels) AND arrayMax(levels) >= 0 AND (NOT has(levels, -1) OR arrayMax(levels) >= 2),
    concat('"', ['low', 'medium', 'high', 'critical'][arrayMax(levels) + 1], '"'), '"unassessed"') AS risk
      FROM
      (
        SELECT *, listed.1 = '' OR notEmpty(listed.2) AS applicable, arrayFilter(s -> s.3 != '', arrayFlatten(arrayMap(c -> [c.3, c.4], contracts))) AS used,
          arrayMap(c -> ifNull(toInt8(c.9), -1), contracts) AS levels,
          arrayFlatten(arrayMap(c -> arrayMap(r -> (r.1, r.2, c.1, r.3), c.10), contracts)) AS flags,
          arrayFlatten(arrayMap((c, i) -> arrayConcat(
    [
      (concat('/contracts/', toString(i - 1), '/chain'), 'json', CAST(NULL, 'Nullable(Float64)'), toJSONString(c.1)),
      (concat('/contracts/', toString(i - 1), '/address'), 'json', NULL, toJSONString(c.2))
    ],
    arrayMap(k -> (concat('/contracts/', toString(i - 1), '/', codes[k]), 'json', CAST(NULL, 'Nullable(Float64)'), multiIf(c.5[k] = 1, 'true', c.5[k] = 0, 'false', '"unassessed"')), range(1, 20)),
    [
      (concat('/contracts/', toString(i - 1), '/buy_tax_pct'), 'pct', c.6, ''),
      (concat('/contracts/', toString(i - 1), '/sell_tax_pct'), 'pct', c.7, ''),
      (concat('/contracts/', toString(i - 1), '/owner_address'), 'json', NULL, multiIf(c.3.3 = '' OR c.3.7 IS NULL, '"unassessed"', c.3.7 = '', 'null', toJSONString(ifNull(c.3.7, '')))),
      (concat('/contracts/', toString(i - 1), '/owner_pct'), 'pct', c.3.8, ''),
      (concat('/contracts/', toString(i - 1), '/creator_pct'), 'pct', c.3.9, ''),
      (concat('/contracts/', toString(i - 1), '/holders_count'), 'whole', ifNull(c.3.10, c.4.10), ''),
      (concat('/contracts/', toString(i - 1), '/lp_locked_pct'), 'pct', c.3.11, ''),
      (concat('/contracts/', toString(i - 1), '/trust_listed'), 'json', NULL, if(c.8, 'true', '"unassessed"')),
      (concat('/contracts/', toString(i - 1), '/other_risks'), 'json', NULL, multiIf(c.3.3 = '', '"unassessed"', c.3.13 IS NULL, 'null', toJSONString(ifNull(c.3.13, ''))))
    ]), contracts, arrayEnumerate(contracts))) AS entries
        FROM (SELECT listed, contracts)
      )
    )
  )
)
