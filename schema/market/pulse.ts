// Market section pulse: the market in a few sourced sentences.
import { Type } from "typebox";
import { Regime } from "../section/context.ts";
import { closed } from "../shape/closed.ts";
import { Q } from "../shape/quantity.ts";
import { sectionShape } from "../shape/section-base.ts";
import { Direction } from "../shape/signal.ts";

export const pulse = sectionShape("Pulse: what drives the market now, in sentences that cite evidence.", {
  headline: Q(Type.String({ maxLength: 300 })),
  summary: Q(Type.String({ maxLength: 2000 })),
  direction: Q(Direction),
  regime: Regime,
  drivers: Q(
    Type.Array(
      closed({ text: Type.String({ maxLength: 300 }), evidence: Type.Array(Type.String({ pattern: "^E\\d+$" })) }),
    ),
  ),
  evidence: Q(Type.Array(Type.Record(Type.String(), Type.Unknown()))),
  model: Q(Type.String({ maxLength: 64 })),
});
