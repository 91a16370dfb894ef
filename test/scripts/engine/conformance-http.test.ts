// The same raw HTTP cases hold on the embedded engine and on a server: what curl, Grafana and other languages' clients do.
import { randomBytes } from "node:crypto";
import { readdirSync, readlinkSync } from "node:fs";
import { request } from "node:http";
import t from "tap";
import { openTarget } from "../../support/conformance.ts";
import { until } from "../../support/until.ts";

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

t.test("a target that is no path is answered, and whoever sends it ends nothing", async (t) => {
  const { hostname, port } = new URL(url);
  for (const path of ["//[", "http://[::1", "/%zz", "//"]) {
    const status = await new Promise<number>((resolve, reject) => {
      const asked = request({ host: hostname, port, path, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode ?? 0);
      });
      asked.on("error", reject);
      asked.end();
    });
    t.ok(status >= 200 && status < 500, `${path}: ${status}`);
  }
  t.equal(await (await fetch(`${url}/ping`)).text(), "Ok.\n");
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
  t.ok(await until(async () => (await read(running)) === "2"));
  t.equal(await read("SELECT 1"), "1", "a cheap statement is answered meanwhile");
  t.equal(await read(running), "2", "which go on");
  gone.abort();
  await t.rejects(quiet);
  const cancelled = async (): Promise<boolean> =>
    (await read(running, { cancel_http_readonly_queries_on_client_close: "1" })) === "0";
  if (target.engine !== undefined) {
    t.ok(await until(cancelled));
  }
});

t.test("KILL QUERY by the client's own query id ends that statement", async (t) => {
  const query_id = `kill-${randomBytes(4).toString("hex")}`;
  const victim = send({ query_id }, { body: "SELECT count() FROM system.numbers WHERE NOT ignore(sipHash64(number))" });
  const running = `SELECT count() FROM system.processes WHERE query LIKE '%sipHash64(number)%' AND query NOT LIKE '%processes%'`;
  await until(async () => (await read(running)) !== "0");
  const twin = await send({ query_id }, { body: "SELECT 1" });
  t.equal(twin.headers.get("x-clickhouse-exception-code"), "216");
  await read(`KILL QUERY WHERE query_id = '${query_id}' ASYNC`);
  const answer = await victim;
  t.equal(answer.headers.get("x-clickhouse-exception-code"), "394");
});

t.test("what only a server has is refused as NOT_IMPLEMENTED, not imitated", async (t) => {
  if (target.engine === undefined) return t.pass("a server has it");
  for (const search of [{ compress: "1" }, { decompress: "1" }, { role: "x" }]) {
    const answer = await send({ ...search }, { body: "SELECT 1" });
    t.equal(answer.status, 501);
    t.equal(answer.headers.get("x-clickhouse-exception-code"), "48");
  }
});

const onlyEmbedded = target.engine === undefined && "a server reads with the threads that it is told";
t.test("one thread is enough but for what takes long and runs alone", { skip: onlyEmbedded }, async (t) => {
  const threads = async (name: string, seconds = 0, more = {}) => {
    const sql = `SELECT getSetting('max_threads'), sleep(${seconds})`;
    return (await read(sql, { wait_end_of_query: "1", log_comment: name, ...more })).split("\t")[0];
  };
  t.equal(await threads("told", 0, { max_threads: "7" }), "7", "whoever asks for a number has it");
  t.equal(await threads("quick"), "1");
  t.equal(await threads("slow", 0.6), "1", "nothing is known of it yet");
  const other = threads("other", 2);
  const running = "SELECT count() FROM system.processes WHERE query LIKE '%sleep(2)%' AND query NOT LIKE '%processes%'";
  await until(async () => (await read(running)) === "1");
  t.equal(await threads("slow", 0.6), "1", "beside another");
  await other;
  t.not(await threads("slow", 0.6), "1");
  t.equal(await threads("new"), "1", "another name is another statement");
});

t.test(
  "nothing is held after clients gave up at every moment: no file, no statement, no place in a lane",
  async (t) => {
    if (target.engine === undefined) return t.pass("the engine's own bookkeeping");
    const { pid } = target.engine;
    const held = (): string[] =>
      readdirSync(`/proc/${pid}/fd`).flatMap((fd) => {
        try {
          const path = readlinkSync(`/proc/${pid}/fd/${fd}`);
          return path.includes("/spool/") ? [path] : [];
        } catch {
          return [];
        }
      });
    const statements = [
      "SELECT number FROM system.numbers",
      "SELECT count() FROM system.numbers",
      "SELECT number, throwIf(number = 200000) FROM system.numbers",
      "SELECT * FROM numbers(200000)",
      "SELECT 1 FORMAT Nowhere",
      "SELEC",
    ];
    await Promise.all(
      Array.from({ length: 72 }, (_, i) => {
        const search: Record<string, string> = i % 2 === 0 ? {} : { wait_end_of_query: "1" };
        const signal = AbortSignal.timeout(10 + i * 4);
        const asked = send(search, { body: statements[i % statements.length] ?? "", signal }).then((answer) =>
          answer.text(),
        );
        return asked.catch(() => "");
      }),
    );
    const running = "SELECT count() FROM system.processes WHERE query NOT LIKE '%processes%'";
    for (let i = 0; i < 200 && (held().length > 1 || (await read(running)) !== "0"); i++)
      await new Promise((wake) => setTimeout(wake, 50));
    t.equal(await read(running), "0");
    await t.resolves(Promise.all(Array.from({ length: 20 }, () => read("SELECT 1"))));
    for (let i = 0; i < 40 && held().length > 0; i++) await new Promise((wake) => setTimeout(wake, 50));
    t.same(held(), []);
  },
);

t.test("requests beside and after one another find only what they set themselves", async (t) => {
  await table("left", "a UInt64");
  const seed = randomBytes(4).readUInt32LE();
  let state = seed;
  const pick = (below: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
  const SETTINGS = ["max_block_size", "log_comment", "session_timezone"];
  const chosen = (name: string): string =>
    name === "session_timezone" ? (["UTC", "Asia/Tokyo"][pick(2)] ?? "") : String(1_000 + pick(3));
  const shown = SETTINGS.map((name) => `toString(getSetting('${name}'))`).join(", ");
  const probe = `SELECT ${shown}, currentDatabase()`;
  const defaults = JSON.parse(await read(`${probe} FORMAT JSONCompactEachRow`)) as string[];
  const some = (): Record<string, string> =>
    Object.fromEntries(SETTINGS.flatMap((name) => (pick(4) === 0 ? [[name, chosen(name)]] : [])));
  const other = (): Record<string, string> => (pick(2) === 0 ? some() : { ...some(), param_p: "left" });
  const disturbances: readonly (() => Promise<Response>)[] = [
    () => send(other(), { body: "SELECT throwIf(1)" }),
    () => send(other(), { body: "SELECT {p:UInt64}" }),
    () => send(other(), { body: "SELECT {p:String} SETTINGS max_block_size = 77, log_comment = 'left'" }),
    () => send(other(), { body: "SET max_block_size = 78, log_comment = 'left', param_p = 'left'" }),
    () => send(other(), { body: "USE system" }),
    () => send(other(), { body: "CREATE TEMPORARY TABLE own (a UInt8)" }),
    () => send({ ...other(), wait_end_of_query: "1" }, { body: "SELECT repeat('x', 1000) FROM numbers(6000)" }),
    () => send(other(), { body: `INSERT INTO left SETTINGS max_block_size = 79 FORMAT JSONEachRow {"a":${pick(9)}}` }),
    () => send(other(), { body: 'INSERT INTO left SETTINGS log_comment = \'left\' FORMAT JSONEachRow {"a":"x"}' }),
    () => send({ ...other(), no_such_setting: "1" }, { body: "SELECT 1" }),
  ];
  const wrong: string[] = [];
  const ask = async (): Promise<void> => {
    const settings = some();
    const isParam = pick(2) === 0;
    const database = pick(3) === 0 ? "default" : target.database;
    const param = `p${pick(100)}`;
    const search = {
      ...settings,
      ...(pick(2) ? { wait_end_of_query: "1" } : {}),
      ...(isParam ? { param_p: param } : {}),
      database,
    };
    const wanted = SETTINGS.map((name, n) => settings[name] ?? defaults[n] ?? "");
    const text = `${probe}, {p:String} FORMAT TSV`;
    const init = pick(4) === 0 ? { method: "GET" } : { body: text };
    const answer = await send("body" in init ? search : { ...search, query: text }, init);
    const found = (await answer.text()).trim();
    const isRight = isParam
      ? found === [...wanted, database, param].join("\t")
      : answer.headers.get("x-clickhouse-exception-code") === "456";
    if (!isRight) wrong.push(`${JSON.stringify(search)} found ${found}`);
    const own = await send({ database }, { body: "SELECT count() FROM own" });
    if (own.headers.get("x-clickhouse-exception-code") !== "60") wrong.push(`own: ${await own.text()}`);
  };
  for (let round = 0; round < 40; round++) {
    const disturb = disturbances[pick(disturbances.length)];
    await Promise.all([ask(), ask(), disturb?.().then((answer) => answer.text())]);
  }
  t.same(wrong, [], `seed ${seed}`);
});

t.test("a setting that cannot be taken back ends with its request", async (t) => {
  const oneWay: readonly (readonly [Record<string, string>, string])[] = [
    [{ readonly: "1" }, "SELECT 1"],
    [{ readonly: "2" }, "SELECT 1"],
    [{ allow_ddl: "0" }, "SELECT 1"],
    [{ max_threads: "2" }, "SELECT 1 SETTINGS readonly = 1"],
    [{ max_threads: "2" }, "SELECT 1 SETTINGS allow_ddl = 0"],
    [{ max_threads: "2" }, "SELECT 1 SETTINGS `readonly` = 2"],
    [{ max_threads: "2" }, "SELECT * FROM (SELECT 1 SETTINGS readonly = 1)"],
  ];
  for (const [search, sql] of oneWay) {
    const about = `${JSON.stringify(search)} ${sql}`;
    t.equal((await (await send(search, { body: sql })).text()).trim(), "1", about);
    // Requests that set the same by name, which is what connections are given out by.
    const other = Object.fromEntries(Object.keys(search).map((name) => [name, name === "max_threads" ? "1" : "0"]));
    const next = await send("allow_ddl" in other ? { allow_ddl: "1" } : other, { body: "SELECT 2" });
    t.equal((await next.text()).trim(), "2", `after ${about}`);
  }
});

t.test("a database that was dropped is unknown to the very next request", async (t) => {
  for (let round = 0; round < 3; round++) {
    const database = `gone_${randomBytes(4).toString("hex")}`;
    await send({}, { body: `CREATE DATABASE ${database}` });
    t.equal((await (await send({ database }, { body: "SELECT 1" })).text()).trim(), "1");
    await send({}, { body: `DROP DATABASE ${database}` });
    const answer = await send({ database }, { body: "SELECT 1" });
    t.equal(answer.headers.get("x-clickhouse-exception-code"), "81");
  }
});
