// Desired tables, migrations, row types and the database agree, and every column says what it holds.
import { readdirSync } from "node:fs";
import { join } from "node:path";
import t from "tap";
import { seal } from "../../jobs/proof/seal.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import { openStore } from "../../schema/io/clickhouse.ts";
import { migrate } from "../../schema/io/migrate.ts";
import { draftBrief } from "../support/brief.ts";
import { draftEvaluation } from "../support/evaluation-draft.ts";
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

t.test("issued objects of the form before are taken along, wherever the migration was killed, and once", async (t) => {
  const { engine, store: admin } = await startTestStore(t);
  const statements = readText("schema/migration/029_divide_issued.sql").split(/;\s*\n/);
  const before = statements.find((one) => /TABLE IF NOT EXISTS issued\n/.test(one)) ?? "";
  const now = Date.UTC(2026, 10, 30, 23, 59, 59, 999);
  const brief = draftBrief(7, now);
  const sized = { side: "sell", size_usd: 1_000, size_native: 1, venue_scope: "all", chain: null } as const;
  const sealed = [
    seal(
      "evaluation",
      {
        ...draftEvaluation("eval_01M6A6FSZZ0000000000000000", now),
        standing: { verdict: "caution", changedFrom: "" },
      },
      now,
    ),
    seal(
      "evaluation",
      draftEvaluation("eval_01M6A6FT000000000000000001", now, {
        ...{ kind: "sized", verdict: "avoid", previous: { id: "eval_x", verdict: "proceed" } },
        order: {
          ...{ ...sized, impact_pct: "unassessed", impact_method: "unassessed", impact_sources: [] },
          ...{ volume_share_pct: 0.1, depth_share_pct: 0.1, largest_safe_size_usd: "unassessed", limited_by: null },
        },
      }),
      now,
    ),
    seal("brief", { ...brief, id: "7", calls: [] }, now),
  ].map(({ row }) => row);
  for (let killed = 0; killed <= statements.length; killed++) {
    const database = `killed_${killed}`;
    await admin.command(`CREATE DATABASE ${database} ENGINE = Atomic`);
    const store = openStore({ url: engine.url, user: "default", password: engine.token, database, process: "test" });
    t.teardown(() => store.close());
    await store.command(before);
    const columns = [...before.matchAll(/^ {2}(\w+) /gm)].map(([, name]) => name ?? "");
    const old = sealed.map((row) =>
      Object.fromEntries(columns.map((name) => [name, Reflect.get(row, name) as unknown])),
    );
    await store.insert("issued", old, "old");
    for (const statement of statements.slice(0, killed)) if (statement.trim()) await store.command(statement);
    for (let twice = 0; twice < 2; twice++) {
      for (const statement of statements) if (statement.trim()) await store.command(statement);
    }
    const times = ["as_of", "issued_at", "judged_at", "build", "valid_until", "created_at", "window_from", "window_to"];
    const rows = await store.query<object, Record<string, unknown>>(
      {
        name: "taken",
        sql: `SELECT * REPLACE (${times.map((one) => `toUnixTimestamp64Milli(${one}) AS ${one}`).join(", ")}) FROM issued_object ORDER BY id`,
      },
      {},
    );
    const expected = sealed.toSorted((a, b) => (a.id < b.id ? -1 : 1)).map((row) => ({ ...row }));
    t.same(rows, expected, `killed after ${killed} statements`);
    t.equal(
      (await store.query<object, { name: string }>({ name: "left", sql: "SHOW TABLES LIKE 'issued'" }, {})).length,
      0,
    );
    await admin.command(`DROP DATABASE ${database}`);
  }
  t.same([...new Set(sealed.map(({ month }) => month))].sort(), [0, 202_610, 202_611], "each in the month of its id");
});

const DIVIDED = ["coin_rank", "order_book", "source_call", "ticker"] as const;
const BY_PARTITION = "032_drop_by_partition";

t.test("tables that are partitioned anew keep every row, wherever the migration was killed", async (t) => {
  const { engine, store: admin } = await startTestStore(t);
  const statements = (file: string) => readText(`schema/migration/${file}`).split(/;\s*\n/);
  const earlier = readdirSync(join(ROOT, "schema/migration"))
    .sort()
    .filter((file) => file < BY_PARTITION)
    .flatMap(statements)
    .filter((one) => DIVIDED.some((table) => one.trim().match(/^\w+ TABLE (?:IF NOT EXISTS )?(\w+)/)?.[1] === table));
  await admin.command("CREATE DATABASE before ENGINE = Atomic");
  const options = { url: engine.url, user: "default", password: engine.token, process: "test" };
  const store = openStore({ ...options, database: "before" });
  t.teardown(() => store.close());
  for (const statement of earlier) await store.command(statement);
  const read = async <R>(sql: string) => store.query<object, R>({ name: "test", sql }, {});
  // No engine's wall clock has come so far: whatever limit a table of before has, these rows are within it.
  const at = [0, 1, 2].map((n) => Date.UTC(2100, 1, 27 + n, 23, 59, 59, 999));
  await store.insert(
    "ticker",
    at.map((one) => ({ token: "x", at: one, price: one, bid: null })),
    "t",
  );
  await store.insert(
    "coin_rank",
    at.map((one) => ({ token: "x", at: one, rank: 7 })),
    "r",
  );
  await store.insert(
    "order_book",
    at.map((one) => ({ token: "x", at: one, bid_price: [1.5, 1], ask_native: [2] })),
    "b",
  );
  const sources = ["binance-candle-1h", "coingecko-coin-market-30d", "binance-ticker"];
  const calls = sources.flatMap((source) =>
    at.map((one) => ({ id: `${source}${one}`, source, requested_at: one, parts: ["a"] })),
  );
  await store.insert("source_call", calls, "s");
  const rows = () => Promise.all(DIVIDED.map((table) => read<object>(`SELECT * FROM ${table} ORDER BY ALL`)));
  const whole = await rows();
  t.same(
    whole.map(({ length }) => length),
    [3, 3, 9, 3],
  );

  const steps = statements(`${BY_PARTITION}.sql`).filter((one) => one.trim().startsWith("CREATE OR REPLACE"));
  t.equal(steps.length, DIVIDED.length);
  for (let killed = 1; killed <= steps.length; killed++) {
    for (const step of steps.slice(0, killed)) await store.command(step);
    t.same(await rows(), whole, `after ${killed} statements`);
  }
  const partitions = await read<{ v: string }>(
    "SELECT DISTINCT concat(table, ' ', partition) AS v FROM system.parts WHERE database = 'before' AND active AND table IN ('ticker', 'source_call') ORDER BY v",
  );
  t.same(
    partitions.map(({ v }) => v),
    [
      ...["(0,21000227)", "(0,21000228)", "(0,21000301)", "(1,210002)", "(1,210003)"].map(
        (one) => `source_call ${one}`,
      ),
      ...["21000227", "21000228", "21000301"].map((one) => `ticker ${one}`),
    ],
  );
  await admin.command("DROP DATABASE before");
});

t.test(
  "a migration that was killed before it was noted is done again, and what it left half copied goes",
  async (t) => {
    const { engine, store } = await startTestStore(t);
    const options = { url: engine.url, user: "default", password: engine.token, process: "test" };
    const admin = openStore({ ...options, database: "default" });
    t.teardown(() => admin.close());
    await store.insert("ticker", [{ token: "x", at: 1, price: 2 }], "t");
    await store.command("CREATE TABLE _tmp_replace_0_a (at DateTime) ENGINE = MergeTree ORDER BY at");
    await store.command(`DELETE FROM migration WHERE name = '${BY_PARTITION}'`);
    t.same(await migrate(admin, store, "assay"), [BY_PARTITION, "analyst views"]);
    t.same(await migrate(admin, store, "assay"), []);
    const read = async <R>(sql: string) => store.query<object, R>({ name: "test", sql }, {});
    t.same(await read("SELECT name FROM system.tables WHERE database = 'assay' AND startsWith(name, '_tmp')"), []);
    t.same(await read("SELECT token, price FROM ticker"), [{ token: "x", price: 2 }]);
  },
);
