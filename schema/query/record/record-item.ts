// Queries: calls of the record, newest first, each with its outcomes as they stand.
import type { Query } from "../query.ts";

/** One of an item's outcomes: hours, settled epoch ms or 0, price, return, excess, worst, best, result, revision. */
type RecordItemOutcome = readonly [
  horizon: number,
  settled_ms: number | null,
  price: number | null,
  return_pct: number | null,
  excess_pct: number | null,
  worst_pct: number | null,
  best_pct: number | null,
  result: string,
  revision: number,
];

export type RecordItemRow = {
  readonly scope: string;
  readonly kind: "evaluation" | "signal" | "brief";
  readonly id: string;
  readonly subkind: string;
  readonly token: string;
  readonly issued_ms: number;
  readonly direction: string;
  readonly verdict: string;
  readonly severity: number;
  readonly confidence: number;
  readonly sampled: number | null;
  readonly price_0: number | null;
  readonly outcomes: readonly RecordItemOutcome[];
  /** Of a brief: conditions that were met, by their places, each with when (epoch ms). */
  readonly watch_met: readonly (readonly [place: number, at: number])[];
};

export type RecordPage = {
  /** Epoch milliseconds. */
  readonly since: number;
  /** Only calls before this one in the order of the page: issued (epoch ms), kind and id. */
  readonly beforeMs: number;
  readonly beforeKind: string;
  readonly beforeId: string;
  /** Empty: all. */
  readonly token: string;
  readonly kind: string;
  readonly limit: number;
};

const CALL = `kind, id, subkind, token, toUnixTimestamp64Milli(issued_at) AS issued_ms, direction, verdict, severity, confidence`;
const withOutcomes = (calls: string, spanned: string) => `
SELECT c.scope AS scope, c.kind AS kind, c.id AS id, c.subkind AS subkind, c.token AS token, c.issued_ms AS issued_ms,
  c.direction AS direction, c.verdict AS verdict, c.severity AS severity, c.confidence AS confidence,
  if(length(o.all) = 0, NULL, toNullable(o.is_sampled)) AS sampled, o.entry AS price_0, o.all AS outcomes,
  w.met AS watch_met
FROM (${calls}) AS c
LEFT JOIN (
  SELECT kind, id, max(sampled) AS is_sampled, any(price_0) AS entry,
    groupArray((horizon_h, toUnixTimestamp64Milli(settled_at), price_h, return_pct, excess_pct, worst_pct, best_pct, result, revision)) AS all
  FROM (
    SELECT * FROM outcome FINAL
    WHERE (kind, id) IN (SELECT kind, id FROM (${calls})) AND ${spanned}
    ORDER BY revision DESC LIMIT 1 BY kind, id, horizon_h)
  GROUP BY kind, id
) AS o ON o.kind = c.kind AND o.id = c.id
LEFT JOIN (
  SELECT 'brief' AS kind, id, groupArray((place, toUnixTimestamp64Milli(first))) AS met
  FROM (
    SELECT id, place, min(at) AS first FROM watch_met
    WHERE id IN (SELECT id FROM (${calls}) WHERE kind = 'brief') AND ${spanned}
    GROUP BY id, place ORDER BY id, place)
  GROUP BY id
) AS w ON w.kind = c.kind AND w.id = c.id
ORDER BY c.scope, c.issued_ms DESC, c.kind DESC, c.id DESC`;

const PAGE = `
  SELECT '' AS scope, ${CALL} FROM record_call FINAL
  WHERE issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
    AND (issued_at, kind, id) < (fromUnixTimestamp64Milli({beforeMs:Int64}, 'UTC'), {beforeKind:String}, {beforeId:String})
    AND ({token:String} = '' OR token = {token:String}) AND ({kind:String} = '' OR kind = {kind:String})
  ORDER BY issued_at DESC, kind DESC, id DESC
  LIMIT {limit:UInt32}`;

export const recordPage: Query<RecordPage, RecordItemRow> = {
  name: "record-page",
  sql: withOutcomes(PAGE, "issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')"),
};

type RecordNewest = { readonly since: number; readonly limit: number };

const NEWEST = `
  SELECT arrayJoin(['', toString(token)]) AS scope, ${CALL} FROM record_call FINAL
  WHERE issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')
  ORDER BY issued_at DESC, kind DESC, id DESC
  LIMIT {limit:UInt32} BY scope`;

/** The newest calls of all tokens together (scope empty) and of each. */
export const recordNewest: Query<RecordNewest, RecordItemRow> = {
  name: "record-newest",
  sql: withOutcomes(NEWEST, "issued_at >= fromUnixTimestamp64Milli({since:Int64}, 'UTC')"),
};
