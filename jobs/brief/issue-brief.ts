// Issues briefs: one under the number it has, or one under the next, so that numbers count up without a hole whoever else issues.
import type { SaidBy } from "../../schema/issued/index.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { originOf } from "../../schema/link.ts";
import type { Brief } from "../../schema/object/brief.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { briefLast, briefOfRun } from "../../schema/query/issued/brief-number.ts";
import type { Source } from "../../schema/shape/source.ts";
import { followBriefs } from "../issued/brief.ts";
import { type IssueDeps, type Issued, issueSealed } from "../proof/issue.ts";
import { type Basis, seal } from "../proof/seal.ts";

export type BriefDraft = {
  /** Epoch milliseconds. */
  readonly asOf: number;
  /** Without a token it is about the whole market; its number is its public id. */
  readonly data: SaidBy["brief"];
  readonly sources: readonly Source[];
  readonly basis?: Basis;
};

/** A token is lost with a server that went down between taking it and keeping its block: so often another is tried. */
const TOKENS = 3;

/** Idempotent: of two drafts with one number the first is kept. Throws where the draft does not fit its shape. */
export async function issueBrief(
  deps: IssueDeps,
  draft: BriefDraft,
  calls: readonly SourceCall[],
): Promise<Issued<"brief">> {
  const id = String(draft.data.id);
  const sealed = seal("brief", { ...draft, id, calls }, deps.clock.now());
  for (let lost = 0; lost < TOKENS; lost += 1) {
    const [issued] = await issueSealed(deps, "brief", [sealed], lost === 0 ? null : `${id}~${lost}`);
    if (issued) return issued;
  }
  throw new Error(`the brief ${id} cannot be read back`);
}

/** A brief of a run, without a number. */
export type NextBrief = Omit<BriefDraft, "data"> & {
  readonly data: Omit<SaidBy["brief"], "id"> & { readonly run_id: string };
};

/** What the run came to before it was killed; told once more, as nobody may have heard of it. */
export async function issuedBefore(deps: IssueDeps, run: string): Promise<Brief | null> {
  const [row] = await deps.store.query(briefOfRun, { run });
  if (!row) return null;
  const wire = wireOf("brief", row, originOf(deps.env));
  await followBriefs(deps, [wire]);
  return wire;
}

/** So many others may take a number first. */
const TRIES = 50;

/**
 * Takes the next number: of two issuers of one the other takes the one after it. Of two that do the same run both get
 * the same brief: what one issues between the two reads is met on the way through the numbers.
 */
export async function issueNextBrief(
  deps: IssueDeps,
  { data, ...draft }: NextBrief,
  calls: readonly SourceCall[],
): Promise<Brief> {
  const [found] = await deps.store.query(briefLast, {});
  const before = await issuedBefore(deps, data.run_id);
  if (before) return before;
  for (let id = (found?.last ?? 0) + 1, tried = 0; tried < TRIES; id += 1, tried += 1) {
    const { wire } = await issueBrief(deps, { ...draft, data: { ...data, id } }, calls);
    if (wire.data.run_id === data.run_id) return wire;
  }
  throw new Error("no number of a brief was free");
}
