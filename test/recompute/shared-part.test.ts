// Each statement is published whole, so that parts of it stand in several: what is told in the same words is the same text.
import t from "tap";
import { readStatements } from "../../schema/io/statement.ts";

type Part = { readonly section: string; readonly about: string; readonly text: string };

const COMMENT = /^ {2}-- (.*)$/;
const isClosed = (text: string): boolean =>
  [...text].filter((char) => char === "(").length === [...text].filter((char) => char === ")").length &&
  / AS \w+,?$/.test(text);

/** What follows a comment up to the name it gets. */
function partsOf(section: string, sql: string): Part[] {
  const lines = sql.slice(sql.indexOf("WITH\n"), sql.lastIndexOf("\nSELECT row.1 AS member")).split("\n");
  return lines.flatMap((line, index) => {
    const [, about] = COMMENT.exec(line) ?? [];
    if (about === undefined) return [];
    let text = "";
    for (const next of lines.slice(index + 1)) {
      text += `${text === "" ? "" : "\n"}${next}`;
      if (isClosed(text)) break;
    }
    return [{ section, about, text: text.replace(/,$/, "") }];
  });
}

/** What is made of other statements alone has no parts of its own. */
const statements = [...readStatements().values()].filter(({ section }) => section !== "evaluation");

t.test("parts that are told in the same words are the same text", (t) => {
  const known = new Map<string, Part>();
  for (const part of statements.flatMap(({ section, sql }) => partsOf(section, sql))) {
    const first = known.get(part.about);
    if (first === undefined) known.set(part.about, part);
    else t.equal(part.text, first.text, `${first.section} and ${part.section}: ${part.about}`);
  }
  t.end();
});

t.test("members are shown by the same text everywhere", (t) => {
  const [first, ...others] = statements.map(({ section, sql }) => {
    const [shown = ""] = /^SELECT row\.1 AS member,\n[\s\S]*?\nFROM\n\(\n {2}SELECT arrayJoin\(/m.exec(sql) ?? [];
    return { section, shown };
  });
  t.ok(first?.shown);
  for (const { section, shown } of others)
    t.equal(shown, first?.shown, `${section} shows its members as ${first?.section} does`);
  t.end();
});
