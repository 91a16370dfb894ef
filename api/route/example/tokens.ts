// Example answer of GET /v1/tokens: the shape, with made-up numbers.
import type { Static } from "typebox";
import type { tokenList } from "../../../schema/object/token-list.ts";

export const tokensExample: Static<typeof tokenList> = {
  object: "token_list",
  id: null,
  as_of: "2026-11-20T12:00:00.000Z",
  data: {
    universe: "search",
    query: "btc",
    total: 1,
    count: 1,
    tokens: [
      {
        id: "bitcoin",
        symbol: "BTC",
        name: "Bitcoin",
        tracked: true,
        rank: 1,
        contracts: {},
        price_usd: 64210.5,
        change_1h_pct: 0.12,
        change_24h_pct: -1.4,
        change_7d_pct: 3.05,
        market_cap_usd: 1270000000000,
        volume_24h_usd: 18400000000,
        categories: ["layer-1"],
        open_signals: [],
        open_signals_count: "unassessed",
        latest_headline: null,
        verdict: null,
        verdict_reason: null,
        unassessed: [{ path: "/open_signals_count", reason: "insufficient_history" }],
        match: { field: "symbol", exact: true },
      },
    ],
  },
  sources: [
    {
      id: "S1",
      provider: "binance",
      endpoint: "fetchOHLCV",
      as_of: "2026-11-20T12:00:00.000Z",
      status: "ok",
      venue: "binance",
    },
  ],
};
