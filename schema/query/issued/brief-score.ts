// Query: what came of a brief at 24 hours, as it stands by now.
import type { Query } from "../query.ts";

/** `issued` in epoch milliseconds. */
type BriefScoreParams = { readonly id: string; readonly issued: number };
type BriefScoreRow = { readonly result: string; readonly p_right: number };

export const briefScore: Query<BriefScoreParams, BriefScoreRow> = {
  name: "brief-score",
  sql: `
SELECT argMax(result, (o.revision, o.scored_at)) AS result, argMax(p_right, (o.revision, o.scored_at)) AS p_right
FROM outcome AS o
WHERE o.kind = 'brief' AND o.id = {id:String} AND o.horizon_h = 24
  AND o.issued_at = fromUnixTimestamp64Milli({issued:Int64}, 'UTC')
GROUP BY o.id`,
};
