// Open interest of perpetuals from Hyperliquid: coins of one side, valued at the mark.
import { asNumber } from "../../source/body.ts";
import { bulkSource } from "../../source/define-source.ts";
import { HYPERLIQUID_CONTEXTS, hyperliquidMark, hyperliquidRows } from "./context.ts";

export const hyperliquidOpenInterest = bulkSource({
  id: "hyperliquid-open-interest",
  venue: "hyperliquid",
  market: "perp",
  call: HYPERLIQUID_CONTEXTS,
  parse: (body, about) =>
    hyperliquidRows(body, about, (context, listing) => {
      const coins = asNumber(context.openInterest) * listing.factor;
      return { open_interest_native: coins, open_interest_usd: coins * hyperliquidMark(context, listing) };
    }),
});
