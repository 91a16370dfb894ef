// Spot order books from Kraken, of the tokens whose candles it is asked for; levels carry their own times.
import { bookRow } from "../../parse/book.ts";
import { asList, asNumber, asRecord } from "../../source/body.ts";
import { onlyListing, tokenSource } from "../../source/define-source.ts";
import { KRAKEN_TOKENS, krakenAnswer } from "./candle.ts";

const LEVELS = 500;

const bookOf = (body: unknown) => asRecord(Object.values(asRecord(asRecord(body).result, "result"))[0], "book");

/** The newest change of any level, epoch milliseconds. */
function changedAt(levels: readonly unknown[]): number {
  return levels.reduce((newest: number, level) => Math.max(newest, asNumber(asList(level)[2]) * 1_000), 0);
}

export const krakenOrderBook = tokenSource({
  id: "kraken-order-book",
  venue: "kraken",
  market: "spot",
  // The venue's pace allows about one call a second, candles included.
  everyS: 120,
  tokens: KRAKEN_TOKENS,
  calls: ({ symbol }) => [{ endpoint: "kraken.depth", params: { pair: symbol, count: LEVELS } }],
  nonce: (body) => {
    const { bids, asks } = bookOf(body);
    return changedAt([...asList(bids, "bids"), ...asList(asks, "asks")]);
  },
  parse: (body, about) => {
    const [said, book] = krakenAnswer(body, onlyListing(about));
    const { bids, asks } = asRecord(book, "book");
    return [bookRow({ ...said, bids, asks, at: about.now, levelsAsked: LEVELS }, about)];
  },
});
