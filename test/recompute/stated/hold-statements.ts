// Published statements give what was served: as of several instants, with what was known by then, every member of every
// section that has one, and the same members unassessed.
import t from "tap";
import { askStatement, readStatements } from "../../../schema/io/statement.ts";
import { compareSection, isUnassessed } from "../../../schema/recompute/compare.ts";
import { STATED, WITHOUT_STATEMENT } from "../../../schema/recompute/statement.ts";
import { FEW } from "./few.ts";
import { IDS, openStated } from "./world.ts";

const isWhole = IDS.length > FEW.length;
const statements = readStatements();

t.test("every section has a statement, or is named as one without", (t) => {
  for (const section of STATED.keys()) {
    t.not(statements.has(section), WITHOUT_STATEMENT.has(section), `${section} is one of both`);
  }
  t.same(
    [...statements.keys()].filter((section) => !STATED.has(section)),
    [],
  );
  t.end();
});

t.test("recomputed is served, member by member", async (t) => {
  t.setTimeout(isWhole ? 7_200_000 : 300_000);
  const { analyst, instants } = await openStated(t);
  for (const statement of statements.values()) {
    const seen = { members: 0, unassessed: 0 };
    for (const [index, [when, { at, known, sectionOf }]] of Object.entries(instants).entries()) {
      const tokens = statement.of === "market" ? [""] : isWhole ? IDS : IDS.slice((index * 5) % IDS.length).slice(0, 1);
      for (const token of tokens) {
        const rows = await askStatement(analyst, statement, { token, at, known });
        const compared = compareSection(statement, sectionOf(statement.section, token), rows);
        seen.members += compared.length;
        seen.unassessed += compared.filter(isUnassessed).length;
        const differing = compared.filter(({ isSame }) => !isSame);
        t.same(differing, [], `${statement.section} ${token} ${when}: ${compared.length} members`);
      }
    }
    t.ok(
      seen.members > seen.unassessed,
      `${statement.section}: ${seen.members} members, ${seen.unassessed} unassessed`,
    );
  }
});
