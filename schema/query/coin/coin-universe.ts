// Query: every coin that is listed now, with its newest rank within 3 days.
import { storedByKnown } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** `seen_at` in epoch milliseconds is when the identity was last written. */
export type CoinUniverseRow = {
  readonly token: string;
  readonly symbol: string;
  readonly name: string;
  readonly contracts: Readonly<Record<string, string>>;
  readonly rank: number | null;
  readonly seen_at: number;
};

export const coinUniverse: Query<{ readonly asOf: number; readonly provider: string }, CoinUniverseRow> = {
  name: "coin-universe",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT l.token AS token, l.symbol AS symbol, l.name AS name, l.contracts AS contracts, r.rank AS rank,
  l.seen_at AS seen_at
FROM (
  SELECT c.token AS token, c.symbol AS symbol, c.name AS name, c.contracts AS contracts, c.status AS status,
    toUnixTimestamp64Milli(c.at) AS seen_at
  FROM coin AS c
  WHERE ${storedByKnown("c")} AND c.provider = {provider:String} AND c.at <= as_of
  ORDER BY c.token, c.at DESC, c.retrieved_at DESC, c.stored_at DESC
  LIMIT 1 BY c.token
) AS l
LEFT JOIN (
  SELECT s.token AS token, argMax(s.rank, (s.at, s.read, s.stored)) AS rank
  FROM (
    SELECT m.token AS token, m.at AS at, m.retrieved_at AS read, m.stored_at AS stored, m.rank AS rank FROM coin_market AS m
    WHERE ${storedByKnown("m")} AND m.provider = {provider:String} AND m.at > as_of - INTERVAL 3 DAY AND m.at <= as_of
    UNION ALL
    SELECT k.token AS token, k.at AS at, k.retrieved_at AS read, k.stored_at AS stored, k.rank AS rank FROM coin_rank AS k
    WHERE ${storedByKnown("k")} AND k.provider = {provider:String} AND k.at > as_of - INTERVAL 3 DAY AND k.at <= as_of
  ) AS s
  GROUP BY token
) AS r ON l.token = r.token
WHERE l.status = 'listed'
ORDER BY token`,
};
