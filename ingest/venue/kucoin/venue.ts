// KuCoin: what its published limits allow, which call is made of it, and what its names and words mean.
import { BUSY_MS, exchange } from "../../source/exchange-venue.ts";

export const kucoin = exchange({
  concurrency: 1,
  pauseMs: 30_000,
  buckets: { all: { limit: 1_800, periodMs: 30_000 } },
  calls: { allTickers: { call: "publicGetMarketAllTickers", bucket: "all", weight: 15 } },
  lists: { spot: "spot" },
  listsBucket: "all",
  aliases: { RNDR: "render-token" },
  words: [
    { kind: "rate_limited", text: /"code":\s*"?(429000|1015)\b/ },
    { kind: "http_error", text: /"code":\s*"?200009\b/, pauseMs: BUSY_MS },
  ],
});
