// Builds the state section brief: the last one issued of the token; null members where there is none.
import { briefSource, toShownBrief } from "../../schema/shown-brief.ts";
import { gap } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet } from "../state/sheet.ts";

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
export const brief: SectionBuilder<"brief"> = ({ facts, rows, cite }) => {
  const sheet = openSheet();
  const last = rows.brief ?? null;
  const members = sheet.enter("", last === null ? NONE : toShownBrief(last));
  const sources = cite(last === null ? [] : [{ own: briefSource(last) }]);
  return { ...sheet.base(facts.asOf, sources, last === null ? 0 : 1, NOT_WRITTEN), ...members };
};
