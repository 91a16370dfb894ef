// Holds impact over the stored levels of books against impact over all of their levels.
import { bookRow } from "../../ingest/parse/book.ts";
import { impactOf, mergeBooks, SIDES } from "../../jobs/measure/book.ts";
import { isGap } from "../../jobs/measure/gap.ts";
import type { BookLatestRow } from "../../schema/query/trade/book-latest.ts";
import { trackedById } from "../../schema/token/tracked.ts";

/** Price and amount, best first. */
export type BookSide = readonly (readonly [price: number, amount: number])[];
type RawBook = { readonly bids: BookSide; readonly asks: BookSide };

const SIZES = [1e3, 1e4, 1e5, 1e6];
const SHARE_MAX = 0.01;
/** A tenth of a basis point, in percentage points. */
const POINTS_MAX = 0.001;
/** Behind the near levels there are never more. */
const FAR_MAX = 100;

type Levels = Pick<BookLatestRow, "bid_price" | "bid_native" | "ask_price" | "ask_native">;
const of = (side: BookSide, at: 0 | 1): number[] => side.map((level) => level[at]);
const rawLevels = ({ bids, asks }: RawBook): Levels => ({
  bid_price: of(bids, 0),
  bid_native: of(bids, 1),
  ask_price: of(asks, 0),
  ask_native: of(asks, 1),
});

function storedLevels(book: RawBook): Levels {
  const token = trackedById("bitcoin");
  if (!token) throw new Error("bitcoin is tracked");
  const listing = { token, venue: "binance", kind: "spot", symbol: "XUSDT", base: "X", factor: 1 };
  const about = { listings: [listing], now: 0, retrievedAt: 0, provider: "test" };
  return bookRow({ ...book, at: 0, levelsAsked: 5_000 }, about as never) as unknown as Levels;
}

const nearOf = (side: BookSide, mid: number): number =>
  side.filter(([price]) => Math.abs(price - (side[0]?.[0] ?? 0)) <= 0.001 * mid).length;

type Assert = { ok(value: unknown, message: string): unknown; same(a: unknown, b: unknown, message: string): unknown };

/** Checks every size on both sides of the merged books, and that near levels are untouched. @returns what was found. */
export function checkImpact(t: Assert, books: readonly RawBook[]): string {
  const stored = books.map(storedLevels);
  const raw = mergeBooks(books.map(rawLevels) as unknown as BookLatestRow[]);
  const kept = mergeBooks(stored as unknown as BookLatestRow[]);
  let [worst, compared] = [0, 0];
  for (const side of SIDES)
    for (const size of SIZES) {
      const [is, was] = [impactOf(kept, side, size), impactOf(raw, side, size)];
      if (isGap(is) || isGap(was)) {
        t.ok(isGap(is) && isGap(was), `${side} ${size}: both books end before it`);
        continue;
      }
      const share = Math.abs(is - was) / Math.max(POINTS_MAX, SHARE_MAX * was);
      [worst, compared] = [Math.max(worst, share), compared + 1];
      t.ok(share <= 1, `${side} ${size}: ${is} % over stored levels, ${was} % over all`);
    }
  books.forEach(({ bids, asks }, at) => {
    const mid = ((bids[0]?.[0] ?? 0) + (asks[0]?.[0] ?? 0)) / 2;
    for (const [side, prices] of [
      [bids, stored[at]?.bid_price ?? []],
      [asks, stored[at]?.ask_price ?? []],
    ] as const) {
      const near = nearOf(side, mid);
      t.same(prices.slice(0, near), of(side.slice(0, near), 0), `${near} near levels stay as they are`);
      t.ok(prices.length <= near + FAR_MAX, `${side.length} levels became ${prices.length}, ${near} of them near`);
    }
  });
  const counts = stored.map(({ bid_price, ask_price }) => `${bid_price.length}+${ask_price.length}`).join(" ");
  return `${compared} impacts, at worst ${(worst * 100).toFixed(0)} % of the allowed error; levels ${counts}`;
}
