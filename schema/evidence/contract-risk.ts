// Evidence contract_risk: what a third party found in the token's contracts.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { Q } from "../shape/quantity.ts";
import { oneOf } from "../shape/text.ts";
import { Time } from "../shape/time.ts";

export const contractRisk = closed({
  contract_risk: Q(oneOf(["low", "medium", "high", "critical"])),
  flags: Q(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 40 })),
  provider: Q(Type.String({ maxLength: 64 })),
  as_of: Time,
});
