// Taker buys and sells of swaps from Gate, in contracts: of its statistics by window, stamped with the start of the five minutes.
import { takerWindows } from "../../parse/taker-window.ts";
import { asNumber } from "../../source/body.ts";
import { onlyListing, stamped, tokenSource } from "../../source/define-source.ts";
import { GATE_WINDOW_S, gateStats, gateStatsCall } from "./stats.ts";

export const gateTakerVolume = tokenSource({
  id: "gate-taker-volume",
  venue: "gate",
  market: "perp",
  // One more: the newest still runs.
  calls: ({ symbol }, first, now, seenAt) => [gateStatsCall(symbol, takerWindows(first, now, seenAt) + 1)],
  parse: (body, about) =>
    gateStats(body).flatMap(({ at, row }) => {
      if (at + GATE_WINDOW_S * 1_000 > about.now) return [];
      const volumes = { buy: asNumber(row.long_taker_size), sell: asNumber(row.short_taker_size) };
      return [stamped(about, onlyListing(about), { at, window_s: GATE_WINDOW_S, ...volumes })];
    }),
});
