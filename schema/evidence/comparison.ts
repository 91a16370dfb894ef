// Evidence comparison: the token's price against another's over the same time.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { changePct, hours } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const comparison = closed({
  other: Type.String({ maxLength: 32 }),
  window_h: hours("Over how long."),
  change_pct: changePct("The token."),
  other_change_pct: changePct("The other."),
  difference_pct: changePct("The token less the other, percentage points."),
  as_of: Time,
});
