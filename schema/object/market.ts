// The wire object market: GET /v1/market.
import { MARKET_SECTIONS } from "../market/index.ts";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";
import { optionalMembers } from "./state.ts";

export const market = envelope("market", closed(optionalMembers(MARKET_SECTIONS)));
