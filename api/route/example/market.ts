// Example answer of GET /v1/market: one section.
import type { Static } from "typebox";
import type { market } from "../../../schema/object/market.ts";

const ref = {
  id: "S1",
  provider: "sandbox:binance",
  endpoint: "binance.klines",
  as_of: "2026-11-20T11:59:00.000Z",
};
/** The calls about a hundred tokens: the digest is the root over theirs. */
const source = {
  ...ref,
  venue: "binance",
  retrieved_at: "2026-11-20T11:59:03.410Z",
  raw_sha256: "6b9d4ee4bcf6c3d0b1f3a1f4c1e5d02d0e9ab3f9a5a3c1b7d2e8f4a6c0b9d8e7",
  rows: 144_000,
  status: "ok" as const,
  url: null,
};

export const marketExample: Static<typeof market> = {
  object: "market",
  id: null,
  as_of: "2026-11-20T12:00:00.000Z",
  data: {
    breadth: {
      as_of: "2026-11-20T12:00:00.000Z",
      sources: [ref],
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
  sources: [source],
};
