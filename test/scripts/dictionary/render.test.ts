// The data dictionary in the repository is the one the database gives.
import t from "tap";
import { TABLES } from "../../../schema/dataset/index.ts";
import { readViews } from "../../../schema/io/migrate.ts";
import { renderDictionary } from "../../../scripts/dictionary/render.ts";
import { startTestStore } from "../../support/store.ts";
import { readText } from "../../support/tree.ts";

t.test("docs/data-dictionary.md equals what the migrated database says (else: npm run dictionary)", async (t) => {
  const { store } = await startTestStore(t);
  const page = await renderDictionary(store, "assay");
  t.equal(page, readText("docs/data-dictionary.md"));
  for (const name of Object.keys(TABLES)) t.match(page, `### assay.${name}\n`, `${name} is in it`);
  for (const { name } of await readViews()) t.match(page, `### ${name}\n`, `${name} is in it`);
  const cells = page.split("\n").filter((line) => line.startsWith("| `"));
  t.same(
    cells.filter((line) => !/^\| `\w+` +\| `.+` +\| .+\. +\|$/.test(line)),
    [],
    "every column has a type and a meaning",
  );
});
