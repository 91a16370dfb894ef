// GET /recompute and /recompute/{section}: the statements that make every number again from the readings behind it.
import { originOf } from "../../schema/link.ts";
import { BESIDE_NUMBERS, RECOMPUTE_PATH, ROUNDING, type Statement } from "../../schema/recompute/statement.ts";
import { STATEMENTS } from "../answer/described-by.ts";
import type { Deps } from "../deps.ts";
import { htmlPage } from "./html.ts";
import type { Page } from "./page.ts";

const JSON_TYPE = "application/json; charset=utf-8";
const ABOUT =
  "Each number follows from stored readings by a published statement over the analysts' database; npm run recompute runs one and shows served beside recomputed.";

function commandOf({ of, section }: Statement): string {
  if (of === "inputs") return `npm run recompute -- ${section === "signal" ? "signal_7" : "eval_…"}`;
  return `npm run recompute -- ${of === "market" ? "" : "BTC "}${section} --at now`;
}

const shown = (statement: Statement) => ({
  object: "recompute_statement",
  section: statement.section,
  of: statement.of,
  about: statement.title,
  answers:
    "One row a member: member (a JSON pointer within the section), value (JSON), step (what its last place is worth). What is unassessed is told, and not why.",
  parameters: statement.parameters.map(({ name, type, meaning }) => ({ name, type, meaning })),
  reads: statement.reads,
  units: ROUNDING,
  not_covered: [...statement.notCovered, ...BESIDE_NUMBERS],
  command: commandOf(statement),
  sql: statement.sql,
});

const list = ({ env }: Deps, statements: Iterable<Statement>) =>
  [...statements].map(({ section, of, title }) => ({
    section,
    of,
    about: title,
    url: `${originOf(env)}${RECOMPUTE_PATH}/${section}`,
  }));

const pageOf = (statement: Statement): Page => ({
  path: `${RECOMPUTE_PATH}/${statement.section}`,
  contentType: JSON_TYPE,
  maxAgeS: 300,
  isExact: true,
  render: () => JSON.stringify(shown(statement)),
  html: () => {
    const { sql, parameters, reads, units, not_covered, command } = shown(statement);
    return htmlPage(`Recompute ${statement.section}`, statement.title, [
      { caption: "Parameters", rows: parameters },
      { caption: "What it needs", rows: [{ reads: reads.join(", "), "not covered": not_covered.join(", "), command }] },
      { caption: "Rounding", rows: [units] },
      { caption: "Statement", rows: sql.split("\n").map((line) => ({ sql: line })) },
    ]);
  },
});

export const recomputePages: readonly Page[] = [
  {
    path: RECOMPUTE_PATH,
    contentType: JSON_TYPE,
    maxAgeS: 300,
    isExact: true,
    render: (deps) =>
      JSON.stringify({
        object: "recompute_statements",
        about: ABOUT,
        statements: list(deps, STATEMENTS.values()),
      }),
    html: (deps) => htmlPage("Recompute", ABOUT, [{ caption: "Statements", rows: list(deps, STATEMENTS.values()) }]),
  },
  ...[...STATEMENTS.values()].map(pageOf),
];
