// Builder of the history series open_interest: single-side open interest by venue, in USD.
import { roundUsd } from "../number/round.ts";
import { lastPerBucket, owedEvery, type StoredSeries } from "./bucket.ts";

/** Venues tell its past by the hour. */
const PAST_EVERY_S = 3_600;

export const openInterest: StoredSeries = {
  dataset: "open_interest",
  pastEveryS: PAST_EVERY_S,
  query: {
    name: "history-open-interest",
    sql: lastPerBucket({
      table: "open_interest",
      line: "venue",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "open_interest_usd",
      everyS: owedEvery("open_interest", PAST_EVERY_S),
    }),
  },
  cells: ({ cells: [usd] }) => [usd == null ? "unassessed" : roundUsd(usd)],
};
