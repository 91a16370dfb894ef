// A cluster of ClickHouse servers: what would be sent to it, judged by the engine's own parser. The server that takes the
// statements here only writes them down; `npm run soak cluster` plays the same on real ones.
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import t, { type Test } from "tap";
import { createTableSql } from "../../schema/dataset/create-table.ts";
import type { Dataset } from "../../schema/dataset/dataset.ts";
import { TABLES } from "../../schema/dataset/index.ts";
import { type Cluster, onCluster } from "../../schema/dataset/on-cluster.ts";
import { quote } from "../../schema/dataset/quote.ts";
import { isRefusal, isStoreAway, openStore, type Store } from "../../schema/io/clickhouse.ts";
import { migrateAt, readViews } from "../../schema/io/migrate.ts";
import { isQuorumAway, openTurns, QUORUM_COMMAND } from "../../schema/io/quorum.ts";
import { readSettings } from "../../schema/setting/read-settings.ts";
import { replicaBehind } from "../../scripts/doctor/look-cluster.ts";
import { splitText } from "../../scripts/sql/split.ts";
import { startTestStore } from "../support/store.ts";
import { listFiles, readText } from "../support/tree.ts";

const CLUSTER: Cluster = { name: "assay", database: "assay", user: "writer" };
const MIGRATIONS = listFiles().filter((file) => /^schema\/migration\/.*\.sql$/.test(file));
const BASE = "028_add_call_method";

type Sent = { readonly sql: string; readonly settings: URLSearchParams };
/** What it answers a statement with: rows, or the number of an error. */
type Answer = (sent: Sent) => readonly object[] | number;

/** A server that writes down what it is sent. */
async function startClusterServer(t: Test, answer: Answer) {
  const all: Sent[] = [];
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const settings = new URL(request.url ?? "/", "http://x").searchParams;
    const body = Buffer.concat(parts).toString();
    const sent = { sql: settings.get("query") ?? body, settings };
    all.push(sent);
    const said = answer(sent);
    if (typeof said === "number") {
      response.writeHead(500).end(`Code: ${said}. DB::Exception: as it is. (QUORUM_OF_SERVERS) (version 26.7.1)`);
    } else {
      response.writeHead(200).end(said.map((row) => `${JSON.stringify(row)}\n`).join(""));
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  t.teardown(() => server.close());
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, all };
}

/** Two servers as they should be, with these steps behind them. */
const soundCluster =
  (applied: readonly string[], ...others: readonly (readonly [RegExp, readonly object[]])[]): Answer =>
  ({ sql }) => {
    const own = others.find(([asked]) => asked.test(sql));
    if (own !== undefined) return own[1];
    if (sql.includes("uniqExact(shard_num)")) return [{ servers: 2, shards: 1 }];
    if (sql.includes("system.macros")) {
      return [
        { macro: "replica", value: "a", servers: 1 },
        { macro: "replica", value: "b", servers: 1 },
        { macro: "shard", value: "01", servers: 2 },
      ];
    }
    if (sql.includes("FROM migration FINAL")) return applied.map((name) => ({ name, digest: "" }));
    return [];
  };

const at = (url: string) => ({ url, user: "writer", password: "", database: "assay", process: "test" });
const isChange = ({ sql }: Sent) => !/^SELECT\b/.test(sql.trim()) && !sql.startsWith("INSERT INTO migration");

/** As the engine's parser has it; throws where it is no statement. */
async function parsed(store: Store, sql: string): Promise<string> {
  const asked = { name: "test", sql: `SELECT formatQuerySingleLine(${quote(sql)}) AS plain` };
  const [row] = await store.query<object, { plain: string }>(asked, {});
  return row?.plain.replaceAll("`", "") ?? "";
}

/** Back to what one server is sent. */
const alone = (plain: string): string =>
  plain
    .replace(/ ON CLUSTER (?:'assay'|assay)/, "")
    .replace(/Replicated(\w*MergeTree)\('[^']+', '\{replica\}'(?:, (\w+))?\)/, (_, kind, version) =>
      version ? `${kind}(${version})` : kind,
    )
    .replace(
      /\breplicated_deduplication_window = (\d+), replicated_deduplication_window_seconds = \d+/,
      "non_replicated_deduplication_window = $1",
    )
    .replace("DEFINER = writer", "DEFINER = CURRENT_USER")
    .replace(/ SETTINGS alter_sync = 2$/, "")
    .replace(/^(DROP TABLE .*) SYNC$/, "$1");

t.test("a new cluster gets the same tables and views as one server, on all its servers", async (t) => {
  const { store } = await startTestStore(t);
  const server = await startClusterServer(t, soundCluster([]));
  await migrateAt({ ...at(server.url), cluster: "assay" }, null);
  const sent = server.all.filter(isChange).map(({ sql }) => sql);
  const views = await readViews();
  t.equal(
    sent.length,
    3 + Object.keys(TABLES).length + views.length,
    "databases, the list of migrations, tables, views",
  );
  const plain = await Promise.all(sent.map((sql) => parsed(store, sql)));
  for (const { sql } of server.all)
    if (/^SELECT\b/.test(sql.trim())) await t.resolves(parsed(store, sql.replace(/ \nFORMAT \w+$/, "")));
  for (const sql of plain) t.match(sql, / ON CLUSTER (?:'assay'|assay)(?: |$)/, sql.slice(0, 60));
  const tables = plain.filter((sql) => sql.startsWith("CREATE TABLE"));
  const paths = tables.map((sql) => /ENGINE = Replicated\w*MergeTree\('([^']+)', '\{replica\}'/.exec(sql)?.[1]);
  t.same(
    paths.sort(),
    ["migration", ...Object.keys(TABLES)].map((name) => `/clickhouse/tables/{shard}/assay/${name}`).sort(),
    "each in a place of its own that stays",
  );
  const one = await Promise.all(
    [
      ...Object.values<Dataset>(TABLES).map(createTableSql),
      ...views.map(({ sql }) => sql.trim().replace(/;$/, "")),
    ].map((sql) => parsed(store, sql)),
  );
  t.same(plain.slice(3).map(alone).sort(), one.sort(), "and nothing else about them differs");
  t.ok(
    server.all
      .filter(({ sql }) => sql.startsWith("INSERT INTO migration"))
      .every(({ settings }) => settings.get("insert_quorum") === "auto"),
  );
});

t.test("every step of every migration is sent to all servers, and parses", async (t) => {
  const { store } = await startTestStore(t);
  const server = await startClusterServer(t, soundCluster([BASE]));
  await migrateAt({ ...at(server.url), cluster: "assay" }, null);
  const steps = MIGRATIONS.flatMap((file) => splitText(readText(file)));
  const kinds = steps.map((sql) => /^(?:\s*--[^\n]*\n)*\s*(\w+ \w+(?: \w+ TABLE)?)/.exec(sql)?.[1] ?? "");
  t.ok(kinds.includes("ALTER TABLE") && kinds.includes("CREATE OR REPLACE TABLE") && kinds.includes("DROP TABLE"));
  const expected = steps.flatMap((sql) => onCluster(sql, CLUSTER));
  const sent = server.all.filter(isChange).map(({ sql }) => sql.trim());
  for (const sql of expected) t.ok(sent.includes(sql), sql.slice(0, 80));
  const plain = await Promise.all(expected.map((sql) => parsed(store, sql)));
  for (const sql of plain) if (!sql.startsWith("INSERT INTO")) t.match(sql, / ON CLUSTER /, sql.slice(0, 60));
  for (const [index, sql] of steps.entries()) {
    if (/^CREATE OR REPLACE TABLE/.test(kinds[index] ?? "")) continue;
    const [mine] = onCluster(sql, CLUSTER);
    t.equal(alone(await parsed(store, mine ?? "")), await parsed(store, sql), sql.slice(0, 60));
  }
  const copies = plain.filter((sql) => /^(DROP|CREATE|INSERT INTO|EXCHANGE).*copy_of_coin_rank/.test(sql));
  t.same(
    copies.map((sql) => sql.split(" ")[0]),
    ["DROP", "CREATE", "INSERT", "EXCHANGE", "DROP"],
    "a table that is replaced is copied by one server",
  );
  t.match(copies[1], /\/clickhouse\/tables\/\{shard\}\/assay\/coin_rank\.\{uuid\}/);
});

t.test("the analysts' user of the cluster is on all servers", async (t) => {
  const { store } = await startTestStore(t);
  for (const sql of splitText(readText("scripts/deploy/analyst.sql"))) {
    const [mine = "", ...more] = onCluster(sql, CLUSTER);
    t.same(more, []);
    const plain = await parsed(store, mine);
    t.match(plain, / ON CLUSTER /);
    t.equal(alone(plain), await parsed(store, sql));
  }
});

t.test("what a cluster has no form for is refused, and so is a cluster whose servers are no copies", async (t) => {
  for (const sql of [
    "RENAME TABLE a TO b",
    "TRUNCATE TABLE a",
    "CREATE TABLE a (x Int8) ENGINE = Log",
    "SYSTEM STOP MERGES",
  ]) {
    t.throws(() => onCluster(sql, CLUSTER), /has no form for/);
  }
  t.throws(() => onCluster("CREATE TABLE IF NOT EXISTS a (x Int8)\nENGINE = Log", CLUSTER), /without an engine/);
  const cases: readonly (readonly [RegExp, readonly object[], RegExp])[] = [
    [/uniqExact/, [{ servers: 0, shards: 0 }], /no cluster is called assay/],
    [/uniqExact/, [{ servers: 4, shards: 2 }], /has 2 shards/],
    [/system.macros/, [], /macro \{shard\} must be on each of the 2 servers/],
    [
      /system.macros/,
      [
        { macro: "shard", value: "1", servers: 2 },
        { macro: "replica", value: "a", servers: 2 },
      ],
      /\{replica\} must say another/,
    ],
    [/startsWith\(engine/, [{ name: "coin" }], /coin is one server's own: back up, and restore/],
    [
      /zookeeper_path/,
      [{ name: "coin", paths: ["/a", "/b"] }],
      /coin is two tables on the servers of assay: \/a and \/b/,
    ],
  ];
  for (const [asked, rows, said] of cases) {
    const server = await startClusterServer(t, soundCluster([], [asked, rows]));
    await t.rejects(migrateAt({ ...at(server.url), cluster: "assay" }, null), said);
    t.notOk(
      server.all.some(({ sql }) => sql.startsWith("CREATE TABLE")),
      "and nothing was made",
    );
  }
  const server = await startClusterServer(t, soundCluster([], [/startsWith\(engine/, [{ name: "coin" }]]));
  await t.rejects(migrateAt(at(server.url), null), /coin is of a cluster: set CLICKHOUSE_CLUSTER/);
});

t.test("a server that comes later gets what the others have, from where they have it", async (t) => {
  const there = Object.keys(TABLES).filter((name) => name !== "coin");
  const server = await startClusterServer(
    t,
    soundCluster(
      [BASE, ...MIGRATIONS.map((file) => file.replace(/^.*\/|\.sql$/g, ""))],
      [/zookeeper_path/, [{ name: "coin", paths: ["/clickhouse/tables/01/assay/coin.7"] }]],
      [/system\.tables\) WHERE database = 'assay'/, there.map((name) => ({ name }))],
    ),
  );
  // Digests of this list are empty, as of steps that were edited since.
  await t.rejects(migrateAt({ ...at(server.url), cluster: "assay" }, null), /was edited/);
  const [sql = ""] = onCluster(createTableSql(TABLES.coin), {
    ...CLUSTER,
    paths: new Map([["coin", "/clickhouse/tables/01/assay/coin.7"]]),
  });
  t.match(sql, /ENGINE = ReplicatedReplacingMergeTree\('\/clickhouse\/tables\/01\/assay\/coin\.7', '\{replica\}'/);
});

t.test("an acknowledged row is on most servers, and nobody reads before it", async (t) => {
  let busy = 2;
  const server = await startClusterServer(t, ({ sql }) => (sql.startsWith("INSERT") && busy-- > 0 ? 286 : []));
  const store = openStore({ ...at(server.url), cluster: "assay" });
  const one = openStore(at(server.url));
  t.teardown(() => Promise.all([store.close(), one.close()]));
  await store.insert("coin", [{ id: "a" }], "key");
  const inserts = server.all.filter(({ sql }) => sql.startsWith("INSERT"));
  t.equal(inserts.length, 3, "sent again while another block was on its way");
  t.equal(new Set(inserts.map(({ settings }) => settings.get("insert_deduplication_token"))).size, 1);
  for (const { settings } of inserts) {
    t.match(Object.fromEntries(settings), { insert_quorum: "auto", insert_quorum_parallel: "0" });
  }
  await store.query({ name: "test", sql: "SELECT 1" }, {});
  t.equal(server.all.at(-1)?.settings.get("select_sequential_consistency"), "1");
  await one.query({ name: "test", sql: "SELECT 1" }, {});
  t.equal(server.all.at(-1)?.settings.has("select_sequential_consistency"), false, "a server alone is asked as before");
});

t.test("what servers could not do together now is no refusal: whoever sent it sends it again", async (t) => {
  const { store: engine } = await startTestStore(t);
  for (const code of [242, 285, 289, 319, 999]) {
    const server = await startClusterServer(t, () => code);
    const store = openStore({ ...at(server.url), cluster: "assay" });
    t.teardown(() => store.close());
    const error = await store.insert("coin", [{ id: "a" }], "key").then(
      () => null,
      (thrown: unknown) => thrown,
    );
    t.ok(isStoreAway(error) && !isRefusal(error), `${code}`);
  }
  const names = await engine.query<object, { name: string }>(
    { name: "test", sql: "SELECT errorCodeToName(toInt32(arrayJoin([242, 285, 286, 289, 319, 999]))) AS name" },
    {},
  );
  t.same(
    names.map(({ name }) => name),
    [
      ...["TABLE_IS_READ_ONLY", "TOO_FEW_LIVE_REPLICAS", "UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE"],
      ...["REPLICA_IS_NOT_IN_QUORUM", "UNKNOWN_STATUS_OF_INSERT", "KEEPER_EXCEPTION"],
    ],
    "as the engine calls them",
  );
  t.notOk(isQuorumAway({ code: "60" }));
});

t.test(
  "blocks of one table go one after another, those of others beside them, and one that fails holds up none",
  async (t) => {
    const waits: number[] = [];
    const inTurn = openTurns(async (ms) => waits.push(ms));
    const said: string[] = [];
    const work = (name: string, error?: object) => async () => {
      said.push(`${name} begins`);
      await new Promise((wake) => setImmediate(wake));
      said.push(`${name} ends`);
      if (error) throw error;
    };
    const [a, b, c] = [inTurn("x", work("a", new Error("a"))), inTurn("x", work("b")), inTurn("y", work("c"))];
    await t.rejects(a, /^a$/);
    await Promise.all([b, c]);
    t.ok(said.indexOf("b begins") > said.indexOf("a ends"));
    t.ok(said.indexOf("c begins") < said.indexOf("a ends"));
    await t.rejects(
      inTurn("x", async () => Promise.reject(Object.assign(new Error("busy"), { code: "286" }))),
      /busy/,
    );
    t.ok(waits.length > 10 && waits.every((ms) => ms <= 250), "with an end");
  },
);

t.test("the engine knows every setting that is asked for, and the setting is of servers of one's own", async (t) => {
  const { store } = await startTestStore(t);
  const names = [...Object.keys(QUORUM_COMMAND), "alter_sync"];
  const own = ["replicated_deduplication_window", "replicated_deduplication_window_seconds"];
  const known = await store.query<object, { name: string }>(
    {
      name: "test",
      sql: `SELECT name FROM system.settings WHERE name IN (${names.map(quote)})
UNION ALL SELECT name FROM system.merge_tree_settings WHERE name IN (${own.map(quote)})`,
    },
    {},
  );
  t.same(known.map(({ name }) => name).sort(), [...names, ...own].sort());
  t.same(await store.query(replicaBehind, { max: 60 }), [], "what the doctor asks, too");
  t.match(readSettings({ CLICKHOUSE_CLUSTER: "assay" }).faults, [{ name: "CLICKHOUSE_CLUSTER" }]);
  t.same(readSettings({ CLICKHOUSE_CLUSTER: "assay", CLICKHOUSE_URL: "http://a:8123" }).faults, []);
  t.match(readSettings({ CLICKHOUSE_CLUSTER: "a'b", CLICKHOUSE_URL: "http://a:8123" }).faults, [
    { name: "CLICKHOUSE_CLUSTER" },
  ]);
});
