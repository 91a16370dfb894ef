// The same @clickhouse/client cases hold on the embedded engine and on a server (CLICKHOUSE_CONFORMANCE_URL).
import { Readable } from "node:stream";
import { ClickHouseError } from "@clickhouse/client";
import t from "tap";
import { openTarget } from "../../support/conformance.ts";

const target = await openTarget(t);
const { client } = target;
const table = async (name: string, columns: string, engine = "MergeTree ORDER BY tuple()"): Promise<void> => {
  await client.command({ query: `CREATE TABLE ${name} (${columns}) ENGINE = ${engine}` });
};
const failure = async (
  work: Promise<unknown>,
): Promise<{ code: string; type: string | undefined; message: string }> => {
  const error = await work.then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  if (!(error instanceof ClickHouseError)) throw new Error(`not a ClickHouseError: ${String(error)}`);
  return { code: error.code, type: error.type, message: error.message };
};

t.test("ping answers with and without a statement", async (t) => {
  t.equal((await client.ping()).success, true);
  t.equal((await client.ping({ select: true })).success, true);
});

t.test("a wrong password is refused as AUTHENTICATION_FAILED", async (t) => {
  const other = target.open({ password: "wrong" });
  t.match(await failure(other.query({ query: "SELECT 1" })), { code: "516", type: "AUTHENTICATION_FAILED" });
});

for (const format of ["JSON", "JSONCompact", "JSONEachRow", "JSONCompactEachRow", "JSONObjectEachRow"] as const) {
  t.test(`${format} parses with the same values`, async (t) => {
    const query = "SELECT 'é\\t\"' AS s, toUInt8(7) AS n, [1.5, 2] AS a, NULL AS z";
    const result = await client.query({ query, format });
    const body = (await result.json()) as unknown;
    const text = JSON.stringify(body);
    t.match(text, '"é\\t\\""');
    t.match(text, "[1.5,2]");
    t.match(text, "null");
  });
}

t.test("parameters of every kind arrive as given", async (t) => {
  const text = "O'Neil \\ \t tab\nline \u{1F680} {x:Int8} -- ; /*";
  const query =
    "SELECT {s:String} AS s, {n:UInt64} AS n, {f:Float64} AS f, {a:Array(String)} AS a, {d:DateTime('UTC')} AS d, " +
    "{b:Bool} AS b, {z:Nullable(String)} AS z, {t:Identifier} AS i FROM system.one";
  const query_params = {
    s: text,
    n: "18446744073709551615",
    f: 0.1,
    a: ["'", text],
    d: new Date(0),
    b: true,
    z: null,
    t: "dummy",
  };
  const rows = await (await client.query({ query, query_params, format: "JSONEachRow" })).json<
    Record<string, unknown>
  >();
  t.match(rows[0], { s: text, f: 0.1, a: ["'", text], d: "1970-01-01 00:00:00", b: true, z: null, i: 0 });
});

t.test("parameters too long for a URL arrive in a form", async (t) => {
  const values = Array.from({ length: 2000 }, (_, i) => `v${i}'`);
  const query = "SELECT length({v:Array(String)}) AS n, {v:Array(String)}[1999] AS last";
  const options = { query_params: { v: values }, use_multipart_params: true, format: "JSONEachRow" } as const;
  const rows = await (await client.query({ query, ...options })).json<{ n: string; last: string }>();
  t.match(rows[0], { last: "v1998'" });
  t.equal(Number(rows[0]?.n), 2000);
});

t.test("50 concurrent parameter statements are never mixed up", async (t) => {
  const ask = async (i: number): Promise<number> => {
    const query = "SELECT {x:UInt32} AS x, sleepEachRow(0.001) FROM numbers(3) LIMIT 1";
    const rows = await (await client.query({ query, query_params: { x: i }, format: "JSONEachRow" })).json<{
      x: number;
    }>();
    return rows[0]?.x ?? -1;
  };
  const asked = Array.from({ length: 50 }, (_, i) => i);
  t.same(await Promise.all(asked.map(ask)), asked);
});

t.test("UInt64 is quoted or not as asked, and the asking does not stay", async (t) => {
  const read = async (quote?: 0 | 1): Promise<string> => {
    const settings = quote === undefined ? {} : { output_format_json_quote_64bit_integers: quote };
    const query = "SELECT toUInt64(18446744073709551615) AS n";
    return (await client.query({ query, format: "JSONEachRow", clickhouse_settings: settings })).text();
  };
  const before = await read();
  t.equal((await read(1)).trim(), '{"n":"18446744073709551615"}');
  t.equal((await read(0)).trim(), '{"n":18446744073709551615}');
  t.equal(await read(), before);
  if (target.engine !== undefined) t.match(before, '"18446744073709551615"');
});

t.test("an insert reports the rows written", async (t) => {
  await table("written", "a UInt64, s String");
  const values = Array.from({ length: 1234 }, (_, a) => ({ a, s: `row ${a}` }));
  const { summary } = await client.insert({ table: "written", values, format: "JSONEachRow" });
  t.equal(summary?.written_rows, "1234");
  t.equal(await target.read("SELECT count(), sum(a) FROM written"), `1234\t${(1233 * 1234) / 2}`);
});

t.test("a deduplication token holds for its insert only: later inserts without one are all kept", async (t) => {
  await table("token", "a UInt32", "MergeTree ORDER BY a SETTINGS non_replicated_deduplication_window = 100");
  const insert = (a: number, token?: string): Promise<unknown> => {
    const settings = token === undefined ? {} : { insert_deduplication_token: token };
    const options = { values: [{ a }], format: "JSONEachRow", clickhouse_settings: settings } as const;
    return client.insert({ table: "token", ...options });
  };
  await insert(1, "A");
  await insert(2);
  await insert(3);
  await insert(4, "A");
  await insert(5, "B");
  t.equal(await target.read("SELECT groupArray(a) FROM (SELECT a FROM token ORDER BY a)"), "[1,2,3,5]");
});

for (const [name, value, sql] of [
  ["max_execution_time", "77", "SELECT getSetting('max_execution_time')"],
  ["max_block_size", "1234", "SELECT getSetting('max_block_size')"],
  ["session_timezone", "Asia/Tokyo", "SELECT timezone()"],
  ["max_result_rows", "5", "SELECT getSetting('max_result_rows')"],
  ["log_comment", "mine", "SELECT getSetting('log_comment')"],
] as const) {
  t.test(`the setting ${name} holds for its request and leaks to none after`, async (t) => {
    const before = await target.read(sql);
    t.equal(await target.read(sql, { [name]: value }), value);
    for (let i = 0; i < 6; i++) t.equal(await target.read(sql), before);
  });
}

t.test("SET, USE and temporary tables of one request are unknown to the next", async (t) => {
  await target.read("SET max_block_size = 4321");
  await target.read("USE system");
  await target.read("CREATE TEMPORARY TABLE passing (a Int8)");
  t.not(await target.read("SELECT getSetting('max_block_size')"), "4321");
  t.equal(await target.read("SELECT currentDatabase()"), target.database);
  t.match(await target.read("SELECT * FROM passing"), "UNKNOWN_TABLE");
});

t.test("a session keeps its temporary tables and settings to itself, one request at a time", async (t) => {
  const session_id = `s-${process.pid}`;
  await client.command({ query: "CREATE TEMPORARY TABLE kept (a Int8)", session_id });
  await client.command({ query: "SET max_block_size = 4321", session_id });
  await client.insert({ table: "kept", values: [{ a: 5 }], format: "JSONEachRow", session_id });
  const query = "SELECT a, getSetting('max_block_size') AS b FROM kept";
  const rows = await (await client.query({ query, session_id, format: "JSONEachRow" })).json<{ a: number }>();
  t.match(rows, [{ a: 5 }]);
  t.match(await failure(client.query({ query })), { code: "60" });
  const settings = { max_block_size: "99" };
  const now = "SELECT toString(getSetting('max_block_size')) AS b";
  const one = await client.query({ query: now, session_id, clickhouse_settings: settings, format: "JSONEachRow" });
  t.same(await one.json(), [{ b: "99" }], "a setting of the request applies");
  const two = await client.query({ query: now, session_id, format: "JSONEachRow" });
  t.same(await two.json(), [{ b: "4321" }], "and leaves the session as it was");
  for (let turn = 0; turn < 100; turn++) {
    const query = turn % 2 === 0 ? now : "SELECT toString(max(number)) AS b FROM numbers(200000)";
    const answer = await client.query({ query, session_id, clickhouse_settings: settings, format: "JSONEachRow" });
    t.match(await answer.json(), [{ b: String }], `who has read an answer may ask again at once, turn ${turn}`);
  }
  const slow = client.query({ query: "SELECT sleep(1)", session_id }).then((result) => result.text());
  await new Promise((wake) => setTimeout(wake, 300));
  t.match(await failure(client.query({ query: "SELECT 1", session_id })), { code: "373", type: "SESSION_IS_LOCKED" });
  await slow;
});

for (const [what, query, code, type] of [
  ["a syntax error", "selec 1", "62", "SYNTAX_ERROR"],
  ["an unknown table", "SELECT * FROM nowhere", "60", "UNKNOWN_TABLE"],
  ["an unknown column", "SELECT nowhere", "47", "UNKNOWN_IDENTIFIER"],
  ["an unknown function", "SELECT nowhere(1)", "46", "UNKNOWN_FUNCTION"],
  ["an unknown database", "SELECT * FROM nowhere.t", "81", "UNKNOWN_DATABASE"],
  ["a missing parameter", "SELECT {x:String}", "456", "UNKNOWN_QUERY_PARAMETER"],
  ["two statements", "SELECT 1; SELECT 2", "62", "SYNTAX_ERROR"],
  ["an exception while running", "SELECT throwIf(1, 'boom')", "395", "FUNCTION_THROW_IF_VALUE_IS_NON_ZERO"],
] as const) {
  t.test(`${what} is a typed error ${code}`, async (t) => {
    t.match(await failure(client.query({ query })), { code, type });
  });
}

t.test("an unknown setting is a typed error 115", async (t) => {
  const settings = { no_such_setting: "1" } as Record<string, string>;
  t.match(await failure(client.query({ query: "SELECT 1", clickhouse_settings: settings })), { code: "115" });
});

t.test("max_execution_time, max_memory_usage and max_result_rows end a statement with their own codes", async (t) => {
  const run = (query: string, clickhouse_settings: Record<string, string>): Promise<{ code: string }> =>
    failure(client.query({ query, clickhouse_settings }).then((result) => result.text()));
  const endless = "SELECT count() FROM system.numbers WHERE NOT ignore(sipHash64(number))";
  t.match(await run(endless, { max_execution_time: "1" }), { code: "159" });
  const large = "SELECT length(groupArray(toString(number))) FROM numbers(5000000)";
  t.match(await run(large, { max_memory_usage: "20000000" }), { code: "241" });
  t.match(await run("SELECT number FROM numbers(10)", { max_result_rows: "3", result_overflow_mode: "throw" }), {
    code: "396",
  });
});

t.test("an exception in mid-stream reaches the reader typed, after the rows before it", async (t) => {
  const query = "SELECT number, throwIf(number = 400000, 'boom') FROM system.numbers";
  for (const compression of [false, true]) {
    const other = target.open({ database: target.database, compression: { response: compression } });
    const result = await other.query({ query, format: "JSONEachRow", clickhouse_settings: { max_threads: 1 } });
    let rows = 0;
    const read = async (): Promise<void> => {
      for await (const batch of result.stream()) rows += batch.length;
    };
    t.match(await failure(read()), { code: "395", message: /boom/ });
    t.ok(rows > 100_000, `${rows} rows came before it`);
  }
});

t.test("an exception in mid-stream cuts a text answer instead of ending it", async (t) => {
  const query = "SELECT number, throwIf(number = 400000, 'boom') FROM system.numbers";
  const result = await client.query({ query, format: "CSV" });
  await t.rejects(result.text());
});

t.test("wait_end_of_query gives a result of any size whole, within the bound that the request sets", async (t) => {
  for (const count of [0, 10, 50_000]) {
    // The last is six times what the engine holds in memory.
    const query = `SELECT number, repeat('x', 500) AS text FROM numbers(${count})`;
    const settings = { wait_end_of_query: 1 } as const;
    const answer = await client.query({ query, format: "JSONEachRow", clickhouse_settings: settings });
    const rows = await answer.json<{ number: string }>();
    t.equal(rows.length, count);
    t.equal(rows.at(-1)?.number, count === 0 ? undefined : String(count - 1));
    const bounded = { ...settings, max_result_bytes: "1000" };
    const asked = client.query({ query, format: "JSONEachRow", clickhouse_settings: bounded });
    if (count === 50_000) t.match(await failure(asked), { code: "396" });
    else t.equal((await (await asked).json<unknown>()).length, count);
  }
});

t.test("wait_end_of_query turns an exception in mid-stream into a status", async (t) => {
  const query = "SELECT number, throwIf(number = 400000, 'boom') FROM system.numbers";
  t.match(await failure(client.query({ query, clickhouse_settings: { wait_end_of_query: 1 } })), { code: "395" });
});

t.test("a stream of rows inserts completely, with and without compression", async (t) => {
  await table("streamed", "a UInt64, s String");
  for (const request of [false, true]) {
    const other = target.open({ database: target.database, compression: { request } });
    const rows = (function* () {
      for (let a = 0; a < 30_000; a++) yield { a, s: `row ${a}` };
    })();
    await other.insert({ table: "streamed", values: Readable.from(rows), format: "JSONEachRow" });
  }
  t.equal(await target.read("SELECT count(), sum(a) FROM streamed"), `60000\t${30_000 * 29_999}`);
});

t.test("one bad row refuses its whole batch", async (t) => {
  await table("refused", "a UInt8, CONSTRAINT low CHECK a < 100");
  const insert = (values: unknown[]): Promise<unknown> =>
    client.insert({ table: "refused", values, format: "JSONEachRow" });
  t.match(await failure(insert([{ a: 1 }, { a: 100 }])), { code: "469" });
  t.match(await failure(insert([{ a: 1 }, { a: "x" }])), { code: /^(6|27|72)$/ });
  t.equal(await target.read("SELECT count() FROM refused"), "0");
});

t.test("SHOW, EXISTS, DESCRIBE, EXPLAIN and system tables answer as rows", async (t) => {
  await table("seen", "a UInt64 COMMENT 'the a'");
  const read = async (query: string): Promise<unknown> => (await client.query({ query, format: "JSONEachRow" })).json();
  t.same(await read("SHOW TABLES LIKE 'seen'"), [{ name: "seen" }]);
  t.same(await read("EXISTS TABLE seen"), [{ result: 1 }]);
  t.match(await read("DESCRIBE TABLE seen"), [{ name: "a", type: "UInt64", comment: "the a" }]);
  t.match(await read("EXPLAIN SELECT 1"), [{ explain: String }]);
  t.match(await read("SHOW CREATE TABLE seen"), [{ statement: /CREATE TABLE/ }]);
  t.match(await read("SELECT name FROM system.tables WHERE database = currentDatabase() AND name = 'seen'"), [
    { name: "seen" },
  ]);
  t.match(await read("WITH 2 AS two SELECT two * 2 AS four"), [{ four: 4 }]);
  t.same(await read("(SELECT 1 AS x) UNION ALL (SELECT 1 AS x)"), [{ x: 1 }, { x: 1 }]);
});

t.test("DDL, ALTER, OPTIMIZE, INSERT SELECT and light deletes run", async (t) => {
  await table("changed", "a UInt64", "ReplacingMergeTree ORDER BY a");
  const { summary } = await client.command({ query: "INSERT INTO changed SELECT number FROM numbers(100)" });
  t.equal(summary?.written_rows, "100");
  await client.command({ query: "ALTER TABLE changed ADD COLUMN b String DEFAULT 'x'" });
  await client.command({ query: "INSERT INTO changed (a, b) VALUES (1, 'y;'), (200, '--')" });
  await client.command({ query: "OPTIMIZE TABLE changed FINAL" });
  await client.command({ query: "DELETE FROM changed WHERE a = 200" });
  t.equal(await target.read("SELECT count(), anyIf(b, a = 1) FROM changed"), "100\ty;");
  await client.command({ query: "TRUNCATE TABLE changed" });
  await client.command({ query: "DROP TABLE changed" });
  t.equal(await target.read("EXISTS TABLE changed"), "0");
});
