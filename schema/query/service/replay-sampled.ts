// Queries: which issued objects a night's sample is of, and what the last sample came to.
import type { ReplaySampleRow } from "../../dataset/service/replay-sample.ts";
import type { Query } from "../query.ts";

type Drawn = { readonly from: number; readonly to: number; readonly seed: number; readonly limit: number };

/**
 * Objects issued in a span (epoch milliseconds; `to` is not of it), drawn by chance: the same for the same seed. Of each
 * kind a tenth of the sample, where there are so many, and the rest of all.
 */
export const replayDrawn: Query<Drawn, { readonly id: string }> = {
  name: "replay-drawn",
  sql: `
SELECT id
FROM (
  SELECT i.id AS id, sipHash64(i.id, {seed:Int64}) AS chance, row_number() OVER (PARTITION BY i.kind ORDER BY chance, i.id) AS place
  FROM issued_object AS i
  WHERE i.issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND i.issued_at < fromUnixTimestamp64Milli({to:Int64}, 'UTC')
)
ORDER BY place * 10 > {limit:UInt32}, chance, id
LIMIT {limit:UInt32}`,
};

/** Epoch milliseconds. */
export const replayNewest: Query<{ readonly asOf: number }, ReplaySampleRow> = {
  name: "replay-newest",
  sql: `
SELECT toUnixTimestamp64Milli(r.at) AS at, sampled, identical, numbers_identical, differing, unassessed, reasons, code_version
FROM replay_sample AS r
WHERE r.at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY r.at DESC
LIMIT 1`,
};
