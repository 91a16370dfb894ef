// Bodies in every format, encoding and size hold on the embedded engine and on a server: byte for byte, bounded, all or nothing.
import { readFileSync } from "node:fs";
import { request as httpRequest } from "node:http";
import { brotliCompressSync, deflateSync, gunzipSync, gzipSync } from "node:zlib";
import t from "tap";
import { openTarget } from "../../support/conformance.ts";

const target = await openTarget(t);
const { url, user, password, send, read } = target;
const table = async (name: string, columns: string): Promise<void> => {
  await target.client.command({ query: `CREATE TABLE ${name} (${columns}) ENGINE = MergeTree ORDER BY tuple()` });
};

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

t.test("a slow reader holds the statement back instead of filling memory", async (t) => {
  const memory = (): number => {
    const status = readFileSync(`/proc/${target.engine?.pid}/status`, "utf8");
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
  };
  const before = target.engine === undefined ? 0 : memory();
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
      peak = Math.max(peak, memory());
    }
  }
  t.ok(bytes > 550_000_000, `${bytes} bytes`);
  if (target.engine !== undefined) t.ok(peak - before < 400, `${Math.round(peak - before)} MB more than before`);
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
