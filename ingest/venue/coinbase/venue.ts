// Coinbase: what its published limits allow, which call is made of it, and what its names mean.
import { asRecord } from "../../source/body.ts";
import { exchange } from "../../source/exchange-venue.ts";

/** The class splits the id of a product before it looks at it: one that has none would cost all the others. */
const isProduct = (one: unknown): boolean =>
  one !== null && typeof one === "object" && /^[^-]+-[^-]+$/.test(String((one as { id?: unknown }).id));

export const coinbase = exchange({
  concurrency: 1,
  pauseMs: 10_000,
  buckets: { all: { limit: 9, periodMs: 1_000 } },
  calls: { stats: { call: "products/stats", bucket: "all" } },
  lists: { spot: "spot" },
  listsBucket: "all",
  aliases: { RNDR: "render-token" },
  className: "coinbaseexchange",
  leaveOut: [
    "publicGetProducts",
    (inner) => async (params) => {
      const products = await inner(params);
      return Array.isArray(products) ? products.filter(isProduct) : asRecord(products, "products");
    },
  ],
  isDollarFirst: true,
});
