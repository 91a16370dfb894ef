// Query: the newest coin metadata of each token within 3 days, and its circulation 30 days before.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
export type CoinLatestRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly price_usd: number;
  readonly rank: number | null;
  readonly circulating_native: number | null;
  readonly total_native: number | null;
  readonly max_native: number | null;
  readonly ath_usd: number | null;
  readonly ath_ms: number | null;
  /** Over all venues that the provider covers. */
  readonly volume_24h_usd: number | null;
  readonly circulating_30d_native: number | null;
  /** Who said that of 30 days before, and when; empty and 0 where nobody did. */
  readonly past_provider: string;
  readonly past_at: number;
  readonly past_retrieved_ms: number;
};

export const coinLatest: Query<Instant, CoinLatestRow> = {
  name: "coin-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT n.token AS token, n.provider AS provider, n.read_at AS read_at, n.retrieved_ms AS retrieved_ms,
  n.price_usd AS price_usd, n.rank AS rank, n.circulating_native AS circulating_native, n.total_native AS total_native,
  n.max_native AS max_native, n.ath_usd AS ath_usd, n.ath_ms AS ath_ms, n.volume_24h_usd AS volume_24h_usd,
  p.circulating AS circulating_30d_native,
  p.provider AS past_provider, p.read_at AS past_at, p.retrieved_ms AS past_retrieved_ms
FROM (
  SELECT m.token AS token, m.provider AS provider, toUnixTimestamp64Milli(m.at) AS read_at,
    toUnixTimestamp64Milli(m.retrieved_at) AS retrieved_ms, m.price_usd AS price_usd, m.rank AS rank,
    m.circulating_native AS circulating_native, m.total_native AS total_native, m.max_native AS max_native,
    m.ath_usd AS ath_usd, toUnixTimestamp64Milli(m.ath_at) AS ath_ms, m.volume_24h_usd AS volume_24h_usd
  FROM coin_market AS m
  WHERE ${storedByKnown("m")} AND m.token IN {tokens:Array(String)} AND m.at > toStartOfMinute(as_of) - INTERVAL 3 DAY AND m.at <= as_of
  ORDER BY m.token, m.at DESC, m.retrieved_at DESC, m.stored_at DESC
  LIMIT 1 BY m.token
) AS n
LEFT JOIN (
  SELECT m.token AS token, m.circulating_native AS circulating, m.provider AS provider,
    toUnixTimestamp64Milli(m.at) AS read_at, toUnixTimestamp64Milli(m.retrieved_at) AS retrieved_ms
  FROM coin_market AS m
  WHERE ${storedByKnown("m")} AND m.token IN {tokens:Array(String)} AND m.at > toStartOfMinute(as_of) - INTERVAL 31 DAY AND m.at <= toStartOfMinute(as_of) - INTERVAL 30 DAY
    AND m.circulating_native IS NOT NULL
  ORDER BY m.token, m.at DESC, m.retrieved_at DESC, m.stored_at DESC
  LIMIT 1 BY m.token
) AS p ON n.token = p.token
ORDER BY token`,
};
