// Market section venues: what each covered venue trades.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { pct, Q, usd } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const venues = sectionShape("Venues: volume, open interest and share of covered venues.", {
  venues: Q(
    Type.Array(
      closed({
        venue: Type.String({ maxLength: 32 }),
        kind: oneOf(["cex", "perp", "dex"]),
        spot_volume_24h_usd: usd("Spot volume: of tracked tokens on exchanges, of all pairs on decentralised ones."),
        perp_volume_24h_usd: usd("Perpetual volume of tracked tokens."),
        open_interest_usd: usd("Open interest of tracked tokens."),
        share_pct: pct("Share of the spot volume: of covered exchanges, or of all decentralised ones listed."),
        tokens_covered: Type.Integer(),
        status: oneOf(["ok", "stale", "error"]),
        as_of: Q(Time),
      }),
    ),
  ),
});
