// Builds the state section brief: the writer of briefs did not run yet.
import { gap } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet } from "../state/sheet.ts";

const none = gap("pending", "No brief was written yet.");

export const brief: SectionBuilder<"brief"> = ({ facts, cite }) => {
  const sheet = openSheet();
  const members = sheet.enter("", {
    id: none,
    headline: none,
    summary: none,
    direction: none,
    severity: none,
    confidence: none,
    created_at: none,
    window: none,
    url: none,
  });
  return { ...sheet.base(facts.asOf, cite([])), ...members };
};
