// Builds one token's state from facts, refuses it when a section fails its shape, and serialises it once.
import { type Check, compile } from "../../schema/check.ts";
import { encodeFrame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { SECTION_IDS, SECTIONS, type SectionId } from "../../schema/section/index.ts";
import type { SectionBase } from "../../schema/shape/section-base.ts";
import { placeOf } from "../../schema/shape/source.ts";
import type { ResolvedToken } from "../../schema/shape/token-ref.ts";
import type { StateMeta } from "../../schema/snapshot.ts";
import { sourceLines } from "../../schema/source-text.ts";
import type { Facts } from "../fact/fact.ts";
import { measureSpot } from "../measure/spot.ts";
import { SECTION_BUILDERS } from "../section/index.ts";
import type { BuiltState, StateSections } from "./built-state.ts";
import { openCitations } from "./cite.ts";
import type { SectionInput } from "./section-builder.ts";

const CHECKS = Object.fromEntries(SECTION_IDS.map((id) => [id, compile(SECTIONS[id])])) as Record<
  SectionId,
  Check<unknown>
>;

/** A section that must not be published: what it is about and what is wrong with it. */
export type InvalidSection = Error & { readonly token: string; readonly section: SectionId };

function invalidSection(token: string, section: SectionId, detail: string): InvalidSection {
  const error = new Error(`section ${section} of ${token} does not fit its shape: ${detail}`);
  return Object.assign(error, { name: "InvalidSection", token, section });
}

function buildSections(input: SectionInput): StateSections {
  const built = SECTION_IDS.map((id) => {
    const section = SECTION_BUILDERS[id](input);
    const check = CHECKS[id];
    if (!check(section)) throw invalidSection(input.rows.token.id, id, check.describe());
    return [id, section] as const;
  });
  return Object.fromEntries(built) as unknown as StateSections;
}

/**
 * Builds the state of a token of `facts`. Pure: the same facts give the same state.
 * Throws InvalidSection where a section does not fit its shape, so that the snapshot before it stays.
 */
export function buildState(facts: Facts, tokenId: string): BuiltState {
  const rows = facts.tokens.get(tokenId);
  if (!rows) throw new Error(`no facts were loaded for ${tokenId}`);
  const citations = openCitations(rows, facts.asOf, facts.behind);
  const spot = facts.universe.spot.get(tokenId) ?? measureSpot(rows, facts.asOf);
  const sections = buildSections({ facts, rows, spot, cite: citations.cite });
  const { id, symbol, name } = rows.token;
  const token: ResolvedToken = { id, symbol, name, rank: sections.market.rank };
  return { token, sections, sources: citations.sources, calls: citations.calls, past: citations.past };
}

const metaOf = ({ as_of, sources }: SectionBase) => ({
  asOf: Date.parse(as_of),
  sources: sources.map((id) => placeOf(id) + 1),
});

/** The frame `state/<token>`; `version` is the build instant in epoch milliseconds. */
export function stateFrame(built: BuiltState, version: number): Buffer {
  const meta: StateMeta = {
    token: built.token,
    sections: Object.fromEntries(
      SECTION_IDS.map((id) => [id, metaOf(built.sections[id])]),
    ) as unknown as StateMeta["sections"],
  };
  const { short, rest } = sourceLines(built.sources);
  const parts = new Map<string, string>([
    ["token", JSON.stringify(built.token)],
    ["sources", short],
    ["sources_rest", rest],
    ["calls", built.calls.map((call) => JSON.stringify(call)).join("\n")],
    ...SECTION_IDS.map((id) => [id, JSON.stringify(built.sections[id])] as const),
  ]);
  return encodeFrame({ name: SNAPSHOTS.state(built.token.id), version, meta }, parts);
}
