// Query: since when, with what longest break within a time, and how often judged without something, standard evaluations of some tokens were in force.
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
 * The first one after `from` in epoch milliseconds, the longest stretch since it in which none was in force, and how many
 * judged without something may hide a turn to avoid: those that were in force within the time, and those before whose want
 * decides what a later avoid within it turned from. An avoid hides none, and settles which verdict stands, as two alike in a
 * row do that lost nothing. Where it was not counted yet a caution may have lost something: what did is never proceed.
 * Tokens without any have no row.
 */
type EvaluationInForceRow = {
  readonly token: string;
  readonly first_at: number;
  readonly lapse_ms: number;
  readonly hiding: number;
};

export const evaluationInForce: Query<Asked, EvaluationInForceRow> = {
  name: "evaluation-in-force",
  sql: `
WITH arrayPushBack(arrayMap(one -> one.1, arrayPopFront(issued)), {now:Int64}) AS nexts,
  arrayPushFront(arrayPopBack(issued), (toInt64(0), toInt64(0), toUInt8(1), '')) AS befores,
  arrayMap((one, before) -> one.4 = 'avoid' OR (one.4 = before.4 AND NOT one.3 AND NOT before.3), issued, befores) AS settles,
  arrayReverseFill((turn, settled) -> settled, arrayMap(one -> if(one.4 = 'avoid', one.1, 0), issued), settles) AS turns
SELECT token, issued[1].1 AS first_at,
  arrayMax(arrayMap((one, next) -> greatest(0, next - greatest(one.2, {since:Int64})), issued, nexts)) AS lapse_ms,
  toUInt32(arrayCount((one, next, turn) -> one.3 AND (least(one.2, next) > {since:Int64} OR turn > {since:Int64}),
    issued, nexts, turns)) AS hiding
FROM (
  SELECT i.token AS token, arraySort(groupArray((toUnixTimestamp64Milli(i.issued_at),
    toUnixTimestamp64Milli(coalesce(i.valid_until, i.issued_at)),
    toUInt8(i.verdict != 'avoid' AND coalesce(i.lost_count > 0, i.verdict = 'caution')), toString(i.verdict)))) AS issued
  FROM issued_object AS i
  WHERE i.kind = 'evaluation' AND i.subkind = 'standard' AND i.token IN {tokens:Array(String)}
    AND i.issued_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
    AND i.issued_at <= fromUnixTimestamp64Milli({now:Int64}, 'UTC')
  GROUP BY i.token
)
ORDER BY token`,
};
