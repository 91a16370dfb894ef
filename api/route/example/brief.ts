// Example of a brief, shortened: lists are cut to their first entries.
import type { Brief } from "../../../schema/object/brief.ts";

export const briefExample: Brief = {
  object: "brief",
  id: "42",
  as_of: "2026-11-20T11:58:20.000Z",
  sources: [
    {
      as_of: "2026-11-20T12:00:00.000Z",
      endpoint: "binance.candle-1m",
      id: "S3",
      provider: "sandbox:binance",
    },
    {
      as_of: "2026-11-20T11:58:20.000Z",
      endpoint: "binance.liquidation",
      id: "S35",
      provider: "sandbox:binance",
    },
  ],
  data: {
    caveats: [
      "All of it comes from a simulated market.",
      "Causes are ranked by size and by order in time, which proves none of them.",
    ],
    confidence: 0.5,
    confidence_basis: "prior",
    created_at: "2026-11-20T12:00:20.000Z",
    direction: "bullish",
    evidence: [
      {
        data: {
          as_of: "2026-11-20T12:00:00.000Z",
          ath: 500,
          change_1h_pct: 1.2121,
          change_24h_pct: 2.2449,
          change_7d_pct: 11.3333,
          high: 101.41903,
          low: 100.19799,
          market_cap: 100200000,
          path_15m: [
            {
              price: 100.19805,
              t: "2026-11-20T11:30:00.000Z",
            },
            {
              price: 100.20116,
              t: "2026-11-20T11:45:00.000Z",
            },
          ],
          price: 100.2,
          rank: 1,
          sharpest_move: {
            change_pct: -1.2002,
            from: "2026-11-20T11:02:00.000Z",
            from_price: 101.4155,
            past_windows: 335,
            percentile: 100,
            usual_ratio: 2.389493,
            to: "2026-11-20T11:07:00.000Z",
            to_price: 100.19828,
          },
          volume_24h: 151656,
          window_h: 2,
          window_return_pct: -1.1989,
        },
        id: "E1",
        kind: "price",
        source: "binance.candle-1m",
        source_ids: ["S3"],
        summary: "BTC at $100.20, -1.2 % over 2 hours, +2.2 % over a day",
        unassessed: [],
      },
      {
        data: {
          as_of: "2026-11-20T11:58:20.000Z",
          largest_usd: 10,
          long_usd: 30,
          median_hourly_7d_usd: 100000,
          peak: {
            at: "2026-11-20T11:00:00.000Z",
            long_usd: 3100000,
            percentile: 100,
            rare_ratio: 32,
            ratio: 32,
            short_usd: 100000,
            total_usd: 3200000,
          },
          ratio: 0.00045,
          short_usd: 15,
          total_usd: 45,
          window_h: 1,
        },
        id: "E6",
        kind: "liquidations",
        source: "binance.liquidation",
        source_ids: ["S35"],
        summary: "At least $45 closed by force in the last hour, $30 of it long",
        unassessed: [],
      },
      {
        data: {
          as_of: "2026-11-20T12:00:00.000Z",
          breadth_up_24h_pct: 67,
          btc_change_24h_pct: 2.2449,
          btc_move: null,
          eth_change_24h_pct: 2.2449,
          fear_greed: {
            label: "Fear",
            value: 40,
          },
          regime: "risk_on",
          relative_strength_24h_pct: 0,
          sector: "layer-1",
          sector_change_24h_pct: 0.6485,
          total_change_24h_pct: -1.9608,
        },
        id: "E11",
        kind: "market_context",
        source: "binance.candle-1m",
        source_ids: ["S3"],
        summary: "Over a day bitcoin +2.2 %, ether +2.2 %, 67.0 % of tracked tokens higher",
        unassessed: [],
      },
    ],
    headline: "BTC dropped 1.2 % from 11:02 UTC on as leveraged positions were closed by force",
    id: 42,
    likely_causes: [
      {
        cause:
          "Forced closures: from 11:00 UTC on, a quarter of an hour took out at least $3.1M of long positions, with both sides together 32.0 times a usual hour.",
        confidence: 0.6,
        evidence: ["E6"],
        kind: "liquidation_cascade",
      },
    ],
    market_context: [
      {
        evidence: ["E11"],
        text: "Over the day bitcoin moved +2.2 % and ether +2.2 %, and 67.0 % of the tracked tokens stand above the day before.",
      },
      {
        evidence: ["E11"],
        text: "Its sector, layer-1, rose 0.65 % over the day.",
      },
    ],
    model: "deterministic-1",
    onchain: [],
    p_right: {
      "1h": 0.5,
      "24h": 0.5,
      "7d": 0.5,
    },
    rules_version: "brief-4",
    run_id: "run_01KAGRXJG00000000000000000",
    severity: 2,
    sigma_pct: {
      "1h": 0.2361,
      "24h": 2.5742,
      "7d": 2.7931,
    },
    summary:
      "BTC fell 1.2 % in 2 hours and stands at $100.20; its minutes closed between $100.20 and $101.42. The sharpest stretch came between 11:02 UTC and 11:07 UTC, when it lost 1.2 %: 100.0 % of past windows as long had none as sharp. Forced closures: from 11:00 UTC on, a quarter of an hour took out at least $3.1M of long positions, with both sides together 32.0 times a usual hour. Over the day bitcoin moved +2.2 % and ether +2.2 %, and 67.0 % of the tracked tokens stand above the day before.",
    token: {
      id: "bitcoin",
      name: "Bitcoin",
      symbol: "BTC",
    },
    watch_conditions: [
      {
        comparator: ">",
        metric: "market/price_usd",
        until: "2026-11-21T12:00:00.000Z",
        value: 101.41903,
      },
      {
        comparator: "<",
        metric: "market/price_usd",
        until: "2026-11-21T12:00:00.000Z",
        value: 100.19799,
      },
    ],
    watch_next: [
      "A price above $101.42, the highest close of the window.",
      "A price below $100.20, the lowest close of the window.",
    ],
    what_happened: [
      {
        evidence: ["E1"],
        text: "BTC fell 1.2 % in 2 hours and stands at $100.20; its minutes closed between $100.20 and $101.42.",
      },
      {
        evidence: ["E1"],
        text: "The sharpest stretch came between 11:02 UTC and 11:07 UTC, when it lost 1.2 %: 100.0 % of past windows as long had none as sharp.",
      },
    ],
    window: {
      from: "2026-11-20T10:00:00.000Z",
      to: "2026-11-20T12:00:00.000Z",
    },
    score: null,
    hash: "fb10ef644a22bb4ea8f618d43cc20e3bdbd469ee96da13c99e6fd7594a59b7ae",
    verify_url: "http://localhost:8080/v1/verify/42",
  },
};
