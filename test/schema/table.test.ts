// Desired tables, migrations, row types and the database agree, and every column says what it holds.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { TABLES } from "../../schema/row/index.ts";
import { startTestStore } from "../support/store.ts";
import { ROOT, readText } from "../support/tree.ts";

type Column = { table: string; name: string; type: string; comment: string };
type Made = { name: string; create: string; comment: string };

const files = readdirSync(join(ROOT, "schema/table")).filter((file) => file.endsWith(".sql"));
/** A statement as the engine prints it back, without the database and the table's own name. */
const normal = (create: string) => create.replace(/^CREATE TABLE (\w+\.)?\w+/, "CREATE TABLE x");

/** What a column of a row type may be in the database. */
const KINDS: Readonly<Record<string, RegExp>> = {
  time: /^DateTime64\(3, 'UTC'\)$/,
  timeOrNull: /^Nullable\(DateTime64\(3, 'UTC'\)\)$/,
  number: /^(Float64|U?Int(8|16|32|64))$/,
  numberOrNull: /^Nullable\((Float64|U?Int(8|16|32|64))\)$/,
  numbers: /^Array\(Float64\)$/,
  text: /^(LowCardinality\(String\)|String)$/,
  texts: /^Array\(String\)$/,
  map: /^Map\(LowCardinality\(String\), String\)$/,
  textOrNull: /^(LowCardinality\(Nullable\(String\)\)|Nullable\(String\))$/,
};
const UNITLESS =
  /^(id|.*_id|block|from_block|to_block|log_index|rank|bytes|rows|transfers|http_status|.*levels|.*count.*|truncated|tokens_.*)$/;
const UNIT =
  /(USD|coins|unit|percent|Percentage points|fraction|Long over short|basis points|Seconds|Milliseconds|Hours|Bytes|UTC|Decimal)/i;

t.test("the migrated database equals the desired tables, column by column and setting by setting", async (t) => {
  const { store } = await startTestStore(t);
  const query = <R>(sql: string) => store.query({ name: "test", sql }, {}) as Promise<R[]>;
  const list = "SELECT name, create_table_query AS create, comment FROM system.tables WHERE database = {db:String}";
  const tables = (db: string) => query<Made>(list.replace("{db:String}", `'${db}'`));
  await store.command("CREATE DATABASE desired ENGINE = Atomic");
  for (const file of files) {
    const sql = readText(`schema/table/${file}`).trim().replace(/;$/, "");
    await store.command(sql.replace("CREATE TABLE IF NOT EXISTS ", "CREATE TABLE IF NOT EXISTS desired."));
  }
  const migrated = (await tables("assay")).filter(({ name }) => name !== "migration");
  const desired = await tables("desired");
  const byName = (made: readonly Made[]) => Object.fromEntries(made.map((one) => [one.name, normal(one.create)]));
  t.same(byName(migrated), byName(desired));
  t.same(Object.keys(byName(desired)).sort(), Object.keys(TABLES).sort(), "one file a table of the registry");
  t.ok(
    migrated.every(({ comment }) => comment.length > 0),
    "every table says what it holds",
  );

  const columns = await query<Column>(
    "SELECT table, name, type, comment FROM system.columns WHERE database = 'assay' ORDER BY table, position",
  );
  t.same(
    columns.filter(({ comment }) => !/\.$/.test(comment)).map(({ table, name }) => `${table}.${name}`),
    [],
    "every column has a comment",
  );
  const numbers = columns.filter(({ type, name }) => /Float64|Int|Date/.test(type) && !UNITLESS.test(name));
  t.same(
    numbers
      .filter(({ comment }) => !UNIT.test(comment))
      .map(({ table, name, comment }) => `${table}.${name}: ${comment}`),
    [],
    "every number has a unit",
  );
  for (const [name, table] of Object.entries(TABLES)) {
    const made = columns.filter((column) => column.table === name);
    t.same(
      made.map((column) => column.name),
      Object.keys(table.columns),
      `${name}: the row type has the columns of the table in order`,
    );
    for (const [column, kind] of Object.entries(table.columns as Record<string, string>)) {
      const type = made.find((one) => one.name === column)?.type ?? "";
      t.match(type, KINDS[kind] ?? /no such kind/, `${name}.${column} is ${kind}`);
    }
  }
});
