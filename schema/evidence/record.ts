// Evidence record: what came of calls of ours of one class, a horizon after each, as our published record counts it.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { count, hours, pct } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const record = closed({
  class: Type.String({ description: "Kind of call: evaluation, signal or brief.", maxLength: 64 }),
  horizon_h: hours("After how long it was looked at."),
  n: count("Calls that were right or wrong."),
  right_count: count("Those that were right."),
  right_pct: pct("Share that was right."),
  base_pct: pct("Share of all hours of the market for which the same would have been right."),
  as_of: Time,
});
