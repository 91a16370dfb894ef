// The analysts' user of a real server: statements the engine's parser takes, with the limits of the embedded lane.
import t from "tap";
import { readConfig } from "../../../scripts/engine/config.ts";
import { quote } from "../../../scripts/sql/ask.ts";
import { splitText } from "../../../scripts/sql/split.ts";
import { startTestStore } from "../../support/store.ts";
import { readText } from "../../support/tree.ts";

t.test("every statement parses, and nothing but reading is granted", async (t) => {
  const { store } = await startTestStore(t);
  const statements = splitText(readText("scripts/deploy/analyst.sql"));
  t.equal(statements.length, 5);
  for (const sql of statements) {
    const [row] = (await store.query({ name: "test", sql: `SELECT formatQuery(${quote(sql)}) AS plain` }, {})) as {
      plain: string;
    }[];
    t.match(
      row?.plain,
      /^(CREATE (SETTINGS PROFILE|USER|QUOTA) IF NOT EXISTS|GRANT SELECT ON (analyst|assay)\.\* TO analyst$)/,
    );
  }
});

t.test("the limits are those of the embedded engine's read-only lane", async (t) => {
  const { analyst } = readConfig(["--path=x", "--token=y"], {});
  const text = readText("scripts/deploy/analyst.sql");
  const limit = (name: string) => Number(new RegExp(`${name} = \\d+ MIN 1 MAX (\\d+)`).exec(text)?.[1]);
  t.equal(limit("max_execution_time"), analyst.executionSecondsMax);
  t.equal(limit("max_result_rows"), analyst.resultRowsMax);
  t.equal(limit("max_result_bytes"), analyst.resultBytesMax);
  t.equal(limit("max_memory_usage"), analyst.memoryBytesMax);
  t.match(text, /readonly = 2,/);
});
