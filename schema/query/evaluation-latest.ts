// Query: the last standard evaluation issued of each token since an instant, as it was issued.
import type { Query } from "../io/clickhouse.ts";

export type EvaluationLatestRow = {
  readonly token: string;
  readonly id: string;
  readonly canonical: string;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly issued_ms: number;
};

/** `from` in epoch milliseconds. Ids sort by the slot they were minted for. */
export const evaluationLatest: Query<
  { readonly tokens: readonly string[]; readonly from: number },
  EvaluationLatestRow
> = {
  name: "evaluation-latest",
  sql: `
SELECT i.token AS token, max(i.id) AS id, argMax(i.canonical, i.id) AS canonical, argMax(i.hash, i.id) AS hash,
  toUnixTimestamp64Milli(argMax(i.issued_at, i.id)) AS issued_ms
FROM issued AS i
WHERE i.kind = 'evaluation' AND i.token IN {tokens:Array(String)}
  AND i.issued_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND JSONExtractString(i.canonical, 'data', 'kind') = 'standard'
GROUP BY i.token
ORDER BY token`,
};
