// Issues briefs: one under the number it has, or one under the next, so that numbers count up without a hole whoever else issues.
import type { SaidBy } from "../../schema/issued/index.ts";
import { wireOf } from "../../schema/issued/wire.ts";
import { originOf } from "../../schema/link.ts";
import type { Brief } from "../../schema/object/brief.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import { briefLast, briefOfRun } from "../../schema/query/issued/brief-number.ts";
import type { Source } from "../../schema/shape/source.ts";
import { inTurn } from "../in-turn.ts";
import { followBriefs } from "../issued/brief.ts";
import { followIssued, type IssueDeps, type Issued, keepSealed } from "../proof/issue.ts";
import { type Basis, type Sealed, seal } from "../proof/seal.ts";

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

type Kept = { readonly sealed: Sealed; readonly issued: Issued<"brief"> };

/** What is kept under its number: its own, or who took it first. Throws where the draft does not fit its shape. */
async function keepBrief(deps: IssueDeps, draft: BriefDraft, calls: readonly SourceCall[]): Promise<Kept> {
  const id = String(draft.data.id);
  const sealed = seal("brief", { ...draft, id, calls }, deps.clock.now());
  for (let lost = 0; lost < TOKENS; lost += 1) {
    const [issued] = await keepSealed(deps, "brief", [sealed], lost === 0 ? null : `${id}~${lost}`);
    if (issued) return { sealed, issued };
  }
  throw new Error(`the brief ${id} cannot be read back`);
}

/** Idempotent: of two drafts with one number the first is kept. Throws where the draft does not fit its shape. */
export async function issueBrief(
  deps: IssueDeps,
  draft: BriefDraft,
  calls: readonly SourceCall[],
): Promise<Issued<"brief">> {
  const { sealed, issued } = await keepBrief(deps, draft, calls);
  await followIssued(deps, "brief", [sealed], [issued]);
  return issued;
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

type Next = { readonly draft: NextBrief; readonly calls: readonly SourceCall[]; readonly last: number };

/** Those that were kept on the way, the last of them that of the run. */
async function keepNext(deps: IssueDeps, { draft: { data, ...draft }, calls, last }: Next): Promise<readonly Kept[]> {
  const met: Kept[] = [];
  for (let id = last + 1; id <= last + TRIES; id += 1) {
    const kept = await keepBrief(deps, { ...draft, data: { ...data, id } }, calls);
    met.push(kept);
    if (kept.issued.wire.data.run_id === data.run_id) return met;
  }
  throw new Error("no number of a brief was free");
}

/**
 * Takes the next number: of two issuers of one the other takes the one after it. Of two that do the same run both get
 * the same brief: what one issues between the two reads is met on the way through the numbers. Those of one process take
 * their numbers in turn: many who reach for the same one would each store what they were made of again and again.
 * `mayGo` throws where nobody wants it any more when its turn comes.
 */
export async function issueNextBrief(
  deps: IssueDeps,
  draft: NextBrief,
  calls: readonly SourceCall[],
  mayGo: () => void = () => {},
): Promise<Brief> {
  const [before, met] = await inTurn(deps.store, async () => {
    mayGo();
    const [found] = await deps.store.query(briefLast, {});
    const known = await issuedBefore(deps, draft.data.run_id);
    if (known) return [known, []] as const;
    return [null, await keepNext(deps, { draft, calls, last: found?.last ?? 0 })] as const;
  });
  if (before) return before;
  for (const { sealed, issued } of met) await followIssued(deps, "brief", [sealed], [issued]);
  const own = met.at(-1);
  if (!own) throw new Error("no number of a brief was free");
  return own.issued.wire;
}
