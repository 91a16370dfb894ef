// Example of an answer, shortened: lists are cut to their first entries.
import type { Answer } from "../../../schema/object/answer.ts";

export const answerExample: Answer = {
  object: "answer",
  id: "ans_01KAGRXJG00000000000000000",
  as_of: "2026-11-20T11:58:20.000Z",
  sources: [
    {
      as_of: "2026-11-20T11:58:20.000Z",
      endpoint: "binance.open-interest",
      id: "S23",
      provider: "sandbox:binance",
    },
  ],
  data: {
    token: {
      id: "bitcoin",
      symbol: "BTC",
      name: "Bitcoin",
    },
    mode: "claim",
    input: "Bitcoin is up more than 1 % today and funding is positive",
    verdict: "unknown",
    reasoning: [
      {
        text: "BTC's funding per eight hours is +0.0218 %, which bears the claim out.",
        evidence: ["E1"],
      },
      {
        text: "All of it was measured on 2026-11-20 at 11:58 UTC or later.",
        evidence: ["E1"],
      },
      {
        text: "It has no condition that a number could decide.",
        evidence: [],
      },
    ],
    claims_checked: [
      {
        metric: "funding",
        comparator: ">",
        value: 0,
        window: null,
        measured: 0.0218,
        result: "supported",
        evidence: ["E1"],
      },
    ],
    confidence: 0.1,
    caveats: ["All of it comes from a simulated market.", "It has no condition that a number could decide."],
    unassessed: [],
    evidence: [
      {
        id: "E1",
        source: "binance.open-interest",
        kind: "leverage",
        summary: "Open interest of BTC $183M, +11.1 % over a day; funding +0.0218 %",
        data: {
          symbol: "BTC",
          open_interest_usd: 183333333.33,
          oi_change_1h_pct: 1.0101,
          oi_change_4h_pct: 2.0408,
          oi_change_24h_pct: 11.1111,
          oi_to_market_cap_pct: 182.9674,
          funding_8h_pct: 0.0218,
          funding_apr_pct: 23.8909,
          basis_pct: 0.0454,
          long_short_venue: "binance",
          long_short_ratio: 1.1,
          top_trader_long_short_ratio: 1.1,
          taker_buy_sell_ratio_1h: 1.016334,
          perp_volume_24h_usd: 3600000,
          perp_to_spot_ratio: 23.737933,
          as_of: "2026-11-20T11:58:20.000Z",
        },
        source_ids: ["S23"],
        unassessed: [],
      },
    ],
    as_of_by_evidence: {
      E1: "2026-11-20T11:58:20.000Z",
    },
    model: "deterministic-1",
    run_id: "run_01KAGRXJG00000000000000000",
    rules_version: "ask-1",
    created_at: "2026-11-20T12:00:20.000Z",
    hash: "6f1ed002ab5595859014ebf0951522d9b1a4a9fa2f2f6d36cb0d6b0f3c7bd4f0",
    verify_url: "http://localhost:8080/v1/verify/ans_01KAGRXJG00000000000000000",
  },
};
