// Market section flows: money towards and away from exchanges and stablecoins.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Q, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { TokenId } from "../shape/text.ts";

const top = Q(
  Type.Array(closed({ token: TokenId, symbol: Type.String({ maxLength: 16 }), netflow_24h_usd: Type.Number() }), {
    maxItems: 5,
  }),
);

export const flows = sectionShape("Flows: exchange net flow, stablecoin supply, funds.", {
  exchange_netflow_24h_usd: closed({
    btc: usd("Bitcoin."),
    eth: usd("Ether."),
    stablecoins: usd("Tracked stablecoins."),
    tracked: usd("All tracked tokens with covered chains."),
  }),
  stablecoin_supply_change_24h_usd: usd("Stablecoin supply change, 24 hours."),
  stablecoin_supply_change_7d_usd: usd("Stablecoin supply change, 7 days."),
  etf_netflow_1d_usd: usd("Exchange-traded funds of bitcoin and ether, the last whole day that was reported."),
  top_inflows: top,
  top_outflows: top,
});
