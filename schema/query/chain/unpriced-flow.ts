// Windows of one chain in which coins of a token moved and have no price.
import { knownOf } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

type Params = { chain: string; label_set: string; provider: string; from: number; tokens: readonly string[] };

/** `at` is the start of the window, epoch ms. */
type UnpricedFlowRow = { token: string; at: number };

const UNPRICED = `chain = {chain:String} AND label_set = {label_set:String} AND provider = {provider:String}
  AND token IN {tokens:Array(String)} AND f.at >= fromUnixTimestamp64Milli({from:Int64})
  AND inflow_usd IS NULL AND (inflow_native > 0 OR outflow_native > 0)`;

/** What was ever written without a price is few rows: only those are looked at for whether a later reading has one. */
export const unpricedFlow: Query<Params, UnpricedFlowRow> = {
  name: "unpriced-flow",
  sql: `SELECT DISTINCT f.token AS token, toUnixTimestamp64Milli(f.at) AS at
FROM exchange_flow AS f FINAL
WHERE ${knownOf("f")} AND (f.token, f.at) IN (SELECT f.token, f.at FROM exchange_flow AS f WHERE ${knownOf("f")} AND ${UNPRICED})
  AND ${UNPRICED}
ORDER BY at DESC, token`,
};
