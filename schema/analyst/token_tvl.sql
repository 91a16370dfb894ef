CREATE OR REPLACE VIEW analyst.token_tvl
(
  token LowCardinality(String) COMMENT 'Token id.',
  at DateTime64(3, 'UTC') COMMENT 'When the value was true. UTC.',
  tvl_usd Float64 COMMENT 'Value locked over all chains. USD.',
  chain_count UInt32 COMMENT 'Chains it is spread over.',
  change_24h_pct Nullable(Float64) COMMENT 'Change over 24 hours as the provider states it; null where it does not. Percent.',
  neutral_change_pct Nullable(Float64) COMMENT 'Change of the deposits at the prices of the day before; null where not read. Percent.',
  is_simulated UInt8 COMMENT '1 where any row came from a simulated provider.'
)
DEFINER = CURRENT_USER SQL SECURITY DEFINER
COMMENT 'Value locked behind each token, reading by reading.'
AS SELECT token, at, sum(v.tvl_usd) AS tvl_usd, toUInt32(count()) AS chain_count, any(v.change_24h_pct) AS change_24h_pct,
  any(v.neutral_change_pct) AS neutral_change_pct, max(startsWith(v.provider, 'sandbox:')) AS is_simulated
FROM token_tvl AS v FINAL WHERE v.replaced_at = 0
GROUP BY token, at;
