// Stores of earlier versions are taken along: their tables become those of the drawers, and no row is lost.
import t from "tap";
import { seal } from "../../jobs/proof/seal.ts";
import { createTableSql } from "../../schema/dataset/create-table.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import { awaitWriters } from "../../schema/io/await-writers.ts";
import { openStore, type Store } from "../../schema/io/clickhouse.ts";
import { copies, migrate } from "../../schema/io/migrate.ts";
import { parseEnv } from "../../schema/setting/read-settings.ts";
import type { Display } from "../../scripts/start/display.ts";
import { isLock, lockFolder } from "../../scripts/start/folder-lock.ts";
import { openService } from "../../scripts/start/service.ts";
import { draftEvaluation } from "../support/proof/evaluation-draft.ts";
import { draftBrief } from "../support/rows/brief.ts";
import { startTestStore } from "../support/store.ts";
import { listFiles, readText } from "../support/tree.ts";

type Made = { name: string; create: string };

/** Tables as the last version made them that had no drawers, statement by statement. */
const BEFORE = readText("test/fixture/store-028.sql")
  .trimEnd()
  .split(/;\s*(?:\n|$)/)
  .filter(Boolean);
const BASE = "028_add_call_method";
/** Tables as drawers made them once migrations had come to this one. */
const LATER_UNTIL = "037_keep_known";
const LATER = readText("test/fixture/store-037.sql")
  .trimEnd()
  .split(/;\n+/)
  .filter(Boolean)
  .map((create) => ({ name: (create.match(/EXISTS (\w+)/)?.[1] ?? "") as keyof typeof TABLES, create }));
/** A statement as the engine prints it back, without the database and the table's own name. */
const normal = (create: string) => create.replace(/^CREATE TABLE (\w+\.)?\w+/, "CREATE TABLE x");

t.test("a store made before there were drawers becomes what a new one is, wherever it was killed", async (t) => {
  const { engine, store: made } = await startTestStore(t);
  const options = { url: engine.url, user: "default", password: engine.token, process: "test" };
  const admin = openStore({ ...options, database: "default" });
  const store = openStore({ ...options, database: "old" });
  t.teardown(() => Promise.all([admin.close(), store.close()]));
  const list = `SELECT name, create_table_query AS create FROM system.tables
    WHERE database = currentDatabase() AND name != 'migration' ORDER BY name`;
  const tables = async (of: Store) =>
    ((await of.query({ name: "test", sql: list }, {})) as Made[]).map(({ name, create }) => [name, normal(create)]);
  const desired = await tables(made);
  t.same(
    desired.map(([name]) => name),
    Object.keys(TABLES).sort(),
    "one table a drawer, and no other",
  );
  await admin.command("CREATE DATABASE old ENGINE = Atomic");
  await store.command("CREATE TABLE migration AS assay.migration");
  await store.insert("migration", [{ name: "001_create_facts", digest: "" }], "too old");
  await t.rejects(migrate(admin, store, "old"), /too old to be taken along: bring them to 028_add_call_method/);
  await store.insert("migration", [{ name: BASE, digest: "" }], "base");
  for (const statement of BEFORE) await store.command(statement);
  await store.command("TRUNCATE TABLE migration");
  await t.rejects(
    migrate(admin, store, "old"),
    /earlier version and no list of its migrations/,
    "nor taken for a new one",
  );
  await store.insert("migration", [{ name: BASE, digest: "" }], "base again");
  await migrate(admin, store, "old");
  t.same(await tables(store), desired);
  // A new one that was killed between two tables, before it noted anything.
  for (const statement of ["DROP TABLE ticker", "DROP TABLE coin", "TRUNCATE TABLE migration"]) {
    await store.command(statement);
  }
  t.same(await migrate(admin, store, "old"), ["2 tables", "analyst views"]);
  t.same(await tables(store), desired);
  t.same(await migrate(admin, store, "old"), [], "and nothing is left to do");
  // As a store stood that has run since: of the tables that are younger than the base, too.
  const since = LATER.filter(({ name, create }) => create !== createTableSql(TABLES[name]));
  for (const { name, create } of since) {
    await store.command(`DROP TABLE ${name}`);
    await store.command(create);
  }
  await store.command(`DELETE FROM migration WHERE name > '${LATER_UNTIL}' AND NOT startsWith(name, 'analyst.')`);
  await migrate(admin, store, "old");
  t.same(await tables(store), desired);
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
    // Runs are named, and what is lost is counted, by later files.
    const expected = sealed
      .toSorted((a, b) => (a.id < b.id ? -1 : 1))
      .map(({ run_id: _, lost_count: __, ...row }) => row);
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
const NEWEST = "037_keep_known";

t.test(
  "workers are waited for where rows are copied or keyed anew, and not where a table only gets a column",
  async (t) => {
    const files = listFiles("schema/migration");
    t.same(
      files.filter((file) => copies({ sql: readText(file) })).map((file) => file.slice("schema/migration/".length, -4)),
      ["029_divide_issued", BY_PARTITION, "035_keep_versions", NEWEST],
    );
    t.ok(files.length >= 9, "files of all migrations");
    const column = "ALTER TABLE a ADD COLUMN IF NOT EXISTS b UInt8";
    t.notOk(copies({ sql: `-- Why.\n\n  -- More.\n${column};\n-- The other.\n${column}` }), "whatever it says above");
    t.ok(copies({ sql: `-- ALTER TABLE a\nDROP TABLE a` }), "what it says is not what it does");
    t.ok(copies({ sql: `-- Why.\nALTER TABLE a\n  MODIFY ORDER BY (a, b)` }));
  },
);

t.test("tables that are partitioned anew keep every row, wherever the migration was killed", async (t) => {
  const { engine, store: admin } = await startTestStore(t);
  const earlier = BEFORE.filter((one) => DIVIDED.some((table) => one.startsWith(`CREATE TABLE ${table}\n`)));
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

  const steps = readText(`schema/migration/${BY_PARTITION}.sql`)
    .split(/;\s*\n/)
    .filter((one) => one.trim().startsWith("CREATE OR REPLACE"));
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
    const read = async <R>(sql: string) => store.query<object, R>({ name: "test", sql }, {});
    await store.insert("ticker", [{ token: "x", at: 1, price: 2 }], "t");
    await store.command("CREATE TABLE _tmp_replace_0_a (at DateTime) ENGINE = MergeTree ORDER BY at");
    await store.command(`DELETE FROM migration WHERE name = '${NEWEST}'`);
    const writing = () => awaitWriters(store, { quietMs: 60_000, patienceMs: 0 });
    await t.rejects(migrate(admin, store, "assay", writing), /workers still write to this store .* stop them/);
    t.same(await read("SELECT token, price FROM ticker"), [{ token: "x", price: 2 }], "nothing was begun");
    const stopped = () => awaitWriters(store, { quietMs: 1_000 });
    t.same(await migrate(admin, store, "assay", stopped), [NEWEST, "analyst views"]);
    t.same(await migrate(admin, store, "assay", writing), [], "with nothing to change nobody is waited for");
    t.same(await read("SELECT name FROM system.tables WHERE database = 'assay' AND startsWith(name, '_tmp')"), []);
    t.same(await read("SELECT token, price FROM ticker"), [{ token: "x", price: 2 }]);

    await store.command("DELETE FROM migration WHERE name = '033_keep_inputs'");
    t.same(
      await migrate(admin, store, "assay", writing),
      ["033_keep_inputs", "analyst views"],
      "nor with no rows to move",
    );
  },
);

t.test("a start on a store that others may write to waits for them, and says for whom", async (t) => {
  const { engine, store } = await startTestStore(t);
  const read = async <R>(sql: string) => store.query<object, R>({ name: "test", sql }, {});
  const ledger = await read<{ name: string }>("SELECT name, digest FROM migration FINAL ORDER BY name");
  // For the next test of this engine.
  t.teardown(() => store.insert("migration", ledger, "again"));
  await store.insert("ticker", [{ token: "x", at: 1, price: 2 }], "t");
  await store.command(`DELETE FROM migration WHERE name = '${BY_PARTITION}'`);
  const root = t.testdir();
  const lock = await lockFolder(root);
  if (!isLock(lock)) throw new Error("the folder is in use");
  t.teardown(() => lock.release());
  const said: string[] = [];
  const stop = new AbortController();
  const display: Display = {
    step: () => () => undefined,
    line(text) {
      said.push(text);
      stop.abort();
    },
    passing: () => undefined,
    close: () => undefined,
  };
  const place = { CLICKHOUSE_URL: engine.url, CLICKHOUSE_USER: "default", CLICKHOUSE_PASSWORD: engine.token };
  const env = parseEnv({ ...place, REDIS_URL: "redis://127.0.0.1:1", MARKET: "live", DATA_DIR: root });
  const service = openService(env, { root, redis: root, engine: root, log: root, lock }, display);
  t.teardown(() => service.killAll());
  await t.rejects(service.start(stop.signal), { name: "AbortError" });
  t.match(said[0], /^ +waiting for workers that write to this store: the newest rows came \d+ s ago, into ticker;/);
  const left = await read<{ name: string }>("SELECT name, digest FROM migration FINAL ORDER BY name");
  t.same(
    left,
    ledger.filter(({ name }) => name !== BY_PARTITION),
    "nothing was begun",
  );
});
