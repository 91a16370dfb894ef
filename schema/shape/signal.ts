// A fired signal as every answer shows it.
import { Type } from "typebox";
import { oneOf, TokenId } from "./text.ts";
import { Time } from "./time.ts";

export const SIGNAL_KINDS = [
  "price_move",
  "breakout",
  "volume_spike",
  "oi_surge",
  "oi_flush",
  "oi_price_divergence",
  "funding_extreme",
  "funding_flip",
  "long_short_extreme",
  "liquidation_cascade",
  "exchange_inflow",
  "exchange_outflow",
  "large_transfer",
  "depth_drop",
  "spread_widening",
  "price_divergence",
  "tvl_drop",
  "depeg",
  "unlock_upcoming",
  "contract_risk_change",
] as const;

export const Direction = oneOf(["bullish", "bearish", "neutral"]);
export const Severity = Type.Integer({ minimum: 1, maximum: 3 });

export const Signal = Type.Object(
  {
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
  },
  { additionalProperties: false },
);
