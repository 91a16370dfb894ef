// Issues a brief as its writer hands it in.
import type { SaidBy } from "../../schema/issued/index.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { Source } from "../../schema/shape/source.ts";
import { type IssueDeps, type Issued, issue } from "../proof/issue.ts";

export type BriefDraft = {
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** Without a token it is about the whole market; its number is its public id. */
  readonly data: SaidBy["brief"];
  readonly sources: readonly Source[];
};

/** Idempotent: of two drafts with one number the first is kept. Throws where the draft does not fit its shape. */
export const issueBrief = (
  deps: IssueDeps,
  draft: BriefDraft,
  calls: readonly SourceCall[],
): Promise<Issued<"brief">> => issue(deps, "brief", { ...draft, id: String(draft.data.id), calls });
