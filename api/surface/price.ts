// What a call costs, in words.
import { PRICES } from "../../schema/tier.ts";
import type { Contract } from "../contract.ts";

/** Such as "free", or "25 a day free, then 2 tADA". */
export function priceOf({ tier, allowance }: Pick<Contract, "tier" | "allowance">): string {
  const price = PRICES.tiers[tier];
  if (price === 0) return "free";
  const isShared = allowance !== false && (tier === "data" || tier === "premium");
  return `${isShared ? `${PRICES.free_allowance[tier]} a day free, then ` : ""}${price} ${PRICES.unit}`;
}
