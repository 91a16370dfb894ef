// Events of kind brief: every brief issued of the token.
import { BRIEF_COLUMNS, type BriefLatestRow, IS_BRIEF } from "../query/issued/brief-latest.ts";
import { briefSource, toShownBrief } from "../shown-brief.ts";
import { type EventRow, eventSource } from "./event.ts";

type BriefEventRow = EventRow & BriefLatestRow;

const sql = `
SELECT toUnixTimestamp64Milli(i.created_at) AS at, ${BRIEF_COLUMNS}
FROM issued_object AS i
WHERE ${IS_BRIEF} AND i.token IN {tokens:Array(String)} AND i.issued_at >= fromUnixTimestamp64Milli({from:Int64}, 'UTC')
  AND i.issued_at <= fromUnixTimestamp64Milli({to:Int64}, 'UTC')
ORDER BY token, i.issued_at DESC, id DESC LIMIT {limit:UInt32} BY token`;

export const brief = eventSource<BriefEventRow>({
  query: { name: "events-brief", sql },
  toEvent(row, symbol, origin) {
    const { id, headline, direction, severity, url, created_at } = toShownBrief(row, origin);
    return {
      kind: "brief",
      id: `brief~${id}`,
      at: created_at,
      severity,
      direction,
      summary: `Brief ${id} on ${symbol}: ${headline}`,
      data: { id, headline, direction, severity, url },
      source: briefSource(row),
    };
  },
});
