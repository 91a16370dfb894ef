// Query: for how long none of the standard evaluations of some tokens was in force within a time.
import type { Query } from "../query.ts";

type Asked = {
  readonly tokens: readonly string[];
  /** Epoch milliseconds: what was issued after it is looked at. */
  readonly from: number;
  /** The time that is asked about, epoch milliseconds. */
  readonly since: number;
  readonly now: number;
};

/** The longest such stretch since the token's first one; tokens without any have no row. */
export type EvaluationInForceRow = { readonly token: string; readonly lapse_ms: number };

export const evaluationInForce: Query<Asked, EvaluationInForceRow> = {
  name: "evaluation-in-force",
  sql: `
SELECT token, arrayMax(arrayMap((until, next) -> greatest(0, next - greatest(until, {since:Int64})),
  arrayMap(one -> one.2, issued), arrayPushBack(arrayMap(one -> one.1, arrayPopFront(issued)), {now:Int64}))) AS lapse_ms
FROM (
  SELECT i.token AS token, arraySort(groupArray((toUnixTimestamp64Milli(i.issued_at),
    toUnixTimestamp64Milli(coalesce(i.valid_until, i.issued_at))))) AS issued
  FROM issued_object AS i
  WHERE i.kind = 'evaluation' AND i.subkind = 'standard' AND i.token IN {tokens:Array(String)}
    AND i.issued_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND i.issued_at <= fromUnixTimestamp64Milli({now:Int64}, 'UTC')
  GROUP BY i.token
)
ORDER BY token`,
};
