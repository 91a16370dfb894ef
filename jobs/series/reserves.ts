// Builder of the history series reserves: coins held by each exchange.
import { roundNative } from "../number/round.ts";
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

export const reserves: StoredSeries = {
  dataset: "reserve",
  query: {
    name: "history-reserves",
    sql: lastPerBucket({
      table: "exchange_reserve",
      line: "exchange",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "toNullable(reserve_native)",
    }),
  },
  cells: ({ cells: [native] }) => [native == null ? "unassessed" : roundNative(native)],
};
