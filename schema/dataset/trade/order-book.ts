// The dataset order_book and its rows.
import { n, near, positive, recent } from "../admit.ts";
import { MARKET, real, reals, SYMBOL, TOKEN, time, VENUE, whole } from "../column.ts";
import type { Row } from "../dataset.ts";
import { minutes } from "../fresh.ts";
import { days } from "../keep.ts";
import { reading } from "../reading.ts";

const isRising = (values: readonly number[], sign: 1 | -1): boolean =>
  values.every((value, i) => i === 0 || (value - (values[i - 1] as number)) * sign > 0);

export const orderBook = reading({
  name: "order_book",
  about: "Depth of a market's book by band, and its levels for a few hours.",
  columns: {
    token: TOKEN,
    venue: VENUE,
    market: MARKET,
    symbol: SYMBOL,
    at: time("The venue's time of the book, or ours where it gives none. UTC."),
    bid: real("Best bid. USD."),
    ask: real("Best ask. USD."),
    spread_bps: real("(ask - bid) / mid. Basis points."),
    bid_0_5_usd: real("Value of bids within 0.5 % of mid. USD."),
    ask_0_5_usd: real("Value of asks within 0.5 % of mid. USD."),
    bid_1_usd: real("Value of bids within 1 % of mid. USD."),
    ask_1_usd: real("Value of asks within 1 % of mid. USD."),
    bid_2_usd: real("Value of bids within 2 % of mid. USD."),
    ask_2_usd: real("Value of asks within 2 % of mid. USD."),
    truncated: whole(8, "1 where the book ended inside the 2 % band: the sums are lower bounds."),
    bid_price: reals("Bid levels, best first. USD."),
    bid_native: reals("Amount at each bid level. Native coins."),
    ask_price: reals("Ask levels, best first. USD."),
    ask_native: reals("Amount at each ask level. Native coins."),
  },
  order: ["token", "market", "venue", "at"],
  partition: "toYYYYMMDD(at)",
  fresh: { order_book: { everyS: minutes(1), sloS: 150, hardTtlS: minutes(10) } },
  admit: [
    recent,
    positive("bid", "ask"),
    ["crossed", (row) => n(row, "bid") < n(row, "ask")],
    ["unsorted", (row) => isRising(row.bid_price as number[], -1) && isRising(row.ask_price as number[], 1)],
    ["not_positive", (row) => [...(row.bid_native as number[]), ...(row.ask_native as number[])].every((v) => v > 0)],
    near("bid", "ask"),
  ],
  // Too bulky for as long as builds can be made again otherwise: without levels no build is what it was.
  keep: {
    ...days(30),
    emptied: { hours: 6, columns: ["bid_price", "bid_native", "ask_price", "ask_native"] },
  },
});

export type OrderBookRow = Row<typeof orderBook>;
