// The engine reads a statement's kind, format and data start as ClickHouse's own parser would.
import t from "tap";
import { readStatement } from "../../../scripts/engine/statement.ts";

t.test("the kind is the first keyword, behind brackets and comments", async (t) => {
  for (const [sql, kind] of [
    ["select 1", "SELECT"],
    ["-- a\n/* b; */ # c\n ((SELECT 1))", "SELECT"],
    ["with x as (select 1) select * from x", "WITH"],
    ["SHOW TABLES;", "SHOW"],
    ["", ""],
    ["'", ""],
  ] as const) {
    t.equal(readStatement(sql).kind, kind, sql);
  }
});

t.test("the format is the last FORMAT clause outside brackets, strings and comments", async (t) => {
  for (const [sql, format] of [
    ["SELECT 1 FORMAT JSON", "JSON"],
    ["SELECT 1 format TSV ;", "TSV"],
    ["SELECT 1 FORMAT JSON SETTINGS a = 1, b = 'FORMAT CSV'", "JSON"],
    ["SELECT 1 SETTINGS a = 1 FORMAT CSV -- FORMAT JSON", "CSV"],
    ["SELECT 'FORMAT JSON'", undefined],
    ["SELECT 1 AS format", undefined],
    ["SELECT (SELECT 1 FORMAT JSON)", undefined],
    ["SELECT format('{}', 1)", undefined],
  ] as const) {
    t.equal(readStatement(sql).format, format, sql);
  }
});

t.test("an insert's data begins behind its format, and is not read as SQL", async (t) => {
  for (const [sql, form, data] of [
    ["INSERT INTO t FORMAT TSV\n1;2\n'", "format", "\n1;2\n'"],
    ["INSERT INTO t (a, b) VALUES (1, ';'), (2, '')", "values", " (1, ';'), (2, '')"],
    ["INSERT INTO d.format FORMAT CSV 1", "format", " 1"],
    ["INSERT INTO t SETTINGS a = 1 FORMAT JSONEachRow {}", "format", " {}"],
    ["INSERT INTO t SELECT a FROM input('a Int8') FORMAT CSV\n1", "select", "\n1"],
  ] as const) {
    const { insert, hasSecond } = readStatement(sql);
    t.equal(insert?.form, form, sql);
    t.equal(sql.slice(insert?.dataAt), data);
    t.equal(hasSecond, false);
  }
  t.equal(readStatement("INSERT INTO t SELECT 1").insert?.dataAt, -1);
});

t.test("a second statement is seen; closing semicolons and comments are none", async (t) => {
  t.equal(readStatement("SELECT 1; SELECT 2").hasSecond, true);
  t.equal(readStatement("SELECT ';' ;; -- SELECT 2\n/* x */").hasSecond, false);
  t.equal(readStatement("SELECT $$a;b$$, `x;y`").hasSecond, false);
});

t.test("a quoted name with an escape is seen: the engine's syntax tree would not show it as one word", async (t) => {
  t.equal(readStatement("SELECT `a\\nb` FROM t").hasEscapedName, true);
  t.equal(readStatement("SELECT `a b`, 'x\\n' FROM t").hasEscapedName, false);
});

t.test("INTO OUTFILE and FROM INFILE are seen outside strings", async (t) => {
  t.equal(readStatement("SELECT 1 INTO/**/OUTFILE 'x'").namesFile, true);
  t.equal(readStatement("INSERT INTO t FROM INFILE 'x' FORMAT CSV").namesFile, true);
  t.equal(readStatement("SELECT 'INTO OUTFILE'").namesFile, false);
});

t.test("what was read of a text is remembered, unless it is an insert's or long", async (t) => {
  const twice = (sql: string) => readStatement(sql) === readStatement(` ${sql}`.slice(1));
  t.equal(twice("SELECT {a:UInt32} AS remembered"), true);
  t.equal(twice("INSERT INTO t FORMAT JSONEachRow"), false);
  t.equal(twice(`SELECT '${"x".repeat(10_000)}'`), false);
  const first = readStatement("SELECT 'the first' FORMAT TSV");
  for (let n = 0; n < 1_000; n++) readStatement(`SELECT ${n}`);
  const again = readStatement("SELECT 'the first' FORMAT TSV");
  t.not(again, first, "not for ever");
  t.same(again, first);
});
