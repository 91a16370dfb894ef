// What a builder of a state section is: facts of one instant in, the draft of the section out.
import type { SectionId, SectionOf } from "../../schema/section/index.ts";
import type { Draft } from "../draft/draft.ts";
import type { Facts } from "../fact/fact.ts";
import type { TokenFacts } from "../fact/token-facts.ts";
import type { Spot } from "../measure/spot.ts";
import type { Citation } from "./cite.ts";

export type SectionInput = {
  readonly facts: Facts;
  readonly rows: TokenFacts;
  readonly spot: Spot;
};

/** Pure: the same facts give the same draft. */
export type SectionBuilder<Id extends SectionId> = (input: SectionInput) => Draft<SectionOf<Id>, Citation>;
