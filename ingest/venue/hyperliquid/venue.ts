// Hyperliquid: what its published limits allow, which calls are made of it, and what its names mean.
import { MINUTE_MS } from "../../../schema/duration.ts";
import { exchange } from "../../source/exchange-venue.ts";

/** Anyone may list a coin of any name there: only these markets are of the coins that their names say. */
const SPOT: Readonly<Record<string, string>> = { "@107": "HYPE", "@142": "BTC", "@151": "ETH", "@156": "SOL" };

export const hyperliquid = exchange({
  concurrency: 2,
  pauseMs: 30_000,
  buckets: { all: { limit: 1_080, periodMs: MINUTE_MS } },
  calls: {
    info: { call: "publicPostInfo", bucket: "all", weight: 20 },
    book: { call: "publicPostInfo", bucket: "all", weight: 2 },
    /** Twenty, and one for every twenty rows. */
    fundingPast: { call: "publicPostInfo", bucket: "all", weight: 45 },
    fundingNewest: { call: "publicPostInfo", bucket: "all", weight: 21 },
  },
  lists: { spot: "spot", perp: "swap" },
  listsBucket: "all",
  aliases: { RNDR: "render-token", MATIC: null },
  /** Markets are numbered: the name is what it is asked for, a k before it stands for a thousand. */
  nameOf({ id, spot, info }) {
    if (spot) return { id, base: SPOT[id ?? ""] ?? "" };
    const { name } = info as { readonly name?: string };
    return { id: name, base: (name ?? "").replace(/^k(?=[A-Z])/, "1000") };
  },
});
