// The wire object market: GET /v1/market.
import { Type } from "typebox";
import { MARKET_SECTIONS } from "../market/index.ts";
import { envelope } from "../shape/envelope.ts";
import { optionalMembers } from "./state.ts";

export const market = envelope(
  "market",
  Type.Object(optionalMembers(MARKET_SECTIONS), { additionalProperties: false }),
);
