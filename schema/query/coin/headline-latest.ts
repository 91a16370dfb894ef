// Query: the newest headlines of the last 7 days by token they name; an empty token stands for none or too many.
import { storedByKnown } from "../../dataset/version.ts";
import type { Instant } from "../instant.ts";
import type { Query } from "../query.ts";

/** Times in epoch milliseconds; `title` and `url` are untrusted text. */
export type HeadlineLatestRow = {
  readonly token: string;
  readonly at: number;
  readonly url: string;
  readonly title: string;
  readonly provider: string;
  readonly retrieved_ms: number;
};

export const headlineLatest: Query<Instant, HeadlineLatestRow> = {
  name: "headline-latest",
  sql: `
WITH fromUnixTimestamp64Milli({asOf:Int64}, 'UTC') AS as_of
SELECT h.token AS token, toUnixTimestamp64Milli(h.at) AS at, h.url AS url, h.title AS title, h.provider AS provider,
  toUnixTimestamp64Milli(h.retrieved_at) AS retrieved_ms
FROM (
  SELECT * FROM headline AS o
  WHERE ${storedByKnown("o")} AND o.token IN arrayConcat({tokens:Array(String)}, ['']) AND o.at > toStartOfMinute(as_of) - INTERVAL 7 DAY AND o.at <= as_of
    AND o.retrieved_at <= as_of
  ORDER BY o.retrieved_at, o.at, o.title LIMIT 1 BY o.token, o.url
) AS h
ORDER BY token, h.at DESC, url
LIMIT 40 BY token`,
};
