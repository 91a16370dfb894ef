// The analysts' user of a real server: statements the engine's parser takes, with the limits of the embedded lane.
import t from "tap";
import { quote } from "../../../schema/dataset/quote.ts";
import { ALLOWED_SETTINGS } from "../../../scripts/engine/allowed-setting.ts";
import { readConfig } from "../../../scripts/engine/config.ts";
import { splitText } from "../../../scripts/sql/split.ts";
import { startTestStore } from "../../support/store.ts";
import { readText } from "../../support/tree.ts";

const text = readText("scripts/deploy/analyst.sql");

t.test("every statement parses, and nothing but reading the analysts' views is granted", async (t) => {
  const { store } = await startTestStore(t);
  const plain = await Promise.all(
    splitText(text).map(async (sql) => {
      const asked = { name: "test", sql: `SELECT formatQuery(${quote(sql)}) AS plain` };
      const [row] = (await store.query(asked, {})) as { plain: string }[];
      return row?.plain ?? "";
    }),
  );
  t.same(
    plain.map((sql) => sql.replaceAll("`", "").split(/ (?:SETTINGS readonly|IDENTIFIED|KEYED)/)[0]),
    [
      "CREATE SETTINGS PROFILE OR REPLACE analyst",
      "CREATE USER IF NOT EXISTS analyst",
      "REVOKE ALL ON *.* FROM analyst",
      "GRANT SELECT ON analyst.* TO analyst",
      "CREATE QUOTA IF NOT EXISTS analyst",
    ],
  );
});

t.test(
  "the limits are those of the embedded engine's lane, and no other setting may be chosen than there",
  async (t) => {
    const { analyst } = readConfig(["--path=x", "--token=y"], {});
    const limits = {
      max_execution_time: analyst.executionSecondsMax,
      max_result_rows: analyst.resultRowsMax,
      max_result_bytes: analyst.resultBytesMax,
      max_memory_usage: analyst.memoryBytesMax,
    };
    for (const [name, max] of Object.entries(limits)) {
      t.ok(text.includes(`  ${name} = ${max} MIN 1 MAX ${max} CHANGEABLE_IN_READONLY`), name);
    }
    const open = [...text.matchAll(/^ {2}(\w+)[^\n]* CHANGEABLE_IN_READONLY/gm)].map(([, name]) => name);
    t.same(open.sort(), [...Object.keys(limits), ...ALLOWED_SETTINGS].sort());
    t.match(text, /readonly = 1,/);
  },
);

t.test("every view reads its tables with the rights of who made it: the analyst needs none of them", async (t) => {
  const { store } = await startTestStore(t);
  const sql = "SELECT name, create_table_query AS made FROM system.tables WHERE database = 'analyst'";
  for (const { name, made } of (await store.query({ name: "test", sql }, {})) as { name: string; made: string }[])
    t.match(made, /DEFINER = \S+ SQL SECURITY DEFINER/, name);
});
