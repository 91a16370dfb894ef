// Query: the newest word of each provider on how a chain is used and what of a token is burned or staked there. What moved a
// token is of the same hours on all of its chains: those that end where the first of them ends.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; counts are of the 24 hours to `read_at`, amounts are native coins. */
export type ChainFigureRow = {
  readonly token: string;
  readonly chain: string;
  readonly provider: string;
  readonly figure: "active_addresses" | "burned" | "staked" | "transactions";
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly value: number;
  /** The reading nearest to the last midnight that a provider of UTC days counted to; null where none is near it. */
  readonly day_value: number | null;
};

/** Windows move in steps of five minutes, so that an answer may be held for as long. */
const since = (days: number) =>
  `toStartOfFiveMinutes(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL ${days} DAY`;
/** Whether a row is the chain's own word, and no provider's of days. */
const OWN = "(provider = chain OR endsWith(provider, concat(':', chain)))";
const rows = (table: string, days: number, figures: string) =>
  `SELECT token, chain, provider, at, retrieved_at, stored_at, arrayJoin([${figures}]) AS figure
    FROM ${table} WHERE ${storedByKnown()} AND token IN {tokens:Array(String)} AND at > ${since(days)} AND at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')`;

export const chainFigureLatest: Query<Instant, ChainFigureRow> = {
  name: "chain-figure-latest",
  sql: `
SELECT token, chain, provider, name AS figure, newest.1 AS read_at, newest.2 AS retrieved_ms, newest.3 AS value,
  if(near.1 = 0, NULL, near.2) AS day_value
FROM (
  SELECT token, chain, provider, name, argMax((ms, read_ms, amount), (ms, read_ms, stored)) AS newest,
    argMinIf((toUInt8(1), amount), (apart, ms, -read_ms, -stored), apart <= 1800000) AS near
  FROM (
    SELECT *, abs(ms - midnight) AS apart, minIf(last, own) OVER (PARTITION BY token, name) AS common
    FROM (
      SELECT token, chain, provider, figure.1 AS name, assumeNotNull(figure.2) AS amount, toUnixTimestamp64Milli(at) AS ms,
        toUnixTimestamp64Milli(retrieved_at) AS read_ms, toUnixTimestamp64Milli(stored_at) AS stored, maxIf(ms, ms % 86400000 = 0) OVER (PARTITION BY token, chain, name) AS midnight,
        ${OWN} AS own, maxIf(ms, own) OVER (PARTITION BY token, chain, name) AS last
      FROM (
        ${rows("chain_activity", 4, "('transactions', transactions_count), ('active_addresses', active_addresses_count)")}
        UNION ALL
        ${rows("chain_supply", 2, "('burned', burned_native), ('staked', staked_native)")}
      )
      WHERE isNotNull(figure.2)
    )
  )
  WHERE NOT own OR name NOT IN ('transactions', 'active_addresses') OR ms <= common
  GROUP BY token, chain, provider, name
)
ORDER BY token, chain, provider, figure`,
};
