// State section brief: the latest written investigation; every member is null while none was written.
import { Type } from "typebox";
import { Nullable, Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Direction, Severity } from "../shape/signal.ts";
import { Time } from "../shape/time.ts";

export const brief = sectionShape("Brief: the latest written investigation, null while there is none.", {
  id: Nullable(Q(Type.Integer())),
  headline: Nullable(Q(Type.String({ maxLength: 300 }))),
  summary: Nullable(Q(Type.String({ maxLength: 2000 }))),
  direction: Nullable(Q(Direction)),
  severity: Nullable(Q(Severity)),
  confidence: Nullable(Q(Type.Number({ minimum: 0, maximum: 1 }))),
  created_at: Nullable(Q(Time)),
  window: Nullable(Q(Type.Object({ from: Time, to: Time }, { additionalProperties: false }))),
  url: Nullable(Q(Type.String({ maxLength: 512 }))),
});
