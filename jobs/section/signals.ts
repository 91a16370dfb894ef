// Builds the state section signals: nothing detects them yet, and an empty list would say that none fired.
import { gap } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet } from "../state/sheet.ts";

const none = gap("pending", "Signal detection did not run yet.");

export const signals: SectionBuilder<"signals"> = ({ facts, cite }) => {
  const sheet = openSheet();
  const members = sheet.enter("", { open: none, counts_24h: none, last_at: none });
  return { ...sheet.base(facts.asOf, cite([])), ...members };
};
