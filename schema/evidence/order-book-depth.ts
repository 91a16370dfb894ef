// Evidence order_book_depth: how much the spot order books hold near the middle.
import { closed } from "../shape/closed.ts";
import { bps, count, ratio, usd } from "../shape/quantity.ts";
import { Time } from "../shape/time.ts";

export const orderBookDepth = closed({
  depth_2pct_usd: usd("The smaller side within 2 % of the middle."),
  bid_2pct_usd: usd("Bids within 2 %."),
  ask_2pct_usd: usd("Asks within 2 %."),
  imbalance_ratio: ratio("Bids less asks over both."),
  spread_bps: bps("Between best bid and best ask."),
  venues_assessed: count("Venues whose books are summed."),
  as_of: Time,
});
