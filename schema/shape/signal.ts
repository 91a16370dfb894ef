// A fired signal as every answer shows it.
import { Type } from "typebox";
import { SIGNAL_KINDS } from "../signal/index.ts";
import { closed } from "./closed.ts";
import { oneOf, TokenId } from "./text.ts";
import { Time } from "./time.ts";

export const Direction = oneOf(["bullish", "bearish", "neutral"]);
export const Severity = Type.Integer({ minimum: 1, maximum: 3 });

export const Signal = closed({
  id: Type.Integer({ minimum: 1 }),
  kind: oneOf(SIGNAL_KINDS),
  token: TokenId,
  direction: Direction,
  severity: Severity,
  value: Type.Number(),
  ratio: Type.Number(),
  at: Time,
  details: Type.Record(Type.String(), Type.Unknown()),
  status: oneOf(["open", "escalated", "resolved", "expired"]),
  expires_at: Time,
});
