// The same raw HTTP cases hold on the embedded engine and on a server: what curl, Grafana and other languages' clients do.
import { randomBytes } from "node:crypto";
import { request as httpRequest } from "node:http";
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";
import t from "tap";
import { openTarget } from "../../support/conformance.ts";

const target = await openTarget(t);
const { url, user, password, send, read } = target;
const table = async (name: string, columns: string): Promise<void> => {
  await target.client.command({ query: `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY tuple()` });
};
const basic = (name: string, key: string): string => `Basic ${Buffer.from(`${name}:${key}`).toString("base64")}`;

t.test("/ping, /replicas_status and / answer Ok. without credentials", async (t) => {
  for (const path of ["/ping", "/replicas_status", "/"]) {
    const answer = await fetch(url + path);
    t.equal(answer.status, 200);
    t.equal(await answer.text(), "Ok.\n");
  }
  t.equal((await fetch(`${url}/nowhere`)).status, 404);
});

t.test("credentials are taken from headers, HTTP Basic and the URL; wrong ones are 403 with code 516", async (t) => {
  const ways: [string, RequestInit][] = [
    ["", { headers: { "X-ClickHouse-User": user, "X-ClickHouse-Key": password } }],
    ["", { headers: { Authorization: basic(user, password) } }],
    [`&${new URLSearchParams({ user, password })}`, {}],
  ];
  for (const [search, init] of ways) {
    const answer = await fetch(`${url}/?query=SELECT+1${search}`, init);
    t.equal(await answer.text(), "1\n");
  }
  const wrong: [string, RequestInit][] = [
    ["", { headers: { "X-ClickHouse-User": user, "X-ClickHouse-Key": "wrong" } }],
    ["", { headers: { Authorization: basic(user, "wrong") } }],
    [
      "",
      { headers: { Authorization: basic(user, password), "X-ClickHouse-User": user, "X-ClickHouse-Key": password } },
    ],
    ["&user=default&password=wrong", {}],
  ];
  for (const [search, init] of wrong) {
    const answer = await fetch(`${url}/?query=SELECT+1${search}`, init);
    t.equal(answer.status, 403);
    t.equal(answer.headers.get("x-clickhouse-exception-code"), "516");
    t.match(await answer.text(), /^Code: 516\. DB::Exception: .*\(AUTHENTICATION_FAILED\)/);
  }
});

t.test("the statement comes from the URL, from the body, or in two halves", async (t) => {
  t.equal(await (await send({ query: "SELECT 1 + 1" }, { method: "GET" })).text(), "2\n");
  t.equal(await (await send({ query: "SELECT 1 + 1" })).text(), "2\n");
  t.equal(await (await send({}, { body: "SELECT 1 + 1;\n-- done" })).text(), "2\n");
  t.equal(await (await send({ query: "SELECT 1 +" }, { body: "1" })).text(), "2\n");
});

t.test("every answer carries the headers clients and dashboards read", async (t) => {
  const answer = await send({ query: "SELECT 1 FORMAT JSON", query_id: "given-id", wait_end_of_query: "1" });
  t.equal(answer.headers.get("x-clickhouse-query-id"), "given-id");
  t.equal(answer.headers.get("x-clickhouse-format"), "JSON");
  t.match(answer.headers.get("content-type"), /^application\/json/);
  t.ok(answer.headers.get("x-clickhouse-timezone"));
  t.ok(answer.headers.get("x-clickhouse-server-display-name"));
  const summary = JSON.parse(answer.headers.get("x-clickhouse-summary") ?? "{}") as Record<string, string>;
  t.equal(summary.read_rows, "1");
});

t.test("Grafana's probes work: Basic credentials, default_format, text body", async (t) => {
  const headers = { Authorization: basic(user, password), "Content-Type": "text/plain" };
  const version = await fetch(`${url}/?default_format=JSON`, {
    method: "POST",
    headers,
    body: "SELECT version() AS v",
  });
  t.match(await version.json(), { meta: [{ name: "v", type: "String" }], rows: 1 });
  const sql =
    "SELECT toStartOfInterval(toDateTime(number * 60, 'UTC'), INTERVAL 5 minute) AS time, count() AS value FROM numbers(60) GROUP BY time ORDER BY time";
  const graph = await fetch(`${url}/?default_format=JSON&query=`, { method: "POST", headers, body: sql });
  t.match(await graph.json(), { rows: 12, meta: [{ type: "DateTime('UTC')" }, { type: "UInt64" }] });
  const schema = "SELECT name FROM system.databases ORDER BY name FORMAT JSONCompact";
  t.match(await (await fetch(`${url}/`, { method: "POST", headers, body: schema })).json(), { data: [[String]] });
});

for (const [status, code, sql] of [
  [400, "62", "SELEC 1"],
  [404, "60", "SELECT * FROM nowhere"],
  [404, "47", "SELECT nowhere"],
  [404, "46", "SELECT nowhere(1)"],
  [404, "81", "SELECT * FROM nowhere.nowhere"],
  [404, "115", "SELECT 1 SETTINGS nowhere = 1"],
  [404, "73", "SELECT 1 FORMAT Nowhere"],
  [500, "395", "SELECT throwIf(1)"],
] as const) {
  t.test(`${sql} is ${status} with code ${code}`, async (t) => {
    const answer = await send({}, { body: sql });
    t.equal(answer.status, status);
    t.equal(answer.headers.get("x-clickhouse-exception-code"), code);
    t.match(await answer.text(), new RegExp(`^Code: ${code}\\. DB::Exception: .*\\([A-Z_]+\\) \\(version `, "s"));
  });
}

t.test("GET may not write", async (t) => {
  const answer = await send({ query: "CREATE TABLE got (a Int8) ENGINE = Memory" }, { method: "GET" });
  t.equal(answer.headers.get("x-clickhouse-exception-code"), "164");
});

t.test("INTO OUTFILE and FROM INFILE do not reach the disk", async (t) => {
  await table("outfile", "a Int8");
  t.equal((await send({}, { body: "SELECT 1 INTO OUTFILE '/tmp/assay-outfile'" })).ok, false);
  t.equal((await send({}, { body: "INSERT INTO outfile FROM INFILE '/etc/hostname' FORMAT TSV" })).ok, false);
});

t.test("text parameters, their escapes and form parts are bound as a server binds them", async (t) => {
  t.equal(await read("SELECT {x:String}", { param_x: "a\\tb'c" }), "a\\tb\\'c");
  const form = new FormData();
  form.set("query", "SELECT {a:Array(String)}[2], {n:Int32}");
  form.set("param_a", "['x','é\\'']");
  form.set("param_n", "-7");
  t.equal(await (await send({}, { body: form })).text(), "é\\'\t-7\n");
});

const EXPECTED = "1\t00FF0A0D20\n10\t3B0A\n18446744073709551615\t\n";
for (const format of [
  "RowBinary",
  "RowBinaryWithNamesAndTypes",
  "Native",
  "Parquet",
  "ArrowStream",
  "TSV",
  "CSV",
  "CSVWithNames",
  "JSONEachRow",
  "JSONCompactEachRow",
  "TSVWithNames",
]) {
  t.test(`${format} goes out and comes back in byte for byte`, async (t) => {
    await table(`trip_${format}`, "a UInt64, s String");
    const out =
      "SELECT * FROM values('a UInt64, s String', (1, unhex('00FF0A0D20')), (10, unhex('3B0A')), (18446744073709551615, ''))";
    const bytes = Buffer.from(await (await send({}, { body: `${out} FORMAT ${format}` })).arrayBuffer());
    const into = await send({ query: `INSERT INTO trip_${format} FORMAT ${format}` }, { body: bytes });
    t.equal(into.status, 200, into.ok ? "accepted" : await into.text());
    const inline = Buffer.concat([Buffer.from(`INSERT INTO trip_${format} FORMAT ${format}\n`), bytes]);
    const again = await send({}, { body: inline });
    t.equal(again.status, 200, again.ok ? "accepted inline" : await again.text());
    const stored = `SELECT a, hex(s) FROM (SELECT DISTINCT * FROM trip_${format}) ORDER BY a FORMAT TSV`;
    t.equal(await (await send({}, { body: stored })).text(), EXPECTED);
    t.equal(await read(`SELECT count() FROM trip_${format}`), "6");
  });
}

t.test("white space and empty fields at the edges of TSV data survive", async (t) => {
  await table("edges", "n UInt8 DEFAULT 0, a String, b String");
  const answer = await send({ query: "INSERT INTO edges (a, b) FORMAT TSV" }, { body: "\t\n  x\ty  \n\t\n" });
  t.equal(answer.status, 200);
  t.equal(JSON.parse(answer.headers.get("x-clickhouse-summary") ?? "{}").written_rows, "3");
  t.equal(await read("SELECT groupArray((a, b)) FROM edges"), "[('',''),('  x','y  '),('','')]");
});

for (const [encoding, compress] of [
  ["gzip", gzipSync],
  ["deflate", deflateSync],
  ["br", brotliCompressSync],
] as const) {
  t.test(`${encoding} request bodies are taken, and answers are sent so when asked`, async (t) => {
    await table(`packed_${encoding}`, "a UInt32");
    const rows = Array.from({ length: 10_000 }, (_, a) => `${a}\n`).join("");
    const headers = { "Content-Encoding": encoding };
    const body = new Uint8Array(compress(Buffer.from(rows)));
    const answer = await send({ query: `INSERT INTO packed_${encoding} FORMAT TSV` }, { headers, body });
    t.equal(answer.status, 200, answer.ok ? "accepted" : await answer.text());
    t.equal(await read(`SELECT sum(a) FROM packed_${encoding}`), "49995000");
    const search = { enable_http_compression: "1" };
    const packed = await send(search, {
      headers: { "Accept-Encoding": encoding },
      body: "SELECT number FROM numbers(100000)",
    });
    t.equal(packed.headers.get("content-encoding"), encoding);
    t.equal((await packed.text()).length, 588_890);
    const plain = await send({}, { headers: { "Accept-Encoding": encoding }, body: "SELECT 1" });
    t.equal(plain.headers.get("content-encoding"), null);
  });
}

t.test("a cut compressed body inserts nothing", async (t) => {
  await table("torn", "a UInt32");
  const body = new Uint8Array(gzipSync(Buffer.from("1\n".repeat(10_000))).subarray(0, 20));
  const answer = await send(
    { query: "INSERT INTO torn FORMAT TSV" },
    { headers: { "Content-Encoding": "gzip" }, body },
  );
  t.equal(answer.ok, false);
  t.equal(await read("SELECT count() FROM torn"), "0");
});

t.test("a client that goes away in mid-body inserts nothing", async (t) => {
  await table("gone", "a UInt32");
  await new Promise<void>((resolve) => {
    const search = new URLSearchParams({ database: target.database, query: "INSERT INTO gone FORMAT TSV" });
    const headers = { "X-ClickHouse-User": user, "X-ClickHouse-Key": password, "Content-Length": 1_000_000 };
    const request = httpRequest(`${url}/?${search}`, { method: "POST", headers });
    request.on("error", () => resolve());
    request.write("1\n".repeat(1000), () => request.destroy());
  });
  if (target.engine !== undefined) t.equal(await read("SELECT count() FROM gone"), "0");
});

t.test("a large insert stream is taken whole, and its rows are counted", async (t) => {
  await table("large", "a UInt64, s String");
  const block = Buffer.from(
    Array.from({ length: 20_000 }, (_, a) => `${a}\tsome text that makes a row longer\n`).join(""),
  );
  const chunks = new ReadableStream<Uint8Array>({
    start(controller) {
      for (let i = 0; i < 25; i++) controller.enqueue(new Uint8Array(block));
      controller.close();
    },
  });
  const init = { body: chunks, duplex: "half" } as RequestInit;
  const answer = await send({ query: "INSERT INTO large FORMAT TSV" }, init);
  t.equal(answer.status, 200, answer.ok ? "accepted" : await answer.text());
  t.equal(JSON.parse(answer.headers.get("x-clickhouse-summary") ?? "{}").written_rows, "500000");
  t.equal(await read("SELECT count(), sum(a) FROM large"), `500000\t${25 * ((19_999 * 20_000) / 2)}`);
});

t.test("JSON answers with totals and extremes are one document", async (t) => {
  const sql =
    "SELECT number % 2 AS k, sum(number) AS v FROM numbers(10) GROUP BY k WITH TOTALS ORDER BY k FORMAT JSON SETTINGS extremes = 1";
  t.match(await (await send({}, { body: sql })).json(), {
    data: [{}, {}],
    totals: { k: 0 },
    extremes: { min: {}, max: {} },
    rows: 2,
  });
});

t.test("a statement whose client is gone is cancelled, and others are not held up", async (t) => {
  const gone = new AbortController();
  const running =
    "SELECT count() FROM system.processes WHERE query LIKE '%cancel_probe%' AND query NOT LIKE '%processes%'";
  const sql = "SELECT number FROM system.numbers WHERE NOT ignore('cancel_probe', sipHash64(number)) FORMAT RowBinary";
  const answer = await send({}, { body: sql, signal: gone.signal });
  const quiet = send(
    {},
    { body: "SELECT count() FROM system.numbers WHERE NOT ignore('cancel_probe')", signal: gone.signal },
  );
  await answer.body?.getReader().read();
  t.equal(await read(running), "2");
  const startedAt = performance.now();
  t.equal(await read("SELECT 1"), "1");
  t.ok(performance.now() - startedAt < 1500, "a cheap statement is answered meanwhile");
  gone.abort();
  await t.rejects(quiet);
  const cancelled = async (): Promise<boolean> =>
    (await read(running, { cancel_http_readonly_queries_on_client_close: "1" })) === "0";
  if (target.engine !== undefined) {
    for (let i = 0; i < 100 && !(await cancelled()); i++) await new Promise((wake) => setTimeout(wake, 50));
    t.ok(await cancelled());
  }
});

t.test("KILL QUERY by the client's own query id ends that statement", async (t) => {
  const query_id = `kill-${randomBytes(4).toString("hex")}`;
  const victim = send({ query_id }, { body: "SELECT count() FROM system.numbers WHERE NOT ignore(sipHash64(number))" });
  await new Promise((wake) => setTimeout(wake, 300));
  const twin = await send({ query_id }, { body: "SELECT 1" });
  t.equal(twin.headers.get("x-clickhouse-exception-code"), "216");
  await read(`KILL QUERY WHERE query_id = '${query_id}' ASYNC`);
  const answer = await victim;
  t.equal(answer.headers.get("x-clickhouse-exception-code"), "394");
});

t.test("a slow reader holds the statement back instead of filling memory", async (t) => {
  const memory = async (): Promise<number> => {
    const { readFileSync } = await import("node:fs");
    const status = readFileSync(`/proc/${target.engine?.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const before = target.engine === undefined ? 0 : await memory();
  const answer = await send(
    {},
    { body: "SELECT number, toString(number), repeat('x', 100) FROM numbers(5000000) FORMAT TSV" },
  );
  const reader = answer.body?.getReader();
  let bytes = 0;
  let peak = 0;
  for (let i = 0; ; i++) {
    const step = await reader?.read();
    if (step === undefined || step.done) break;
    bytes += step.value.length;
    if (i % 1000 === 0 && target.engine !== undefined) {
      if (i < 5000) await new Promise((wake) => setTimeout(wake, 100));
      peak = Math.max(peak, await memory());
    }
  }
  t.ok(bytes > 550_000_000, `${bytes} bytes`);
  if (target.engine !== undefined) t.ok(peak - before < 400, `${Math.round(peak - before)} MB more than before`);
});

t.test("what only a server has is refused as NOT_IMPLEMENTED, not imitated", async (t) => {
  if (target.engine === undefined) return t.pass("a server has it");
  for (const search of [{ compress: "1" }, { decompress: "1" }, { role: "x" }]) {
    const answer = await send({ ...search }, { body: "SELECT 1" });
    t.equal(answer.status, 501);
    t.equal(answer.headers.get("x-clickhouse-exception-code"), "48");
  }
});

t.test("analysts read and nothing else", async (t) => {
  const { analyst } = target;
  if (analyst === undefined) return t.pass("no read-only account given");
  await table("public", "a UInt8");
  await read("INSERT INTO public VALUES (1), (2)");
  const ask = (body: string, search: Record<string, string> = {}): Promise<Response> =>
    send(search, { headers: { "X-ClickHouse-User": analyst.user, "X-ClickHouse-Key": analyst.password }, body });
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
  t.equal(await read("SELECT count() FROM public"), "2");
});

t.test("analysts of the engine reach no file and have their limits", async (t) => {
  const { analyst } = target;
  if (analyst === undefined || target.engine === undefined) return t.pass("the engine's own guard");
  const ask = (body: string, search: Record<string, string> = {}): Promise<Response> =>
    send(search, { headers: { "X-ClickHouse-User": analyst.user, "X-ClickHouse-Key": analyst.password }, body });
  for (const sql of [
    "SELECT file('/etc/passwd')",
    "SELECT `file`('/etc/passwd')",
    "SELECT FILE/**/('/etc/passwd')",
    "DESCRIBE file('/etc/passwd')",
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

t.test("bodies beyond the bounds are refused with 413, compressed bombs too", async (t) => {
  if (target.engine === undefined) return t.pass("the engine's own guard");
  await table("bomb", "s String");
  const bomb = new Uint8Array(gzipSync(Buffer.alloc(64 * 1024 * 1024, 0x61)));
  const headers = { "Content-Encoding": "gzip" };
  const answer = await send({ query: "INSERT INTO bomb FORMAT TSV" }, { headers, body: bomb });
  t.equal(answer.status, 413);
  t.equal(await read("SELECT count() FROM bomb"), "0");
  t.equal(
    (await send({}, { body: `SELECT '${"x".repeat(300_000)}'` })).status,
    400,
    "an endless statement is a syntax error",
  );
  t.equal(gunzipSync(bomb).length, 64 * 1024 * 1024);
});
