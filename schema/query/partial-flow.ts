// SQL of what may not be summed over chains: windows of exchange flows in which a chain of the token was not read.
import { CHAIN_IDS } from "../chain.ts";
import { TRACKED } from "../tracked.ts";

const isRead = (chain: string): boolean => CHAIN_IDS.some((id) => id === chain);
const chainsOf = ({ native, contracts }: (typeof TRACKED)[number]): string[] =>
  [...new Set([...(native === null ? [] : [native]), ...Object.keys(contracts)])].filter(isRead);
const quote = (tokens: readonly { readonly id: string }[]) => tokens.map(({ id }) => `'${id}'`).join(", ");

const SEVERAL = quote(TRACKED.filter((token) => chainsOf(token).length > 1));
/** Their own chain is not read: what moves on others says nothing of the token. */
const HOMELESS = quote(TRACKED.filter(({ native }) => native !== null && !isRead(native)));

type Window = {
  /** Condition on `token`. */
  readonly where: string;
  /** Instants in epoch milliseconds, as SQL. */
  readonly from: string;
  readonly to: string;
};

/**
 * A condition on (token, at) of exchange_flow: true where the sum over chains is whole. A chain that was read within
 * the week before belongs to it; one that was never read does not.
 */
export function isWholeFlow({ where, from, to }: Window): string {
  const seen = `SELECT DISTINCT token, toString(chain) AS chain, at AS seen_at FROM exchange_flow
      WHERE ${where} AND token IN (${SEVERAL}) AND at >= fromUnixTimestamp64Milli(toInt64(${from})) - INTERVAL 7 DAY
        AND at <= fromUnixTimestamp64Milli(toInt64(${to}))`;
  return `token NOT IN (${HOMELESS}) AND (token, at) NOT IN (
    SELECT w.token, w.window_at FROM (
      SELECT a.token AS token, a.window_at AS window_at, c.chain AS chain
      FROM (SELECT DISTINCT token, seen_at AS window_at FROM (${seen})) AS a
      INNER JOIN (SELECT DISTINCT token, chain FROM (${seen})) AS c ON c.token = a.token
    ) AS w
    ASOF INNER JOIN (${seen}) AS s ON s.token = w.token AND s.chain = w.chain AND s.seen_at <= w.window_at
    WHERE s.seen_at < w.window_at AND s.seen_at > w.window_at - INTERVAL 7 DAY
  )`;
}
