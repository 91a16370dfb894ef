// State section liquidity: spread, depth, impact by size.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { bps, Q, ratio, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { oneOf, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

const sides = closed({ bid_usd: usd("Bids within the band."), ask_usd: usd("Asks within the band.") });

export const liquidity = sectionShape("Liquidity: spread, depth, venues, impact by order size.", {
  spread_bps: bps("Volume-weighted median spread over venues."),
  depth: closed({ pct_0_5: sides, pct_1: sides, pct_2: sides }),
  depth_2pct_usd: usd("The smaller side within 2 %, summed over assessed venues."),
  imbalance_ratio: ratio("(bid - ask) / (bid + ask) within 2 %."),
  venues: Q(
    Type.Array(
      closed({
        venue: Type.String({ maxLength: 32 }),
        symbol: Type.String({ maxLength: 64 }),
        kind: oneOf(["cex", "dex"]),
        spread_bps: bps("Spread."),
        bid_2pct_usd: usd("Bids within 2 %."),
        ask_2pct_usd: usd("Asks within 2 %."),
        volume_24h_usd: usd("24-hour volume."),
        as_of: Time,
        status: oneOf(["ok", "stale", "truncated"]),
      }),
    ),
  ),
  dex_pools: Q(
    Type.Array(
      closed({
        chain: Type.String({ maxLength: 32 }),
        dex: Type.String({ maxLength: 64 }),
        pool: untrusted("Pool name or address.", 128),
        tvl_usd: usd("Pool value."),
        volume_24h_usd: usd("24-hour volume."),
      }),
      { maxItems: 10 },
    ),
  ),
  impact: Q(
    Type.Array(
      closed({
        side: oneOf(["buy", "sell"]),
        size_usd: Type.Number(),
        impact_pct: Type.Union([Type.Number(), Type.Literal("unassessed")], { "x-unit": "percentage points" }),
        method: oneOf(["book", "quote", "model"]),
        as_of: Time,
      }),
    ),
  ),
  largest_size_1pct_usd: closed({ buy: usd("Largest buy at 1 % impact."), sell: usd("Largest sell.") }),
});
