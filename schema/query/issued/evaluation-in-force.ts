// Query: since when, and with what longest break within a time, standard evaluations of some tokens were in force.
import type { Query } from "../query.ts";

type Asked = {
  readonly tokens: readonly string[];
  /** Epoch milliseconds: what was issued after it is looked at. */
  readonly from: number;
  /** The time that is asked about, epoch milliseconds. */
  readonly since: number;
  readonly now: number;
};

/**
 * The first one after `from` in epoch milliseconds, and the longest stretch since it in which none was in force; tokens
 * without any have no row.
 */
export type EvaluationInForceRow = { readonly token: string; readonly first_at: number; readonly lapse_ms: number };

export const evaluationInForce: Query<Asked, EvaluationInForceRow> = {
  name: "evaluation-in-force",
  sql: `
SELECT token, issued[1].1 AS first_at, arrayMax(arrayMap((until, next) -> greatest(0, next - greatest(until, {since:Int64})),
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
