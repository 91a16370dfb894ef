// Builds the state section brief: the last one issued of the token; null members where there is none.
import { briefSource, toShownBrief } from "../../schema/shown-brief.ts";
import { gap } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";

const NONE = {
  id: null,
  headline: null,
  summary: null,
  direction: null,
  severity: null,
  confidence: null,
  created_at: null,
  window: null,
  url: null,
};

const NOT_WRITTEN = gap("pending", "No brief of this token was written in the last 14 days.");

/** That this is the last one is true at the build; how old it is itself, its own times say. */
export const brief: SectionBuilder<"brief"> = ({ facts, rows }) => ({
  asOf: facts.asOf,
  sources: rows.brief ? [{ own: briefSource(rows.brief) }] : [],
  members: rows.brief ? toShownBrief(rows.brief, facts.origin ?? "") : NONE,
  weight: rows.brief ? 1 : 0,
  rest: NOT_WRITTEN,
});
