// Order books: sums by band around mid, spread, whether the book ends inside the widest band, and at most 100 levels a side.

import { httpError } from "../../schema/io/http.ts";
import type { OrderBookRow } from "../../schema/row/order-book.ts";
import { asList, asNumber } from "../body.ts";
import { type About, onlyListing, stamped } from "../define-source.ts";

type Levels = { readonly prices: number[]; readonly amounts: number[] };

const LEVELS_MAX = 100;

/** Levels in USD a coin and coins, best first as the venue gives them. */
function levelsOf(side: unknown, factor: number, what: string): Levels {
  const prices: number[] = [];
  const amounts: number[] = [];
  for (const level of asList(side, what)) {
    const [price, amount] = asList(level, what);
    const coins = asNumber(amount) * factor;
    if (coins === 0) continue;
    prices.push(asNumber(price) / factor);
    amounts.push(coins);
  }
  if (prices.length === 0) throw httpError("bad_body", `the book has no ${what}`);
  return { prices, amounts };
}

/** Value within `share` of mid, in USD. */
function bandUsd({ prices, amounts }: Levels, mid: number, share: number): number {
  let sum = 0;
  for (let i = 0; i < prices.length; i += 1) {
    const price = prices[i] as number;
    if (Math.abs(price - mid) > mid * share * (1 + 1e-12)) break;
    sum += price * (amounts[i] as number);
  }
  return sum;
}

/** Neighbouring levels joined at their mean price until there are few enough: amount and value stay what they were. */
export function joinLevels({ prices, amounts }: Levels): Levels {
  const size = Math.ceil(prices.length / LEVELS_MAX);
  if (size <= 1) return { prices, amounts };
  const joined: Levels = { prices: [], amounts: [] };
  for (let from = 0; from < prices.length; from += size) {
    let amount = 0;
    let value = 0;
    for (let i = from; i < Math.min(from + size, prices.length); i += 1) {
      amount += amounts[i] as number;
      value += (amounts[i] as number) * (prices[i] as number);
    }
    joined.prices.push(value / amount);
    joined.amounts.push(amount);
  }
  return joined;
}

export type Book = {
  readonly bids: unknown;
  readonly asks: unknown;
  /** Epoch ms. */
  readonly at: number;
  /** Levels a side that were asked for: fewer means that the book really ends there. */
  readonly levelsAsked: number;
};

/** One row of a book whose levels are `[price, amount, …]` in base units. */
export function bookRow(book: Book, about: About): OrderBookRow {
  const listing = onlyListing(about);
  const bids = levelsOf(book.bids, listing.factor, "bids");
  const asks = levelsOf(book.asks, listing.factor, "asks");
  const bid = bids.prices[0] as number;
  const ask = asks.prices[0] as number;
  const mid = (bid + ask) / 2;
  const cut = (side: Levels): boolean =>
    side.prices.length >= book.levelsAsked && Math.abs((side.prices.at(-1) as number) - mid) < mid * 0.02;
  const keptBids = joinLevels(bids);
  const keptAsks = joinLevels(asks);
  return stamped(about, listing, {
    market: listing.kind,
    at: book.at,
    bid,
    ask,
    spread_bps: ((ask - bid) / mid) * 10_000,
    bid_0_5_usd: bandUsd(bids, mid, 0.005),
    ask_0_5_usd: bandUsd(asks, mid, 0.005),
    bid_1_usd: bandUsd(bids, mid, 0.01),
    ask_1_usd: bandUsd(asks, mid, 0.01),
    bid_2_usd: bandUsd(bids, mid, 0.02),
    ask_2_usd: bandUsd(asks, mid, 0.02),
    truncated: cut(bids) || cut(asks) ? 1 : 0,
    bid_price: keptBids.prices,
    bid_native: keptBids.amounts,
    ask_price: keptAsks.prices,
    ask_native: keptAsks.amounts,
  });
}
