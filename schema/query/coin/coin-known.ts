// Query: the last identity of every coin that was read up to an instant, by one provider.
import { storedByKnown } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

/** `status` is listed or gone. */
export type CoinKnownRow = {
  readonly token: string;
  readonly symbol: string;
  readonly name: string;
  readonly name_raw: string;
  readonly contracts: Readonly<Record<string, string>>;
  readonly status: string;
  readonly digest: string;
  /** When it was last written, epoch milliseconds. */
  readonly read_at: number;
};

export const coinKnown: Query<{ readonly asOf: number; readonly provider: string }, CoinKnownRow> = {
  name: "coin-known",
  sql: `
SELECT c.token AS token, c.symbol AS symbol, c.name AS name, c.name_raw AS name_raw, c.contracts AS contracts,
  c.status AS status, c.digest AS digest,
  toUnixTimestamp64Milli(c.at) AS read_at
FROM coin AS c
WHERE ${storedByKnown("c")} AND c.provider = {provider:String} AND c.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY c.token, c.at DESC, c.retrieved_at DESC, c.stored_at DESC
LIMIT 1 BY c.token`,
};
