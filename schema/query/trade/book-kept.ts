// Query: how many books a build read levels of, and how many of these have been emptied since.
import { storedByKnown } from "../../dataset/version.ts";
import type { Query } from "../query.ts";

type BookKeptRow = { readonly books: number; readonly emptied: number };

export const bookKept: Query<{ readonly asOf: number; readonly known: number }, BookKeptRow> = {
  name: "book-kept",
  sql: `
SELECT toUInt32(count()) AS books, toUInt32(countIf(empty(b.bid_price) AND empty(b.ask_price))) AS emptied
FROM order_book AS b
WHERE ${storedByKnown("b")} AND b.market = 'spot'
  AND b.at > toStartOfMinute(fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')) - INTERVAL 10 MINUTE
  AND b.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')`,
};
