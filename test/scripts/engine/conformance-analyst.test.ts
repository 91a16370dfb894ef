// What a read-only account may and may not do, on the embedded engine and on a server.
import t from "tap";
import { openTarget } from "../../support/conformance.ts";

const target = await openTarget(t);
const { send, read } = target;
/** In the database of the analysts, which is where they read. */
const table = async (name: string, columns: string): Promise<void> => {
  await target.client.command({ query: "CREATE DATABASE IF NOT EXISTS analyst ENGINE = Atomic" });
  await target.client.command({
    query: `CREATE TABLE analyst.${name} (${columns}) ENGINE = MergeTree ORDER BY tuple()`,
  });
  t.teardown(() => target.client.command({ query: `DROP TABLE analyst.${name} SYNC` }));
};
const asAnalyst = ({ user, password }: { user: string; password: string }) => {
  const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password };
  return (body: string, search: Record<string, string> = {}): Promise<Response> =>
    send({ database: "analyst", ...search }, { headers, body });
};

t.test("analysts read and nothing else", async (t) => {
  const { analyst } = target;
  if (analyst === undefined) return t.pass("no read-only account given");
  await table("public", "a UInt8");
  await read("INSERT INTO analyst.public VALUES (1), (2)");
  const ask = asAnalyst(analyst);
  for (const sql of [
    "SELECT count() FROM public",
    "SHOW TABLES",
    "DESCRIBE public",
    "EXISTS public",
    "EXPLAIN SELECT 1",
    "WITH 1 AS x SELECT x",
    "-- hi\n(SELECT 1)",
  ]) {
    t.equal((await ask(sql)).status, 200, sql);
  }
  for (const sql of [
    "INSERT INTO public VALUES (3)",
    "CREATE TABLE p2 (a Int8) ENGINE = Memory",
    "DROP TABLE public",
    "ALTER TABLE public DELETE WHERE 1",
    "TRUNCATE TABLE public",
    "SET max_threads = 1",
    "SELECT 1 SETTINGS max_threads = 1",
    "SELECT 1 SETTINGS max_execution_time = 0",
    "CREATE TEMPORARY TABLE p3 (a Int8)",
    "KILL QUERY WHERE 1",
    "SYSTEM STOP MERGES",
    "OPTIMIZE TABLE public",
    "RENAME TABLE public TO p4",
    "SELECT * FROM url('http://127.0.0.1:1/', CSV, 'a String')",
    "SELECT * FROM file('/etc/hostname', LineAsString)",
  ]) {
    const answer = await ask(sql);
    t.equal(answer.headers.get("x-clickhouse-exception-code"), "164", sql);
    t.match(await answer.text(), /READONLY/);
  }
  for (const search of [{ max_threads: "1" }, { readonly: "0" }, { max_memory_usage: "0" }]) {
    t.equal((await ask("SELECT 1", search)).headers.get("x-clickhouse-exception-code"), "164", JSON.stringify(search));
  }
  t.equal(await read("SELECT count() FROM analyst.public"), "2");
});

t.test("analysts of the engine reach no file and have their limits", async (t) => {
  const { analyst } = target;
  if (analyst === undefined || target.engine === undefined) return t.pass("the engine's own guard");
  await target.client.command({ query: "CREATE DATABASE IF NOT EXISTS analyst ENGINE = Atomic" });
  const ask = asAnalyst(analyst);
  for (const sql of [
    "SELECT file('/etc/passwd')",
    "SELECT `file`('/etc/passwd')",
    "SELECT FILE/**/('/etc/passwd')",
    "DESCRIBE file('/etc/passwd')",
    "SELECT `\\x66ile`('/etc/passwd')",
    "SELECT \u201cfile\u201d('/etc/passwd')",
    "SELECT * APPLY(file) FROM (SELECT '/etc/passwd' AS x)",
    "SELECT arrayMap(x -> file(x), ['/etc/passwd'])",
    "EXPLAIN SELECT file('/etc/passwd')",
    "SELECT 1 INTO OUTFILE '/tmp/assay-outfile'",
    "SELECT * FROM remote('127.0.0.1', system.one)",
    "USE system",
  ]) {
    const answer = await ask(sql);
    t.ok(["164", "358"].includes(answer.headers.get("x-clickhouse-exception-code") ?? ""), sql);
  }
  t.equal(
    (await ask("SELECT getSetting('max_execution_time')", { max_execution_time: "5" })).status,
    200,
    "lowering is allowed",
  );
  t.equal((await ask("SELECT 1", { max_execution_time: "3600" })).headers.get("x-clickhouse-exception-code"), "164");
  t.equal(
    (await ask("SELECT 1", { output_format_json_quote_64bit_integers: "0", date_time_output_format: "iso" })).status,
    200,
  );
  const many = await ask("SELECT number FROM numbers(1000001)", { wait_end_of_query: "1" });
  t.equal(many.headers.get("x-clickhouse-exception-code"), "396");
});
