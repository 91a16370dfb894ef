// Evidence signal: a signal of ours that is open.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { count, ratio } from "../shape/quantity.ts";
import { Direction, Severity } from "../shape/signal.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";
import { SIGNAL_KINDS } from "../signal/index.ts";

export const signal = closed({
  id: count("Number of the signal."),
  kind: oneOf(SIGNAL_KINDS),
  says: Type.String({ description: "Its kind in words.", maxLength: 64 }),
  direction: Direction,
  severity: Severity,
  value: Type.Number({ description: "The measured number, in the unit of its kind." }),
  ratio: ratio("Over the threshold of the first severity."),
  at: Time,
});
