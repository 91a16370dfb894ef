// Spot order books from OKX; 400 levels are what one cheap call gives.
import { bookRow } from "../../parse/book.ts";
import { asList, asNumber, asRecord } from "../../source/body.ts";
import { tokenSource } from "../../source/define-source.ts";

const LEVELS = 400;

export const okxOrderBook = tokenSource({
  id: "okx-order-book",
  venue: "okx",
  market: "spot",
  calls: ({ symbol }) => [{ endpoint: "okx.books", params: { instId: symbol, sz: LEVELS } }],
  parse: (body, about) => {
    const { bids, asks, ts } = asRecord(asList(asRecord(body).data, "data")[0], "book");
    return [bookRow({ bids, asks, at: asNumber(ts), levelsAsked: LEVELS }, about)];
  },
});
