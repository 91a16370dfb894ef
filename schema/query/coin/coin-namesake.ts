// Query: the coins whose symbol looks like one of the given ones, as they are listed now.
import { storedByKnown } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

export type CoinNamesakeRow = { readonly token: string; readonly key: string };

/** `keys` are skeletons of symbols. */
type CoinNamesakeParams = {
  readonly asOf: number;
  readonly known?: number;
  readonly keys: readonly string[];
  readonly provider: string;
};

export const coinNamesake: Query<CoinNamesakeParams, CoinNamesakeRow> = {
  name: "coin-namesake",
  sql: `
SELECT n.token AS token, n.key_now AS key
FROM (
  SELECT c.token AS token, argMax(c.symbol_key, (c.at, c.retrieved_at, c.stored_at)) AS key_now, argMax(c.status, (c.at, c.retrieved_at, c.stored_at)) AS status_now
  FROM coin AS c
  WHERE ${storedByKnown("c")} AND c.provider = {provider:String} AND c.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
    AND c.token IN (SELECT k.token FROM coin AS k WHERE ${storedByKnown("k")} AND k.symbol_key IN {keys:Array(String)})
  GROUP BY token
) AS n
WHERE n.status_now = 'listed' AND n.key_now IN {keys:Array(String)}
ORDER BY key, token`,
};
