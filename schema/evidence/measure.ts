// Evidence measure: one number that a rule of an agent looks at, beside the limit it is held against.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { bps, count, hours, Nullable, pct, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

/** A member a unit, and another for the limit: those of other units are left out. */
export const measure = closed({
  metric: Type.String({ maxLength: 64 }),
  subject: Nullable(
    Type.String({ maxLength: 64, description: "Symbol of the token; null where it is of no single one." }),
  ),
  pct: Type.Optional(pct("Measured.")),
  limit_pct: Type.Optional(pct("Held against.")),
  usd: Type.Optional(usd("Measured.")),
  limit_usd: Type.Optional(usd("Held against.")),
  bps: Type.Optional(bps("Measured.")),
  limit_bps: Type.Optional(bps("Held against.")),
  ratio: Type.Optional(ratio("Measured: a ratio, or a number of sigmas, days or months.")),
  limit_ratio: Type.Optional(ratio("Held against.")),
  count: Type.Optional(count("Measured.")),
  limit_count: Type.Optional(count("Held against.")),
  hours: Type.Optional(hours("Measured.")),
  limit_hours: Type.Optional(hours("Held against.")),
  level: Type.Optional(Type.String({ maxLength: 64, description: "Measured, as a word." })),
  limit_level: Type.Optional(Type.String({ maxLength: 64, description: "Held against." })),
  as_of: Time,
});
