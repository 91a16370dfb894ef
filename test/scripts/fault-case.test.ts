// The fault matrix: its cases, what they run, and what docs/reliability.md says of them.
import t from "tap";
import { CASES } from "../chaos/matrix/case.ts";
import { PLAYED } from "../chaos/matrix/played.ts";
import { pathExists, readText } from "../support/tree.ts";

t.test("each of 27 cases is played or names tests or soaks that are there, and the document tells of it", async (t) => {
  t.same(
    Object.keys(CASES),
    Array.from({ length: 27 }, (_, at) => `F${at + 1}`),
  );
  const listed = readText("scripts/bench/soak/soaks.js");
  const text = readText("docs/reliability.md").replace(/ +\|/g, " |");
  for (const [id, { fault, tests = [], soaks = [] }] of Object.entries(CASES)) {
    t.ok(tests.length + soaks.length > 0, id);
    t.ok(text.includes(`| ${id} | ${fault} |`), `${id} in docs/reliability.md`);
    for (const file of tests) t.ok(pathExists(file), file);
    for (const [name = ""] of soaks) t.ok(listed.includes(`\n  ${name}: {\n`), name);
  }
  for (const id of Object.keys(PLAYED)) t.ok(Object.hasOwn(CASES, id), id);
});
