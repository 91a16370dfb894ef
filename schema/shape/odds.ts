// How likely a call is to come out right, and how far prices usually move: what outcomes are held against.
import { Type } from "typebox";
import { closed } from "./closed.ts";
import { pct } from "./quantity.ts";

export const Probability = Type.Number({ minimum: 0, maximum: 1 });

/** Share of past calls of the same kind that came out right, by horizon. */
export const PRight = closed({ "1h": Probability, "24h": Probability, "7d": Probability });

export const SigmaPct = closed(
  { "1h": pct("Of 1-hour returns."), "24h": pct("Of 24-hour returns."), "7d": pct("Of 7-day returns.") },
  { description: "Usual size of a move at issue, by horizon: what outcomes are measured against." },
);
