// Running funding rates from Hyperliquid: the rate is of one hour and settles on every whole hour.
import { HOUR_MS } from "../../../schema/duration.ts";
import { asNumber } from "../../source/body.ts";
import { bulkSource } from "../../source/define-source.ts";
import { HYPERLIQUID_CONTEXTS, hyperliquidMark, hyperliquidRows } from "./context.ts";

export const hyperliquidFunding = bulkSource({
  id: "hyperliquid-funding",
  venue: "hyperliquid",
  market: "perp",
  call: HYPERLIQUID_CONTEXTS,
  parse: (body, about) =>
    hyperliquidRows(body, about, (context, listing) => ({
      kind: "current",
      rate: asNumber(context.funding),
      interval_hours: 1,
      next_funding_at: (Math.floor(about.now / HOUR_MS) + 1) * HOUR_MS,
      mark_price: hyperliquidMark(context, listing),
      index_price: asNumber(context.oraclePx) / listing.factor,
    })),
});
