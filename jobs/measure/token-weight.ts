// How much of a list of tokens was measured, by what they weigh, of which the last known counts (contract 7.4).
import type { TokenRows } from "../fact/token-facts.ts";
import { sum } from "../number/statistics.ts";
import { isFresh } from "./cause.ts";
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

/**
 * The market cap that the metadata itself amounts to, by the larger supply where two directories give one: which of them is
 * wrong is not known, and what weighs too little would be left out unseen. Null where it does not say.
 */
export function toldCap({ coin, opinion }: Pick<TokenRows, "coin" | "opinion">, asOf: number): number | null {
  if (coin?.circulating_native == null) return null;
  const other = opinion && isFresh("coin_opinion", opinion.read_at, asOf) ? (opinion.circulating_native ?? 0) : 0;
  return coin.price_usd * Math.max(coin.circulating_native, other);
}
