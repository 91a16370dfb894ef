// Query: the last standard evaluation issued of each token since an instant, as it was issued.
import type { Verdict } from "../../evaluation/rule.ts";
import type { Query } from "../query.ts";

type EvaluationLatestRow = {
  readonly token: string;
  readonly id: string;
  readonly canonical: string;
  readonly hash: string;
  /** Epoch milliseconds. */
  readonly issued_ms: number;
  /** The verdict that stands with it. */
  readonly standing: Verdict;
  /** Standard evaluations in the store, of all tokens, counted before these rows were read. */
  readonly minted: number;
};

const MINTED =
  "SELECT toUInt64(count()) AS minted FROM issued_object WHERE kind = 'evaluation' AND subkind = 'standard'";

/** `from` in epoch milliseconds. Ids sort by the slot they were minted for. */
export const evaluationLatest: Query<
  { readonly tokens: readonly string[]; readonly from: number },
  EvaluationLatestRow
> = {
  name: "evaluation-latest",
  sql: `
SELECT i.token AS token, max(i.id) AS id, argMax(i.canonical, i.id) AS canonical, argMax(i.hash, i.id) AS hash,
  argMax(i.standing, i.id) AS standing,
  toUnixTimestamp64Milli(argMax(i.issued_at, i.id)) AS issued_ms, (${MINTED}) AS minted
FROM issued_object AS i
WHERE i.kind = 'evaluation' AND i.subkind = 'standard' AND i.token IN {tokens:Array(String)}
  AND i.issued_at > fromUnixTimestamp64Milli({from:Int64}, 'UTC')
GROUP BY i.token
ORDER BY token`,
};

/** Where no evaluation is near, nothing says how many there are. */
export const evaluationMinted: Query<object, { readonly minted: number }> = {
  name: "evaluation-minted",
  sql: MINTED,
};
