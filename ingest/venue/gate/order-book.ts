// Spot order books from Gate: a hundred levels a side, times in milliseconds.
import { bookRow } from "../../parse/book.ts";
import { asNumber, asRecord } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";

const LEVELS = 100;

export const gateOrderBook = tokenSource({
  id: "gate-order-book",
  venue: "gate",
  market: "spot",
  // One of many books of a token: a reading every two minutes still counts as fresh.
  everyS: 120,
  calls: ({ symbol }) => [
    { endpoint: "gate.spot.orderBook", params: { currency_pair: symbol, limit: LEVELS, with_id: "true" } },
  ],
  nonce: (body) => Number(asRecord(body).id),
  parse: (body, about) => {
    const { bids, asks, current } = asRecord(body);
    return [bookRow({ bids, asks, at: asNumber(current), levelsAsked: LEVELS }, about)];
  },
});
