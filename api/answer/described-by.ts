// The Link header of an answer with numbers: where the published statements stand that make them again.
import type { AgentId } from "../../schema/agent/index.ts";
import { BRIEF_KINDS, EVIDENCE_KINDS } from "../../schema/evidence/index.ts";
import { EVIDENCE_STATED, RUN_STATED } from "../../schema/evidence/stated.ts";
import { readStatements } from "../../schema/io/statement.ts";
import { originOf } from "../../schema/link.ts";
import { RECOMPUTE_PATH } from "../../schema/recompute/statement.ts";
import type { Deps } from "../deps.ts";

/** By section or series. */
export const STATEMENTS = readStatements();

const link = (url: string, title: string | null): string =>
  `<${url}>; rel="describedby"${title === null ? "" : `; title="${title}"`}`;

/** By origin and sections: calls that ask for the same get one text, which is soon compared. */
const made = new Map<string, string>();

/** The list of statements, and that of each of these sections or series that has one. */
export function describedBy(ids: readonly string[], { env }: Pick<Deps, "env">): string {
  const origin = originOf(env);
  const key = `${origin} ${ids.join()}`;
  const known = made.get(key);
  if (known !== undefined) return known;
  const own = ids.filter((id) => STATEMENTS.has(id)).map((id) => link(`${origin}${RECOMPUTE_PATH}/${id}`, id));
  const text = [link(`${origin}${RECOMPUTE_PATH}`, null), ...own].join(", ");
  made.set(key, text);
  return text;
}

const statedOf = (kinds: typeof EVIDENCE_KINDS) => [...new Set(kinds.flatMap((kind) => EVIDENCE_STATED[kind]))];

/** What the evidence of briefs is read of, that of answers, and what runs of an agent tell. */
export const STATED_OF_BRIEFS = statedOf(BRIEF_KINDS);
export const STATED_OF_ANSWERS = statedOf(EVIDENCE_KINDS);
export const statedOfRuns = (id: AgentId): readonly string[] => [
  ...new Set([...STATED_OF_ANSWERS, ...(RUN_STATED[id] ?? [])]),
];
