// Market section sectors: tracked tokens by sector.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { pct, Q, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { TokenId } from "../shape/text.ts";

const leader = closed({ token: TokenId, symbol: Type.String({ maxLength: 16 }), change_24h_pct: Type.Number() });

export const sectors = sectionShape("Sectors: cap-weighted changes, leaders and laggards.", {
  sectors: Q(
    Type.Array(
      closed({
        sector: Type.String({ maxLength: 64 }),
        tokens: Type.Integer(),
        market_cap_usd: usd("Market cap."),
        change_1h_pct: pct("Cap-weighted change, 1 hour."),
        change_24h_pct: pct("Cap-weighted change, 24 hours."),
        change_7d_pct: pct("Cap-weighted change, 7 days."),
        median_change_24h_pct: pct("Median change, 24 hours."),
        volume_24h_usd: usd("Volume, 24 hours."),
        up_24h_pct: pct("Share that rose."),
        leaders: Type.Array(leader, { maxItems: 3 }),
        laggards: Type.Array(leader, { maxItems: 3 }),
      }),
    ),
  ),
});
