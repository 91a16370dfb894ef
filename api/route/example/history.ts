// Example answer of GET /v1/history/{token}: two buckets of one series, one of them absent.
import type { Static } from "typebox";
import type { history } from "../../../schema/object/history.ts";

export const historyExample: Static<typeof history> = {
  object: "history",
  id: null,
  as_of: "2026-11-20T11:59:00.000Z",
  data: {
    token: { id: "bitcoin", symbol: "BTC", name: "Bitcoin", rank: 1 },
    since: "2026-11-20T10:00:00.000Z",
    until: "2026-11-20T12:00:00.000Z",
    resolution: "1h",
    resolution_requested: "1h",
    series: {
      price: {
        unit: "USD",
        columns: ["t", "price_usd", "as_of"],
        rows: [["2026-11-20T11:00:00.000Z", 64210.5, "2026-11-20T11:59:00.000Z"]],
        by_venue: false,
        as_of: "2026-11-20T11:59:00.000Z",
        sources: ["S1"],
        coverage: {
          from: "2026-11-20T10:00:00.000Z",
          to: "2026-11-20T12:00:00.000Z",
          bucket_s: 3600,
          expected: 2,
          delivered: 1,
          absent: { not_listed: 0, source_error: 1, not_yet_due: 0, gap: 0 },
        },
        truncated: false,
        next_cursor: null,
        reason: null,
      },
    },
    events: [],
    events_coverage: {
      from: "2026-11-20T10:00:00.000Z",
      to: "2026-11-20T12:00:00.000Z",
      delivered: 0,
      truncated: false,
      next_cursor: null,
      reason: "none",
    },
    truncated: false,
    next_cursor: null,
    notes: [
      {
        code: "none",
        detail:
          "events: no headline is stored; whether it was looked for, the sections context, derivatives and onchain of its state tell.",
      },
    ],
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
