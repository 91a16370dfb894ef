// Market section overview: the whole market in one row.
import { Type } from "typebox";
import { Regime } from "../section/context.ts";
import { pct, Q, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";

export const overview = sectionShape("Overview: the whole market in one row.", {
  total_market_cap_usd: usd("Total market cap."),
  change_1h_pct: pct("Change of the total market cap, 1 hour."),
  change_24h_pct: pct("Change of the total market cap, 24 hours."),
  change_7d_pct: pct("Change of the total market cap, 7 days."),
  volume_24h_usd: usd("Traded in 24 hours in all coins, as the directory counts it."),
  btc_dominance_pct: pct("Bitcoin's share."),
  eth_dominance_pct: pct("Ether's share."),
  stablecoin_market_cap_usd: usd("Stablecoins' market cap."),
  defi_tvl_usd: usd("Value locked in DeFi."),
  total_open_interest_usd: usd("Open interest of tracked tokens on covered venues."),
  liquidations_24h_usd: usd(
    "Forced closures of tracked tokens on `liquidations_24h_venues` alone, a lower bound there.",
  ),
  liquidations_24h_venues: Q(
    Type.Array(Type.String({ maxLength: 32 }), {
      maxItems: 20,
      description: "Venues whose closures are summed: those that publish them to be read.",
    }),
  ),
  liquidations_24h_open_interest_share_pct: pct(
    "Share of the tracked tokens' open interest that those venues hold: what the sum stands for.",
  ),
  funding_8h_pct: pct("Open-interest-weighted funding per 8 hours."),
  regime: Regime,
  tracked_tokens: Type.Integer(),
});
