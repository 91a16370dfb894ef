// Drawers: every column says what it holds and in which unit, and the table follows from them.
import t from "tap";
import { createTableSql } from "../../schema/dataset/create-table.ts";
import type { Dataset } from "../../schema/dataset/dataset.ts";
import { TABLES } from "../../schema/dataset/index.ts";

const UNITLESS =
  /^(id|.*_id|block|from_block|to_block|log_index|rank|bytes|rows|transfers|http_status|.*levels|.*count.*|truncated|tokens_.*)$/;
const UNIT =
  /(USD|coins|unit|percent|Percentage points|fraction|Long over short|basis points|Seconds|Milliseconds|Hours|Bytes|UTC|Decimal)/i;

t.test(
  "every dataset stands under its name and says what it and each of its columns holds, numbers with a unit",
  async (t) => {
    for (const [name, dataset] of Object.entries<Dataset>(TABLES)) {
      t.equal(dataset.name, name);
      t.match(dataset.about, /^[A-Z].*\.$/s, name);
      for (const [column, { kind, comment }] of Object.entries(dataset.columns)) {
        t.match(comment, /\.$/, `${name}.${column}`);
        if (!/^(number|time)/.test(kind) || UNITLESS.test(column)) continue;
        t.match(comment, UNIT, `${name}.${column}`);
      }
    }
  },
);

t.test("the statement of a table quotes what comments hold, and says what is not usual", async (t) => {
  const sql = createTableSql({
    ...TABLES.event,
    about: "A venue's \\ word.",
    rowsPerMark: 1_024,
    indexes: ["at at TYPE minmax"],
    partition: "kind",
  });
  t.match(sql, /^CREATE TABLE IF NOT EXISTS event\n\(\n {2}number UInt64 COMMENT '/);
  t.ok(sql.includes("COMMENT 'A venue\\'s \\\\ word.'"), sql.slice(-80));
  t.match(sql, /,\n {2}INDEX at at TYPE minmax\n\)\nENGINE = MergeTree\nPARTITION BY kind\nORDER BY number\n/);
  t.match(sql, /SETTINGS non_replicated_deduplication_window = 100000, index_granularity = 1024\n/);
});
