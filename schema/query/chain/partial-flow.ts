// SQL of what may not be summed over chains: windows of exchange flows in which a chain of the token was not read.
import { storedByKnown } from "../../dataset/version.ts";
import { isScanned, ON_SEVERAL_CHAINS, scannedChainsOf } from "../../token/scanned-chain.ts";
import { TRACKED } from "../../token/tracked.ts";

/** Never empty: the store takes no empty list. */
const quote = (tokens: readonly { readonly id: string }[]) =>
  ["", ...tokens.map(({ id }) => id)].map((id) => `'${id}'`).join(", ");

export const SEVERAL = quote(ON_SEVERAL_CHAINS);
const COUNTS = [0, ...ON_SEVERAL_CHAINS.map((token) => scannedChainsOf(token).length)].join(", ");
/** Their own chain is not read: what moves on others says nothing of the token. */
const HOMELESS = quote(TRACKED.filter(({ native }) => native !== null && !isScanned(native)));

type Window = {
  /** Condition on `token`. */
  readonly where: string;
  /** Instants in epoch milliseconds, as SQL. */
  readonly from: string;
  readonly to: string;
};

/**
 * A condition on (token, at) of exchange_flow: true where the sum over chains is whole. Every chain of the token that
 * is read at all belongs to it, also in a window that its scan has not come to yet.
 */
export function isWholeFlow({ where, from, to }: Window): string {
  return `token NOT IN (${HOMELESS}) AND (token NOT IN (${SEVERAL}) OR (token, at) IN (
    SELECT token, at FROM exchange_flow
    WHERE ${storedByKnown()} AND ${where} AND token IN (${SEVERAL}) AND at >= fromUnixTimestamp64Milli(toInt64(${from}))
      AND at <= fromUnixTimestamp64Milli(toInt64(${to}))
    GROUP BY token, at HAVING uniqExact(chain) >= transform(toString(token), [${SEVERAL}], [${COUNTS}], 0)
  ))`;
}
