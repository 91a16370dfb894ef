// The whole market from a directory's count, held against a second one; unrounded.

import type { GlobalLatestRow } from "../../schema/query/coin/global-latest.ts";
import type { CallLatestRow } from "../../schema/query/service/call-latest.ts";
import { sourceInfo } from "../source-info.ts";
import { isFresh, whyMissing } from "./cause.ts";
import { derive, type Gap, gap, type Measured, orGap } from "./gap.ts";
import { contest, SHARE_TOLERANCE_PCT, TOLERANCE, withinShare } from "./opinion.ts";

export type GlobalMarket = {
  readonly totalCap: Measured<number>;
  readonly change1h: Measured<number>;
  readonly change24h: Measured<number>;
  readonly change7d: Measured<number>;
  readonly volume24h: Measured<number>;
  readonly btcDominance: Measured<number>;
  readonly ethDominance: Measured<number>;
  /** The fresh readings it rests on, the first provider's first. */
  readonly read: readonly GlobalLatestRow[];
};

/** The directory whose figures are shown; any other is a second opinion. */
const FIRST = "coingecko";
const notGiven = gap("no_source", "The provider does not say.");
const noPast = (what: string) => gap("insufficient_history", `No total of ${what} before is stored.`);

const change = (now: Measured<number>, before: number | null, what: string): Measured<number> =>
  derive([now, orGap(before, noPast(what))], (to, from) => (to / from - 1) * 100);

/** Folds the readings of one instant; pure. */
export function measureGlobal(
  rows: readonly GlobalLatestRow[],
  calls: readonly CallLatestRow[],
  asOf: number,
): GlobalMarket {
  const fresh = rows.filter((row) => isFresh("global_market", row.read_at, asOf));
  const first = fresh.find((row) => row.provider.endsWith(FIRST));
  const second = fresh.find((row) => row !== first);
  const stale = rows.find((row) => row.provider.endsWith(FIRST));
  const own = calls.filter(({ source }) => sourceInfo(source)?.provider === FIRST);
  const missing = whyMissing(own, "global_market", stale?.read_at ?? 0);
  const of = (
    name: "total_market_cap_usd" | "volume_24h_usd" | "btc_dominance_pct" | "eth_dominance_pct",
    within: ((a: number, b: number) => boolean) | null,
  ): Measured<number> => {
    if (!first) return missing;
    const contested: Gap | null =
      second && within
        ? contest(
            { provider: first.provider, value: first[name] },
            { provider: second.provider, value: second[name] },
            within,
          )
        : null;
    return contested ?? orGap(first[name], notGiven);
  };
  const withinPoints = (a: number, b: number) => Math.abs(a - b) <= SHARE_TOLERANCE_PCT;
  const totalCap = of("total_market_cap_usd", withinShare(TOLERANCE.totalCap));
  return {
    totalCap,
    change1h: change(totalCap, first?.cap_1h_usd ?? null, "1 hour"),
    // The provider's own figure serves until a day of readings is stored.
    change24h:
      first && first.cap_24h_usd === null && first.change_24h_pct !== null
        ? derive([totalCap], () => first.change_24h_pct as number)
        : change(totalCap, first?.cap_24h_usd ?? null, "24 hours"),
    change7d: change(totalCap, first?.cap_7d_usd ?? null, "7 days"),
    // Directories count different venues: their volumes are not comparable.
    volume24h: of("volume_24h_usd", null),
    btcDominance: of("btc_dominance_pct", withinPoints),
    ethDominance: of("eth_dominance_pct", withinPoints),
    read: [first, second].flatMap((row) => row ?? []),
  };
}
