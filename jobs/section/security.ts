// Builds the state section security: no source of contract risk is connected yet, and a native coin has none to assess.
import { gap } from "../measure/gap.ts";
import type { SectionBuilder } from "../state/section-builder.ts";
import { openSheet } from "../state/sheet.ts";

const none = gap("no_source", "No source of contract risk is connected.");

export const security: SectionBuilder<"security"> = ({ facts, rows, cite }) => {
  const sheet = openSheet();
  const members =
    rows.token.native === null
      ? sheet.enter("", { applicable: true, provider: none, contract_risk: none, contracts: none, flags: none })
      : sheet.enter("", { applicable: false, provider: null, contract_risk: null, contracts: [], flags: [] });
  return { ...sheet.base(facts.asOf, cite([])), ...members };
};
