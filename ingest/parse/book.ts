// Order books: sums by band around mid, spread, whether the book ends inside the widest band, and its levels, joined behind the first of them.
import type { OrderBookRow } from "../../schema/dataset/trade/order-book.ts";
import { httpError } from "../../schema/io/http.ts";
import { asList, asNumber } from "../source/body.ts";
import { type About, onlyListing, saidSymbol, stamped } from "../source/define-source.ts";

type Levels = { readonly prices: number[]; readonly amounts: number[] };

/** Levels so near to the best one stay as they are. */
const NEAR_SHARE = 0.001;
/** How far a joined level may move the average price of any order, as a share of its distance from mid or of mid. */
const ERROR_SHARE = 0.004;
const ERROR_OF_MID = 0.000005;

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

type Taken = { readonly coins: number; readonly value: number };

/**
 * Whether the levels `from`…`to` may be one at their mean price: after `before`, an order that ends at any of them must
 * cost what it would, within the error that is allowed. Inside of a joined level it costs too much, most in its middle.
 */
function mayJoin({ prices, amounts }: Levels, mid: number, before: Taken, from: number, to: number): boolean {
  let coins = 0;
  let value = 0;
  for (let i = from; i <= to; i += 1) {
    coins += amounts[i] as number;
    value += (amounts[i] as number) * (prices[i] as number);
  }
  const mean = value / coins;
  let [taken, worth] = [before.coins, before.value];
  let off = 0;
  for (let i = from; i <= to; i += 1) {
    const [price, amount] = [prices[i] as number, amounts[i] as number];
    taken += amount;
    worth += amount * price;
    off += amount * (mean - price);
    const allowed = Math.max(ERROR_OF_MID * mid, ERROR_SHARE * Math.abs(worth / taken - mid));
    if (Math.abs(off) / taken > allowed) return false;
  }
  return true;
}

/**
 * Levels behind the near ones joined with their neighbours as far as that changes no order's cost beyond the allowed
 * error: amount and value stay what they were. The further away, the more of them make one.
 */
export function joinLevels({ prices, amounts }: Levels, mid: number): Levels {
  const best = prices[0] ?? mid;
  const joined: Levels = { prices: [], amounts: [] };
  let before: Taken = { coins: 0, value: 0 };
  for (let from = 0; from < prices.length; ) {
    let to = from;
    const isFar = Math.abs((prices[from] as number) - best) > NEAR_SHARE * mid;
    while (isFar && to + 1 < prices.length && mayJoin({ prices, amounts }, mid, before, from, to + 1)) to += 1;
    let [coins, value] = [0, 0];
    for (let i = from; i <= to; i += 1) {
      coins += amounts[i] as number;
      value += (amounts[i] as number) * (prices[i] as number);
    }
    joined.prices.push(to === from ? (prices[from] as number) : value / coins);
    joined.amounts.push(coins);
    before = { coins: before.coins + coins, value: before.value + value };
    from = to + 1;
  }
  return joined;
}

type Book = {
  readonly bids: unknown;
  readonly asks: unknown;
  /** Epoch ms. */
  readonly at: number;
  /** Levels a side that were asked for: fewer means that the book really ends there. */
  readonly levelsAsked: number;
  /** The market that it says it is of. */
  readonly symbol?: string;
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
  const keptBids = joinLevels(bids, mid);
  const keptAsks = joinLevels(asks, mid);
  return stamped(about, listing, {
    ...saidSymbol(book.symbol),
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
