// Spot order books from Hyperliquid, of the few coins that are bridged there: twenty levels a side, bids first.
import { bookRow } from "../../parse/book.ts";
import { asList, asNumber, asRecord } from "../../source/body.ts";
import { saidSymbol, tokenSource } from "../../source/define-source.ts";

const LEVELS = 20;

const pairs = (side: unknown, what: string) =>
  asList(side, what).map((one) => {
    const { px, sz } = asRecord(one, what);
    return [px, sz];
  });

export const hyperliquidOrderBook = tokenSource({
  id: "hyperliquid-order-book",
  venue: "hyperliquid",
  market: "spot",
  calls: ({ symbol }) => [{ endpoint: "hyperliquid.book", params: { type: "l2Book", coin: symbol } }],
  parse: (body, about) => {
    const { levels, time, coin } = asRecord(body, "book");
    const [bids, asks] = asList(levels, "levels");
    const book = {
      ...saidSymbol(coin),
      bids: pairs(bids, "bids"),
      asks: pairs(asks, "asks"),
      at: asNumber(time),
      levelsAsked: LEVELS,
    };
    return [bookRow(book, about)];
  },
});
