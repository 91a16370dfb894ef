// Spot order books from OKX; 400 levels are what one cheap call gives.
import { bookRow } from "../../parse/book.ts";
import { asList, asNumber, asRecord } from "../../source/body.ts";
import { source, type TokenSource } from "../../source/define-source.ts";

const LEVELS = 400;

export const okxOrderBook = source<TokenSource>({
  id: "okx-order-book",
  kind: "token",
  venue: "okx",
  market: "spot",
  calls: ({ symbol }) => [{ endpoint: "okx.books", params: { instId: symbol, sz: LEVELS } }],
  parse: (body, about) => {
    const { bids, asks, ts } = asRecord(asList(asRecord(body).data, "data")[0], "book");
    return [bookRow({ bids, asks, at: asNumber(ts), levelsAsked: LEVELS }, about)];
  },
});
