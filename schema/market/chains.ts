// Market section chains: value and activity by chain.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { count, pct, Q, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const chains = sectionShape("Chains: value locked, stablecoins, fees, last block seen.", {
  chains: Q(
    Type.Array(
      closed({
        chain: Type.String({ maxLength: 32 }),
        tvl_usd: usd("Value locked."),
        tvl_change_24h_pct: pct("Change, 24 hours."),
        tvl_change_7d_pct: pct("Change, 7 days."),
        stablecoins_usd: usd("Stablecoins on the chain."),
        fees_24h_usd: usd("Fees, 24 hours."),
        last_block: count("Height of the last block we read."),
        last_block_at: Q(Time),
        status: Q(oneOf(["ok", "stale", "error"])),
      }),
    ),
  ),
});
