// What every state and market section carries: when it was true, its sources, its coverage and what is missing and why.
import { type Static, type TProperties, Type } from "typebox";
import { Reason } from "../reason.ts";
import { closed } from "./closed.ts";
import { pct } from "./quantity.ts";
import { SourceId } from "./source.ts";
import { Time } from "./time.ts";

const missing = {
  path: Type.String({ description: "JSON Pointer relative to the section.", maxLength: 256 }),
  reason: Reason,
  detail: Type.Optional(Type.String({ maxLength: 300 })),
  since: Type.Optional(Time),
  retry_after_s: Type.Optional(Type.Number()),
};

export const Missing = closed(missing);
export type Missing = Static<typeof Missing>;

const kinds = Type.Array(Type.String({ maxLength: 64 }), { description: "Signal rules that were not judged." });
const Lacking = closed({ ...missing, kinds: Type.Optional(kinds) });
export type Lacking = Static<typeof Lacking>;

export const Coverage = closed({
  assessed: Type.Integer({ description: "Members that carry a value." }),
  expected: Type.Integer({ description: "Members that apply." }),
  weight_pct: pct("Share of the underlying weight (venues, chains) that was assessed."),
});

const baseProperties = {
  as_of: Time,
  sources: Type.Array(SourceId),
  coverage: Coverage,
  unassessed: Type.Array(Missing, { description: "Every member that has no value, and why." }),
  partial: Type.Optional(
    Type.Array(Lacking, {
      description:
        "Values that stand there without some of their parts (venues, tokens, kinds), and why; left out where all are whole.",
    }),
  ),
};

/** A section: the base members plus its own; nothing else is allowed. */
export const sectionShape = <P extends TProperties>(description: string, properties: P) =>
  closed({ ...baseProperties, ...properties }, { description });

export type SectionBase = Static<Type.TObject<typeof baseProperties>>;
