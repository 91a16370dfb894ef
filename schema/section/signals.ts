// State section signals: what fired and is still open.
import { Type } from "typebox";
import { Nullable, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Signal } from "../shape/signal.ts";
import { Time } from "../shape/time.ts";

export const signals = sectionShape("Signals: open ones and the counts of the day.", {
  open: Q(Type.Array(Signal)),
  counts_24h: Q(Type.Record(Type.String(), Type.Integer())),
  last_at: Q(Nullable(Time)),
});
