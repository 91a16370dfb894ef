// Builder of the history series open_interest: single-side open interest by venue, in USD.
import { roundUsd } from "../number/round.ts";
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

export const openInterest: StoredSeries = {
  dataset: "open_interest",
  query: {
    name: "history-open-interest",
    sql: lastPerBucket({
      table: "open_interest",
      line: "venue",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "open_interest_usd",
    }),
  },
  cells: ({ cells: [usd] }) => [usd == null ? "unassessed" : roundUsd(usd)],
};
