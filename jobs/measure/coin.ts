// What coin metadata and the spot price give together: market cap, valuation, all-time high; unrounded.
import { HOUR_MS } from "../../schema/duration.ts";
import type { CoinLatestRow } from "../../schema/query/coin/coin-latest.ts";
import type { TokenRows } from "../fact/token-facts.ts";
import { isFresh, whyMissing } from "./cause.ts";
import { derive, gap, isGap, type Measured, orGap } from "./gap.ts";
import { type Contest, UNCONTESTED } from "./opinion.ts";

/** Supply moves slowly: it counts for 72 hours (contract 4.9). */
const SUPPLY_TTL_MS = 72 * HOUR_MS;

/** The metadata within the hard limit of its dataset; for rank, cap and all-time high. */
export const freshCoin = (rows: Pick<TokenRows, "coin" | "calls">, asOf: number): Measured<CoinLatestRow> =>
  rows.coin && isFresh("coin_market", rows.coin.read_at, asOf)
    ? rows.coin
    : whyMissing(rows.calls, "coin_market", rows.coin?.read_at ?? 0);

/** The metadata within the hard limit of supply. */
export const supplyCoin = (rows: Pick<TokenRows, "coin" | "calls">, asOf: number): Measured<CoinLatestRow> =>
  rows.coin && rows.coin.read_at <= asOf && asOf - rows.coin.read_at <= SUPPLY_TTL_MS
    ? rows.coin
    : whyMissing(rows.calls, "coin_market", rows.coin?.read_at ?? 0);

const notGiven = gap("no_source", "The provider does not say.");

type Coin = {
  readonly marketCap: Measured<number>;
  readonly fdv: Measured<number>;
  readonly rank: Measured<number>;
  readonly ath: Measured<number>;
  readonly athAt: Measured<number>;
  readonly athDrawdown: Measured<number>;
};

/** `price` is the spot price at `at` (epoch milliseconds); what a second source contests counts as not measured. A price above the provider's high is the new high. */
export function measureCoin(
  coin: Measured<CoinLatestRow>,
  price: Measured<number>,
  at: number,
  contest: Contest = UNCONTESTED,
): Coin {
  const stored = derive([coin], (row) => orGap(row.ath_usd, notGiven));
  const above = !isGap(stored) && !isGap(price) && price > stored;
  const ath = above ? price : stored;
  return {
    marketCap: derive(
      [price, derive([coin], (row) => contest.circulating ?? orGap(row.circulating_native, notGiven))],
      (p, coins) => p * coins,
    ),
    fdv: derive([coin, price], (row, p) => {
      const supply = row.max_native ?? row.total_native;
      const contested = contest.max ?? (row.max_native === null ? contest.total : null);
      return contested ?? derive([orGap(supply, notGiven)], (coins) => p * coins);
    }),
    rank: derive([coin], (row) => orGap(row.rank, notGiven)),
    ath,
    athAt: above ? at : derive([coin], (row) => orGap(row.ath_ms, notGiven)),
    athDrawdown: derive([price, ath], (now, top) => (now / top - 1) * 100),
  };
}
