// Query: evaluations by their ids with the two before each, as changes of verdicts are told.
import type { Query } from "../query.ts";

/** `as_of_ms` in epoch milliseconds; `canonical` is the canonical object, JSON. */
export type EvaluationToldRow = {
  readonly id: string;
  readonly previous_id: string;
  readonly as_of_ms: number;
  readonly canonical: string;
};

export const evaluationTold: Query<{ readonly ids: readonly string[] }, EvaluationToldRow> = {
  name: "evaluation-told",
  sql: `
WITH
  told AS (SELECT id, previous_id FROM issued_object WHERE id IN {ids:Array(String)}),
  before AS (SELECT id, previous_id FROM issued_object WHERE id IN (SELECT previous_id FROM told))
SELECT i.id AS id, i.previous_id AS previous_id, toUnixTimestamp64Milli(i.as_of) AS as_of_ms, i.canonical AS canonical
FROM issued_object AS i
WHERE i.id != '' AND (i.id IN {ids:Array(String)} OR i.id IN (SELECT previous_id FROM told)
  OR i.id IN (SELECT previous_id FROM before))`,
};
