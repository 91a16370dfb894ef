// How much of a list of tokens was measured, by what they weigh, of which the last known counts (contract 7.4).
import type { CoinLatestRow } from "../../schema/query/coin/coin-latest.ts";
import { sum } from "../number/statistics.ts";
import { type Gap, gap, type Measured } from "./gap.ts";

type Weighed = {
  readonly id: string;
  readonly isMeasured: boolean;
  /** Null: it is not known, and may be any. */
  readonly weight: number | null;
};

/** Share of the weight that the measured ones carry, 0..1; no weight known counts all alike. */
export function shareMeasured(all: readonly Weighed[]): Measured<number> {
  const hidden = all.find(({ isMeasured, weight }) => !isMeasured && weight === null);
  if (hidden)
    return gap("insufficient_coverage", `How much ${hidden.id}, which was not measured, weighs is not known.`);
  const measured = all.filter(({ isMeasured }) => isMeasured);
  const weightOf = (list: readonly Weighed[]) => sum(list.map(({ weight }) => weight ?? 0));
  const whole = weightOf(all);
  return whole > 0 ? weightOf(measured) / whole : measured.length / all.length;
}

export const tooLittle = (share: number): Gap =>
  gap("insufficient_coverage", `Only ${(share * 100).toFixed(1)} % of the known weight was measured.`);

/** The market cap that the metadata itself amounts to; null where it does not say. */
export const toldCap = (coin: CoinLatestRow | null | undefined): number | null =>
  coin?.circulating_native == null ? null : coin.price_usd * coin.circulating_native;
