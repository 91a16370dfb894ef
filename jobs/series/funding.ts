// Builder of the history series funding: the venue's rate of its own interval, and per 8 hours, where the interval is known.
import { FRESHNESS } from "../../schema/freshness.ts";
import { roundPct } from "../number/round.ts";
import { lastPerBucket, type StoredSeries } from "./bucket.ts";

/** Most venues settle so often; a settled rate says its own interval. */
const SETTLED_EVERY_S = 28_800;

/** Of a settled and a running rate of one instant the settled one is kept: it is final. */
export const funding: StoredSeries = {
  dataset: "funding",
  pastEveryS: SETTLED_EVERY_S,
  query: {
    name: "history-funding",
    sql: lastPerBucket({
      table: "funding",
      line: "venue",
      at: "toUnixTimestamp64Milli(at)",
      where: "at >= fromUnixTimestamp64Milli({from:Int64}) AND at <= fromUnixTimestamp64Milli({to:Int64})",
      cells: "toNullable(rate), interval_hours",
      tie: "kind = 'settled'",
      everyS: `if(kind = 'settled', ifNull(interval_hours * 3600, ${SETTLED_EVERY_S}), ${FRESHNESS.funding.everyS})`,
    }),
  },
  cells({ cells: [rate, hours] }) {
    // Without its interval a rate has no unit: it is never taken for an 8-hour one.
    if (rate == null || hours == null || hours <= 0) return ["unassessed", "unassessed", "unassessed"];
    return [roundPct(rate * 100), hours, roundPct((rate * 100 * 8) / hours)];
  },
};
