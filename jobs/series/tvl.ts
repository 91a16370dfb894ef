// Builder of the history series tvl: value locked behind the token, by chain.
import { roundUsd } from "../number/round.ts";
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

export const tvl: StoredSeries = {
  dataset: "tvl",
  query: {
    name: "history-tvl",
    sql: lastPerBucket({
      table: "token_tvl",
      line: "chain",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "toNullable(tvl_usd)",
    }),
  },
  cells: ({ cells: [usd] }) => [usd == null ? "unassessed" : roundUsd(usd)],
};
