// Example answer of GET /v1/state/{token}: a section that is not measured yet says so.
import type { Static } from "typebox";
import type { state } from "../../../schema/object/state.ts";

export const stateExample: Static<typeof state> = {
  object: "state",
  id: null,
  as_of: "2026-11-20T12:00:00.000Z",
  data: {
    token: {
      id: "bitcoin",
      symbol: "BTC",
      name: "Bitcoin",
      rank: 1,
      resolved: { input: "BTC", by: "symbol", alternatives: [] },
    },
    context: {
      as_of: "2026-11-20T12:00:00.000Z",
      sources: ["S1"],
      coverage: { assessed: 1, expected: 10, weight_pct: "unassessed" },
      unassessed: [{ path: "/headlines", reason: "no_source" }],
      btc_change_24h_pct: -1.4,
      eth_change_24h_pct: "unassessed",
      total_market_cap_change_24h_pct: "unassessed",
      sector_change_24h_pct: "unassessed",
      relative_strength_24h_pct: "unassessed",
      breadth_up_24h_pct: "unassessed",
      fear_greed: "unassessed",
      regime: "unassessed",
      headlines: "unassessed",
      upcoming: "unassessed",
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
