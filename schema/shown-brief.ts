// A brief as answers show it, and the source they name for it: the service itself.
import type { BriefLatestRow } from "./query/issued/brief-latest.ts";
import { briefUrl } from "./shape/brief.ts";
import type { Source } from "./shape/source.ts";
import { toTime } from "./shape/time.ts";
import { issuedSource } from "./source/own-source.ts";

/** The members that every place takes what it shows from; its link leads to `origin`. */
export const toShownBrief = (row: BriefLatestRow, origin: string) => ({
  id: row.id,
  headline: row.headline,
  summary: row.summary,
  direction: row.direction,
  severity: row.severity,
  confidence: row.confidence,
  created_at: toTime(row.created_ms),
  window: { from: toTime(row.window_from_ms), to: toTime(row.window_to_ms) },
  url: `${origin}${briefUrl(row.token, row.id)}`,
});

export const briefSource = (row: BriefLatestRow): Source => issuedSource("explain", row, row.issued_ms);
