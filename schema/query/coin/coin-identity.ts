// Query: what a directory says of the tracked tokens' identity now.
import { storedByKnown } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
export type CoinIdentityRow = {
  readonly token: string;
  readonly provider: string;
  readonly read_at: number;
  readonly retrieved_ms: number;
  readonly symbol_now: string;
  readonly name_now: string;
};

type CoinIdentityParams = {
  readonly asOf: number;
  readonly known?: number;
  readonly tokens: readonly string[];
  readonly provider: string;
};

export const coinIdentity: Query<CoinIdentityParams, CoinIdentityRow> = {
  name: "coin-identity",
  sql: `
SELECT c.token AS token, any(c.provider) AS provider, toUnixTimestamp64Milli(max(c.at)) AS read_at,
  toUnixTimestamp64Milli(max(c.retrieved_at)) AS retrieved_ms, argMax(c.symbol, (c.at, c.retrieved_at, c.stored_at)) AS symbol_now,
  argMax(c.name, (c.at, c.retrieved_at, c.stored_at)) AS name_now
FROM coin AS c
WHERE ${storedByKnown("c")} AND c.token IN {tokens:Array(String)} AND c.provider = {provider:String}
  AND c.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
GROUP BY token
ORDER BY token`,
};
