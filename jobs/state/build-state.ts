// Builds one token's state from facts, refuses it when a section fails its shape, and serialises it once.
import { encodeFrame } from "../../schema/frame.ts";
import { SNAPSHOTS } from "../../schema/key.ts";
import { SECTIONS } from "../../schema/section/index.ts";
import type { ResolvedToken } from "../../schema/shape/token-ref.ts";
import type { StateMeta } from "../../schema/snapshot.ts";
import { openBuilder, sectionParts } from "../draft/build-sections.ts";
import type { Facts } from "../fact/fact.ts";
import { measureSpot } from "../measure/spot.ts";
import { SECTION_BUILDERS } from "../section/index.ts";
import type { BuiltState } from "./built-state.ts";
import { openCitations } from "./cite.ts";

const buildSections = openBuilder(SECTIONS);

/**
 * Builds the state of a token of `facts`. Pure: the same facts give the same state.
 * Throws where a section does not fit its shape, so that the snapshot before it stays.
 */
export function buildState(facts: Facts, tokenId: string): BuiltState {
  const rows = facts.tokens.get(tokenId);
  if (!rows) throw new Error(`no facts were loaded for ${tokenId}`);
  const citations = openCitations(rows, facts.asOf, facts.behind);
  const spot = facts.universe.spot.get(tokenId) ?? measureSpot(rows, facts.asOf);
  const input = { facts, rows, spot };
  const sections = buildSections(tokenId, (id) => SECTION_BUILDERS[id](input), citations.cite);
  const { id, symbol, name } = rows.token;
  const token: ResolvedToken = { id, symbol, name, rank: sections.market.rank };
  const { sources, calls, roles, past } = citations;
  return { token, sections, sources, calls, roles, past };
}

/** The frame `state/<token>`; `version` is the build instant in epoch milliseconds. */
export function stateFrame(built: BuiltState, version: number): Buffer {
  const { meta, sources, sections } = sectionParts(built);
  const frame = {
    name: SNAPSHOTS.state(built.token.id),
    version,
    meta: { token: built.token, ...meta } satisfies StateMeta,
  };
  const calls = built.calls.map((call) => JSON.stringify(call)).join("\n");
  const roles = JSON.stringify(built.roles);
  const parts = new Map([
    ["token", JSON.stringify(built.token)],
    ...sources,
    ["calls", calls],
    ["roles", roles],
    ...sections,
  ]);
  return encodeFrame(frame, parts);
}
