// Example answer of GET /v1/market: one section.
import type { Static } from "typebox";
import type { market } from "../../../schema/object/market.ts";

export const marketExample: Static<typeof market> = {
  object: "market",
  id: null,
  as_of: "2026-11-20T12:00:00.000Z",
  data: {
    breadth: {
      as_of: "2026-11-20T12:00:00.000Z",
      sources: ["S1"],
      coverage: { assessed: 8, expected: 12, weight_pct: 100 },
      unassessed: [{ path: "/above_sma50d_pct", reason: "insufficient_history" }],
      universe: 100,
      up_1h_pct: 48,
      up_24h_pct: 37,
      up_7d_pct: 61,
      median_change_24h_pct: -0.92,
      advancers_24h: 37,
      decliners_24h: 58,
      unchanged_24h: 5,
      unassessed_24h: 0,
      above_sma20d_pct: "unassessed",
      above_sma50d_pct: "unassessed",
      new_highs_20d: "unassessed",
      new_lows_20d: "unassessed",
    },
  },
  sources: [
    {
      id: "S1",
      provider: "sandbox:binance",
      endpoint: "binance.klines",
      as_of: "2026-11-20T11:59:00.000Z",
    },
  ],
};
