// Builder of the history series long_short: accounts long over short by venue.
import { roundPct, roundRatio } from "../number/round.ts";
import { lastPerBucket, owedEvery, type StoredSeries } from "./bucket.ts";

/** Venues tell its past by the hour. */
const PAST_EVERY_S = 3_600;

export const longShort: StoredSeries = {
  dataset: "long_short",
  pastEveryS: PAST_EVERY_S,
  query: {
    name: "history-long-short",
    sql: lastPerBucket({
      table: "long_short",
      line: "venue",
      at: "toUnixTimestamp64Milli(at)",
      where: `kind = 'global_account' AND at >= fromUnixTimestamp64Milli({from:Int64})
    AND at <= fromUnixTimestamp64Milli({to:Int64})`,
      cells: "ratio, long_pct, short_pct",
      everyS: owedEvery("long_short", PAST_EVERY_S),
    }),
  },
  cells: ({ cells: [ratio, long, short] }) => [
    ratio == null ? "unassessed" : roundRatio(ratio),
    long == null ? "unassessed" : roundPct(long),
    short == null ? "unassessed" : roundPct(short),
  ],
};
