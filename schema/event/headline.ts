// Events of kind headline: what newsrooms published that names the token; their words stay in untrusted members.
import { toTime } from "../shape/time.ts";
import { type EventRow, eventSource } from "./event.ts";

type HeadlineEventRow = EventRow & {
  readonly url: string;
  readonly title: string;
  readonly lang: string;
  readonly provider: string;
  readonly retrieved_at: number;
  readonly key: string;
};

/** The first telling of an address counts. */
const sql = `
SELECT token, at_ms AS at, url, title, lang, provider, read_ms AS retrieved_at, lower(hex(sipHash64(url))) AS key
FROM (
  SELECT token, toUnixTimestamp64Milli(h.at) AS at_ms, url, title, lang, provider,
    toUnixTimestamp64Milli(h.retrieved_at) AS read_ms
  FROM headline AS h
  WHERE token IN {tokens:Array(String)} AND h.at >= fromUnixTimestamp64Milli({from:Int64})
    AND h.at <= fromUnixTimestamp64Milli({to:Int64}) AND h.retrieved_at <= fromUnixTimestamp64Milli({asOf:Int64})
  ORDER BY h.retrieved_at, h.at, title LIMIT 1 BY token, url
)
ORDER BY token, at DESC, key
LIMIT {limit:UInt32} BY token`;

export const headline = eventSource<HeadlineEventRow>({
  query: { name: "events-headline", sql },
  toEvent(row, symbol) {
    return {
      kind: "headline",
      id: `headline~${row.provider}~${row.key}`.slice(0, 160),
      at: toTime(row.at),
      severity: null,
      direction: null,
      summary: `${row.provider} published a headline that names ${symbol}`,
      data: { title: row.title, url: row.url, source: row.provider, lang: row.lang },
      source: {
        provider: row.provider,
        endpoint: "rss",
        as_of: toTime(row.at),
        retrieved_at: toTime(row.retrieved_at),
      },
    };
  },
});
