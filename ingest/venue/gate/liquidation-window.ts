// Forced closures from Gate, as totals of five minutes by side: the venue tells no single ones here.
import { asNumber } from "../../source/body.ts";
import { onlyListing, stamped, tokenSource } from "../../source/define-source.ts";
import { GATE_ROWS_MAX, GATE_WINDOW_S, gateStats, gateStatsCall } from "./stats.ts";

const WINDOW_MS = GATE_WINDOW_S * 1_000;
const PAGE_MS = GATE_ROWS_MAX * WINDOW_MS;
/** A day of windows at the first pull: three pages. */
const FIRST_PAGES = 3;

export const gateLiquidationWindow = tokenSource({
  id: "gate-liquidation-window",
  venue: "gate",
  market: "perp",
  table: "liquidation_window",
  calls: ({ symbol }, first, now, seenAt) => {
    if (!first && seenAt !== null && now - seenAt < PAGE_MS) {
      // The last window seen was still running then; what an outage left out comes with the same call.
      return [gateStatsCall(symbol, Math.ceil((now - seenAt) / WINDOW_MS) + 1)];
    }
    return Array.from({ length: FIRST_PAGES }, (_, page) =>
      gateStatsCall(symbol, GATE_ROWS_MAX, now - (FIRST_PAGES - page) * PAGE_MS),
    );
  },
  parse: (body, about) =>
    gateStats(body).map(({ at, row }) =>
      stamped(about, onlyListing(about), {
        at,
        window_s: GATE_WINDOW_S,
        // Size times multiplier times mark; the older members count by another price.
        long_usd: asNumber(row.long_liq_usd_new ?? row.long_liq_usd),
        short_usd: asNumber(row.short_liq_usd_new ?? row.short_liq_usd),
      }),
    ),
});
