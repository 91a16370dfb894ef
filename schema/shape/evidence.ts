// An item of evidence as answers and briefs hold it.
import { type Static, Type } from "typebox";
import { closed } from "./closed.ts";
import { Missing } from "./section-base.ts";
import { SourceId } from "./source.ts";
import { text } from "./text.ts";

export const EvidenceItem = closed({
  id: Type.String({ description: "E<n>; statements cite it.", pattern: "^E\\d+$", maxLength: 8 }),
  source: text("Provider call identifier; of several calls the first.", 128),
  source_ids: Type.Array(SourceId, { maxItems: 200, description: "All calls it rests on, in `sources`." }),
  kind: text("Kind of evidence; data has its form.", 64),
  summary: text("One line.", 300),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: "What was measured, by the form of its kind; what was not is the word unassessed.",
  }),
  unassessed: Type.Array(Missing, { maxItems: 100, description: "Members of data that were not measured, and why." }),
});
export type EvidenceItem = Static<typeof EvidenceItem>;
