// Query: the last brief issued of each token in 14 days.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds. */
export type BriefLatestRow = {
  readonly token: string;
  readonly id: number;
  readonly headline: string;
  readonly summary: string;
  readonly direction: "bullish" | "bearish" | "neutral";
  readonly severity: number;
  readonly confidence: number;
  readonly created_ms: number;
  readonly window_from_ms: number;
  readonly window_to_ms: number;
  readonly as_of_ms: number;
  readonly issued_ms: number;
  readonly is_simulated: 0 | 1;
};

const ms = (column: string, as = column) => `toUnixTimestamp64Milli(i.${column}) AS ${as}_ms`;

/** What is shown of a brief: a select list over `i`, a row of `issued_object`. */
export const BRIEF_COLUMNS = `i.token AS token, toUInt32(i.id) AS id, headline, summary, direction, severity, confidence,
  ${ms("created_at", "created")}, ${ms("window_from")}, ${ms("window_to")}, ${ms("as_of")}, ${ms("issued_at", "issued")}, is_simulated`;

/** Briefs alone have numbers for ids, and so no month: no other row is read. Only the form that is known. */
export const IS_BRIEF = "i.month = 0 AND i.id < ':' AND i.kind = 'brief' AND i.schema = 'vmi/brief/1'";

/** Its window moves in steps of five minutes. */
export const briefLatest: Query<Instant, BriefLatestRow> = {
  name: "brief-latest",
  sql: `
SELECT ${BRIEF_COLUMNS}
FROM issued_object AS i
WHERE ${storedByKnown("i")} AND ${IS_BRIEF} AND i.token IN {tokens:Array(String)}
  AND i.issued_at > fromUnixTimestamp64Milli(intDiv({asOf:Int64}, 300000) * 300000, 'UTC') - INTERVAL 14 DAY
  AND i.issued_at <= fromUnixTimestamp64Milli({asOf:Int64}, 'UTC')
ORDER BY token, i.issued_at DESC, id DESC LIMIT 1 BY token`,
};
