// A brief as answers show it, and the source they name for it: the service itself.
import { providerName } from "./env.ts";
import type { BriefLatestRow } from "./query/brief-latest.ts";
import { briefUrl } from "./shape/brief.ts";
import type { Source } from "./shape/source.ts";
import { toTime } from "./shape/time.ts";

/** The members that every place takes what it shows from. */
export const toShownBrief = (row: BriefLatestRow) => ({
  id: row.id,
  headline: row.headline,
  summary: row.summary,
  direction: row.direction,
  severity: row.severity,
  confidence: row.confidence,
  created_at: row.created_at,
  window: { from: row.window_from, to: row.window_to },
  url: briefUrl(row.token, row.id),
});

/** Simulated where what it rests on is. */
export const briefSource = (row: BriefLatestRow): Source => ({
  provider: providerName({ MARKET: row.is_simulated === 1 ? "sandbox" : "live" }, "assay"),
  endpoint: "explain",
  as_of: toTime(row.as_of_ms),
  retrieved_at: toTime(row.issued_ms),
});
