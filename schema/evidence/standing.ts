// Evidence standing: what we said last of the token: its verdict and the newest brief.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { count, Nullable, Q } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

const word = Type.String({ maxLength: 32 });

export const standing = closed({
  verdict: Q(word),
  open_signals: count("Signals that are open."),
  worst_signal: Q(Nullable(closed({ says: word, direction: word, at: Time }))),
  brief: Q(Nullable(closed({ direction: word, at: Time }))),
  as_of: Time,
});
