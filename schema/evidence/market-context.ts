// Evidence market_context: how the market around the token moved.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, count, Nullable, pct, Q } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const marketContext = closed({
  btc_change_24h_pct: changePct("Bitcoin over 24 hours."),
  eth_change_24h_pct: changePct("Ether over 24 hours."),
  total_change_24h_pct: changePct("Value of all coins over 24 hours."),
  relative_strength_24h_pct: changePct("The token less the median of tracked tokens, over 24 hours."),
  breadth_up_24h_pct: pct("Share of tracked tokens that are higher than a day before."),
  sector: Q(Nullable(Type.String({ maxLength: 64 }))),
  sector_change_24h_pct: changePct("The token's sector over 24 hours, by value."),
  regime: Q(oneOf(["risk_on", "risk_off", "mixed"])),
  fear_greed: Q(closed({ value: count("0 is fear, 100 is greed."), label: Type.String({ maxLength: 32 }) })),
  btc_move: Q(
    Nullable(
      closed({
        change_pct: changePct("Bitcoin between the same instants as the token's sharpest move."),
        share_pct: pct("Of the token's move, what bitcoin's times the token's beta comes to."),
      }),
    ),
  ),
  as_of: Time,
});
