// Kraken: what its published limits allow, which calls are made of it, and what its words mean.
import { BUSY_MS, exchange } from "../../source/exchange-venue.ts";

export const kraken = exchange({
  concurrency: 2,
  pauseMs: 30_000,
  buckets: { all: { limit: 13, periodMs: 15_000 } },
  calls: {
    ohlc: { call: "publicGetOHLC", bucket: "all" },
    depth: { call: "publicGetDepth", bucket: "all" },
  },
  lists: { spot: "spot" },
  listsBucket: "all",
  aliases: {},
  words: [
    { kind: "rate_limited", text: /EService:\s*Throttled/ },
    { kind: "http_error", text: /EService:\s*(Unavailable|Busy)/, pauseMs: BUSY_MS },
  ],
  isDollarFirst: true,
});
