// An item of evidence as answers and briefs hold it: as it is checked, and, by its kind, as it is published.
import { type Static, type TObject, Type } from "typebox";
import { EVIDENCE, type EvidenceKind } from "../evidence/index.ts";
import { closed } from "./closed.ts";
import { Missing } from "./section-base.ts";
import { SourceId } from "./source.ts";
import { text } from "./text.ts";

const HEAD = {
  id: Type.String({ description: "E<n>; statements cite it.", pattern: "^E\\d+$", maxLength: 8 }),
  source: text("Provider call identifier; of several calls the first.", 128),
  source_ids: Type.Array(SourceId, { maxItems: 200, description: "All calls it rests on, in `sources`." }),
};
const TAIL = {
  summary: text("One line.", 300),
  unassessed: Type.Array(Missing, { maxItems: 100, description: "Members of data that were not measured, and why." }),
};

/** Data is checked by its kind where an item is made. */
export const EvidenceItem = closed({
  ...HEAD,
  kind: text("Kind of evidence; data has its form.", 64),
  data: Type.Record(Type.String(), Type.Unknown(), {
    description: "What was measured, by the form of its kind; what was not is the word unassessed.",
  }),
  ...TAIL,
});
export type EvidenceItem = Static<typeof EvidenceItem>;

/** The same of each kind, told apart by `kind`. */
export const EVIDENCE_ITEMS = Object.fromEntries(
  Object.entries(EVIDENCE).map(([kind, data]) => [kind, closed({ ...HEAD, kind: Type.Literal(kind), data, ...TAIL })]),
) as unknown as Readonly<Record<EvidenceKind, TObject>>;
