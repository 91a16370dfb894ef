// Query: the last brief issued of each token in 14 days, as its canonical object says it.
import type { Query } from "../io/clickhouse.ts";
import type { Instant } from "./instant.ts";

/** Times of the object as they stand in it, others in epoch milliseconds. */
export type BriefLatestRow = {
  readonly token: string;
  readonly id: number;
  readonly headline: string;
  readonly summary: string;
  readonly direction: "bullish" | "bearish" | "neutral";
  readonly severity: number;
  readonly confidence: number;
  readonly created_at: string;
  readonly window_from: string;
  readonly window_to: string;
  readonly as_of_ms: number;
  readonly issued_ms: number;
  readonly is_simulated: 0 | 1;
};

const text = (...path: string[]) =>
  `JSONExtractString(b.canonical, ${["data", ...path].map((name) => `'${name}'`).join(", ")})`;

/** What is shown of a brief, out of its canonical object: a select list over `b`, a row of `issued`. */
export const BRIEF_COLUMNS = `b.token AS token, toUInt32(b.id) AS id, ${text("headline")} AS headline,
  ${text("summary")} AS summary, ${text("direction")} AS direction,
  toUInt8(JSONExtractUInt(b.canonical, 'data', 'severity')) AS severity,
  JSONExtractFloat(b.canonical, 'data', 'confidence') AS confidence, ${text("created_at")} AS created_at,
  ${text("window", "from")} AS window_from, ${text("window", "to")} AS window_to,
  toUnixTimestamp64Milli(b.as_of) AS as_of_ms, toUnixTimestamp64Milli(b.issued_at) AS issued_ms,
  toUInt8(position(b.canonical, '"sandbox:') > 0) AS is_simulated`;

/** Briefs alone have numbers for ids, and rows are sorted by id: no other row is read. Only the form that is known. */
export const IS_BRIEF = "i.id < ':' AND i.kind = 'brief' AND i.schema = 'vmi/brief/1'";

/** Its window moves in steps of five minutes. */
export const briefLatest: Query<Instant, BriefLatestRow> = {
  name: "brief-latest",
  sql: `
SELECT ${BRIEF_COLUMNS}
FROM (
  SELECT i.token AS token, i.id AS id, i.as_of AS as_of, i.issued_at AS issued_at, i.canonical AS canonical
  FROM issued AS i
  WHERE ${IS_BRIEF} AND i.token IN {tokens:Array(String)}
    AND i.issued_at > fromUnixTimestamp64Milli(intDiv({asOf:Int64}, 300000) * 300000, 'UTC') - INTERVAL 14 DAY
    AND i.issued_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
  ORDER BY token, i.issued_at DESC, toUInt32(i.id) DESC LIMIT 1 BY token
) AS b
ORDER BY token`,
};
