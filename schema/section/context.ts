// State section context: the market around the token.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { pct, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { oneOf, untrusted } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

/** risk_on: BTC > +1 % and breadth > 60 %; risk_off: BTC < -1 % and breadth < 40 %; else mixed. */
export const Regime = Q(oneOf(["risk_on", "risk_off", "mixed"]));

const FearGreed = Q(closed({ value: Type.Integer(), label: Type.String({ maxLength: 32 }), as_of: Time }));

export const context = sectionShape("Context: bitcoin, breadth, sector, regime, headlines, calendar.", {
  btc_change_24h_pct: pct("Bitcoin, 24 hours."),
  eth_change_24h_pct: pct("Ether, 24 hours."),
  total_market_cap_change_24h_pct: pct("Total market cap, 24 hours."),
  sector_change_24h_pct: pct("The token's sector, cap-weighted, 24 hours."),
  relative_strength_24h_pct: pct("Token minus the median of tracked tokens."),
  breadth_up_24h_pct: pct("Share of tracked tokens that rose."),
  fear_greed: FearGreed,
  regime: Regime,
  headlines: Q(
    Type.Array(
      closed({
        title: untrusted("Headline.", 160),
        source: Type.String({ maxLength: 64 }),
        url: Type.String({ maxLength: 512 }),
        published_at: Time,
      }),
      { maxItems: 5 },
    ),
  ),
  upcoming: Q(Type.Array(closed({ kind: oneOf(["unlock"]), at: Time, text: untrusted("What.", 160) }))),
});
