// Events of kind verdict_change: the verdict that stands for a token changed.
import type { Verdict } from "../evaluation/rule.ts";
import { toTime } from "../shape/time.ts";
import { issuedSource } from "../source/own-source.ts";
import { type EventRow, eventSource } from "./event.ts";

type VerdictChangeRow = EventRow & {
  readonly id: string;
  readonly previous_id: string;
  readonly verdict_from: Verdict;
  readonly verdict_to: Verdict;
  readonly severity: 1 | 2 | 3;
  readonly as_of_ms: number;
  readonly is_simulated: 0 | 1;
};

const RANGE = `e.kind = 'verdict_change' AND e.token IN {tokens:Array(String)}
    AND e.at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC') AND e.at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')`;

const sql = `
SELECT e.token AS token, toUnixTimestamp64Milli(e.at) AS at, e.id AS id, e.verdict_from AS verdict_from,
  e.verdict_to AS verdict_to, e.severity AS severity, i.previous_id AS previous_id,
  toUnixTimestamp64Milli(i.as_of) AS as_of_ms, i.is_simulated AS is_simulated
FROM (SELECT * FROM event AS e WHERE ${RANGE}) AS e
INNER JOIN (
  SELECT id, previous_id, as_of, is_simulated FROM issued_object WHERE id IN (SELECT e.id FROM event AS e WHERE ${RANGE})
) AS i ON i.id = e.id
ORDER BY token, e.at DESC, id
LIMIT {limit:UInt32} BY token`;

export const verdictChange = eventSource<VerdictChangeRow>({
  query: { name: "events-verdict-change", sql },
  toEvent(row, symbol) {
    const { id, previous_id, verdict_from: from, verdict_to: to, severity } = row;
    return {
      kind: "verdict_change",
      id: `verdict_change~${id}`,
      at: toTime(row.at),
      severity,
      direction: null,
      summary: `The verdict on ${symbol} changed from ${from} to ${to}`,
      data: { evaluation_id: id, previous_evaluation_id: previous_id === "" ? null : previous_id, from, to },
      source: issuedSource("evaluate", row, row.at),
    };
  },
});
