// Evidence long_short: how accounts stand on the venue with the most open interest.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Q, ratio } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const longShort = closed({
  venue: Q(Type.String({ maxLength: 32 })),
  ratio: ratio("Accounts long over short."),
  as_of: Time,
});
