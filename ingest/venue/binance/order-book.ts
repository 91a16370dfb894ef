// Spot order books from Binance; the answer has no time, only an update id.
import { bookRow } from "../../parse/book.ts";
import { asRecord } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";

/** Half the weight of 1000 levels: a hundred books a minute must leave room for candles. */
const LEVELS = 500;

export const binanceOrderBook = tokenSource({
  id: "binance-order-book",
  venue: "binance",
  market: "spot",
  calls: ({ symbol }) => [{ endpoint: "binance.depth", params: { symbol, limit: LEVELS } }],
  nonce: (body) => Number(asRecord(body).lastUpdateId),
  parse: (body, about) => {
    const { bids, asks } = asRecord(body);
    return [bookRow({ bids, asks, at: about.retrievedAt, levelsAsked: LEVELS }, about)];
  },
});
