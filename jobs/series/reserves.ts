// Builder of the history series reserves: coins held by each exchange.
import { roundNative } from "../number/round.ts";
import { lastPerBucket, owedEvery, type StoredSeries } from "./bucket.ts";

/** Its past is told by the day. */
const PAST_EVERY_S = 86_400;

export const reserves: StoredSeries = {
  dataset: "reserve",
  pastEveryS: PAST_EVERY_S,
  query: {
    name: "history-reserves",
    sql: lastPerBucket({
      table: "exchange_reserve",
      line: "exchange",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "toNullable(reserve_native)",
      everyS: owedEvery("reserve", PAST_EVERY_S),
    }),
  },
  cells: ({ cells: [native] }) => [native == null ? "unassessed" : roundNative(native)],
};
