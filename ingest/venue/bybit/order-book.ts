// Spot order books from Bybit.
import { bookRow } from "../../parse/book.ts";
import { asNumber, asRecord } from "../../source/body.ts";
import { saidSymbol, tokenSource } from "../../source/define-source.ts";

const LEVELS = 1_000;

export const bybitOrderBook = tokenSource({
  id: "bybit-order-book",
  venue: "bybit",
  market: "spot",
  calls: ({ symbol }) => [{ endpoint: "bybit.orderbook", params: { category: "spot", symbol, limit: LEVELS } }],
  nonce: (body) => Number(asRecord(asRecord(body).result, "result").u),
  parse: (body, about) => {
    const { b: bids, a: asks, ts, s } = asRecord(asRecord(body).result, "result");
    return [bookRow({ ...saidSymbol(s), bids, asks, at: asNumber(ts), levelsAsked: LEVELS }, about)];
  },
});
