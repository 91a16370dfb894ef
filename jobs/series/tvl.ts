// Builder of the history series tvl: value locked behind the token, by chain.
import { roundUsd } from "../number/round.ts";
import { lastPerBucket, owedEvery, type StoredSeries } from "./bucket.ts";

/** Its past is told by the day. */
const PAST_EVERY_S = 86_400;

export const tvl: StoredSeries = {
  dataset: "tvl",
  pastEveryS: PAST_EVERY_S,
  query: {
    name: "history-tvl",
    sql: lastPerBucket({
      table: "token_tvl",
      line: "chain",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "toNullable(tvl_usd)",
      everyS: owedEvery("tvl", PAST_EVERY_S),
    }),
  },
  cells: ({ cells: [usd] }) => [usd == null ? "unassessed" : roundUsd(usd)],
};
