// Spot order books from Binance; the answer has no time, only an update id.
import { bookRow } from "../../parse/book.ts";
import { asRecord } from "../../source/body.ts";
import { source, type TokenSource } from "../../source/define-source.ts";

/** Half the weight of 1000 levels: a hundred books a minute must leave room for candles. */
const LEVELS = 500;

export const binanceOrderBook = source<TokenSource>({
  id: "binance-order-book",
  kind: "token",
  venue: "binance",
  market: "spot",
  calls: ({ symbol }) => [{ endpoint: "binance.depth", params: { symbol, limit: LEVELS } }],
  nonce: (body) => Number(asRecord(body).lastUpdateId),
  parse: (body, about) => {
    const { bids, asks } = asRecord(body);
    return [bookRow({ bids, asks, at: about.retrievedAt, levelsAsked: LEVELS }, about)];
  },
});
