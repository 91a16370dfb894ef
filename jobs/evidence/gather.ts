// Gathers the evidence of an answer: every kind once, numbered, checked against its shape, each item with the calls behind it.
import { compile } from "../../schema/check.ts";
import {
  BRIEF_KINDS,
  type BriefKind,
  EVIDENCE,
  EVIDENCE_KINDS,
  type EvidenceKind,
} from "../../schema/evidence/index.ts";
import type { SourceCall } from "../../schema/object/proof.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import { openNumbering } from "../../schema/shape/numbering.ts";
import { placeOf, type Source } from "../../schema/shape/source.ts";
import { type Draft, toSection } from "../draft/draft.ts";
import type { CallsBehind } from "../fact/read-behind.ts";
import type { BuiltState } from "../state/built-state.ts";
import { type Cited, callBehind, sourceCallOf, sourceOf } from "../state/cite.ts";
import type { Behind, EvidenceInput } from "./builder.ts";
import { EVIDENCE_BUILDERS } from "./index.ts";

export type Gathered = {
  readonly items: readonly EvidenceItem[];
  /** Those that an item rests on, and the calls behind them. */
  readonly sources: readonly Source[];
  readonly calls: readonly SourceCall[];
  /** Of what applies to the token, the share that was measured. */
  readonly coverage: { readonly assessed: number; readonly expected: number };
};

const CHECKS = new Map(EVIDENCE_KINDS.map((kind) => [kind, compile(EVIDENCE[kind])] as const));
const SUMMARY_MAX = 300;

/** What evidence names sources of. */
type Listed = Pick<BuiltState, "sources" | "calls">;

/** One item to be: its draft names sources of the list by their numbers. */
export type Drafted = {
  readonly kind: EvidenceKind;
  readonly draft: Draft<object, Behind>;
  readonly line: (data: never) => string;
};

/** Sources of the states keep their numbers; those read beside them follow. */
function openSources(state: Listed, behind: CallsBehind, asOf: number) {
  const beside = openNumbering();
  const calls = new Map<string, SourceCall>();
  const used = new Set<string>();
  const shifted = (id: string) => `S${placeOf(id) + 1 + state.sources.length}`;
  const nameOf = (cited: Cited): string => {
    const call = callBehind(behind, cited);
    const id = shifted(beside.idOf(sourceOf(cited, call, [], asOf), call?.id));
    if (call) calls.set(id, sourceCallOf(id, call));
    return id;
  };
  return {
    cite(some: readonly Behind[]): string[] {
      const ids = [...new Set(some.map((one) => (typeof one === "string" ? one : nameOf(one))))];
      for (const id of ids) used.add(id);
      return ids;
    },
    listed(): Pick<Gathered, "sources" | "calls"> {
      const own = beside.sources.map((source) => ({ ...source, id: shifted(source.id ?? "") }));
      return {
        sources: [...state.sources, ...own].filter(({ id = "" }) => used.has(id)),
        calls: [...state.calls, ...calls.values()].filter(({ source_id }) => used.has(source_id ?? "")),
      };
    },
  };
}

type Item = Omit<EvidenceItem, "id" | "source">;

/** The data of an item has the instant of it where its kind says so. */
function itemOf(
  { kind, draft, line }: Drafted,
  cite: (some: readonly Behind[]) => string[],
): Item & { readonly coverage: Gathered["coverage"] } {
  const { as_of, sources, coverage, unassessed, partial: _, ...members } = toSection(draft, cite);
  const isDated = Object.hasOwn((EVIDENCE[kind] as { readonly properties: object }).properties, "as_of");
  const data: Record<string, unknown> = isDated ? { ...members, as_of } : members;
  const check = CHECKS.get(kind);
  if (check && !check(data)) throw new Error(`evidence ${kind} does not fit its shape: ${check.describe()}`);
  return { kind, summary: line(data as never).slice(0, SUMMARY_MAX), data, source_ids: sources, unassessed, coverage };
}

/** Numbers items and lists what they rest on. Pure. `asOf` in epoch milliseconds; `behind` are calls of rows that drafts name. */
export function assembleEvidence(
  asked: readonly Drafted[],
  listedBy: Listed,
  behind: CallsBehind,
  asOf: number,
): Gathered {
  const { cite, listed } = openSources(listedBy, behind, asOf);
  const drafted = asked.map((one) => itemOf(one, cite));
  const { sources, calls } = listed();
  const endpoints = new Map(sources.map(({ id = "", endpoint }) => [id, endpoint]));
  const items = drafted.map(({ coverage: _, ...item }, at) => ({
    id: `E${at + 1}`,
    source: endpoints.get(item.source_ids[0] ?? "") ?? "",
    ...item,
  }));
  const assessed = drafted.reduce((sum, { coverage }) => sum + coverage.assessed, 0);
  const expected = drafted.reduce((sum, { coverage }) => sum + coverage.expected, 0);
  return { items, sources, calls, coverage: { assessed, expected } };
}

/** What these kinds say of a token. Pure. */
export const draftEvidence = (input: EvidenceInput, kinds: readonly BriefKind[]): Drafted[] =>
  kinds.flatMap((kind) => {
    const { draft, say } = EVIDENCE_BUILDERS[kind];
    return draft(input).map((one) => ({
      kind,
      draft: one,
      line: (data: never) => say(data, input.state.token.symbol),
    }));
  });

/** Every kind once. Pure. `asOf` in epoch milliseconds; `behind` are the calls of the window's rows. */
export const gatherEvidence = (input: EvidenceInput, behind: CallsBehind, asOf: number): Gathered =>
  assembleEvidence(draftEvidence(input, BRIEF_KINDS), input.state, behind, asOf);
