// The embedded engine survives what kills a process: nothing acknowledged is lost, nothing is doubled, nothing is left behind.
import { spawn, spawnSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { ClickHouseLogLevel, createClient } from "@clickhouse/client";
import t, { type Test } from "tap";
import { programArgs } from "../../../scripts/program.ts";
import { startEngine } from "../../../scripts/start-engine.ts";
import { startTestEngine } from "../../support/engine.ts";

const START = new URL("../../../scripts/start-engine.ts", import.meta.url).href;

const makeFolder = (t: Test): string => {
  const path = mkdtempSync(join(tmpdir(), "assay-engine-"));
  t.teardown(() => rmSync(path, { recursive: true, force: true }));
  return path;
};
const openClient = (t: Test, url: string, password: string): ReturnType<typeof createClient> => {
  const client = createClient({ url, password, log: { level: ClickHouseLogLevel.OFF }, request_timeout: 10_000 });
  t.teardown(() => client.close());
  return client;
};
const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const goneWithin = async (pid: number, ms: number): Promise<boolean> => {
  for (let waited = 0; waited < ms; waited += 50) {
    if (!isAlive(pid)) return true;
    await wait(50);
  }
  return !isAlive(pid);
};

t.test(
  "kill -9 in mid-insert, five times: every acknowledged batch is stored once and whole, none is half",
  async (t) => {
    const zone = process.env.TZ;
    process.env.TZ = "America/New_York";
    t.teardown(() => {
      if (zone === undefined) Reflect.deleteProperty(process.env, "TZ");
      else process.env.TZ = zone;
    });
    const engine = await startTestEngine(t);
    const client = openClient(t, engine.url, engine.token);
    const zoned = await client.query({ query: "SELECT timezone() AS zone", format: "JSONEachRow" });
    t.same(await zoned.json(), [{ zone: "UTC" }], "days are those of UTC, wherever the machine is");
    const create =
      "CREATE TABLE k.b (batch UInt32, row UInt32) ENGINE = MergeTree ORDER BY (batch, row) SETTINGS non_replicated_deduplication_window = 1000";
    await client.command({ query: "CREATE DATABASE k ENGINE = Atomic" });
    await client.command({ query: create });
    const ROWS = 2000;
    const acked = new Set<number>();
    let isOver = false;
    let retries = 0;
    const insertUntilAcked = async (batch: number): Promise<void> => {
      const values = Array.from({ length: ROWS }, (_, row) => ({ batch, row }));
      const clickhouse_settings = { insert_deduplication_token: `batch-${batch}` };
      for (;;) {
        try {
          await client.insert({ table: "k.b", values, format: "JSONEachRow", clickhouse_settings });
          acked.add(batch);
          return;
        } catch {
          retries++;
          await wait(50);
        }
      }
    };
    const writer = async (first: number): Promise<void> => {
      for (let batch = first; !isOver; batch += 2) await insertUntilAcked(batch);
    };
    const writers = [writer(0), writer(1)];
    const port = new URL(engine.url).port;
    const pids = new Set([engine.pid]);
    for (let i = 0; i < 5; i++) {
      const target = acked.size + 5;
      while (acked.size < target) await wait(5);
      await wait(i * 2);
      await engine.kill9();
      pids.add(engine.pid);
    }
    isOver = true;
    await Promise.all(writers);
    t.equal(pids.size, 6, "every restart is a new process");
    t.equal(new URL(engine.url).port, port, "on the same port");
    t.ok(retries > 0, "inserts were cut");
    const query = "SELECT batch, count() AS rows, uniqExact(row) AS distinct FROM k.b GROUP BY batch";
    const stored = await (await client.query({ query, format: "JSONEachRow" })).json<{
      batch: number;
      rows: string;
      distinct: string;
    }>();
    t.same(
      stored.filter(({ rows, distinct }) => Number(rows) !== ROWS || Number(distinct) !== ROWS),
      [],
      "no batch is partial or doubled",
    );
    const present = new Set(stored.map(({ batch }) => batch));
    t.same(
      [...acked].filter((batch) => !present.has(batch)),
      [],
      "no acknowledged batch is lost",
    );
  },
);

t.test("a token whose rows a kill kept from the disk is forgotten, so that the retry stores them, once", async (t) => {
  const engine = await startTestEngine(t);
  const client = openClient(t, engine.url, engine.token);
  await client.command({ query: "CREATE DATABASE `l-1` ENGINE = Atomic" });
  const columns = "p UInt8, batch UInt32) ENGINE = MergeTree PARTITION BY p ORDER BY batch";
  await client.command({
    query: `CREATE TABLE \`l-1\`.b (${columns} SETTINGS non_replicated_deduplication_window = 100`,
  });
  const insert = (batch: number) =>
    client.insert({
      table: "`l-1`.b",
      values: [
        { p: 0, batch },
        { p: 1, batch },
      ],
      format: "JSONEachRow",
      clickhouse_settings: { insert_deduplication_token: `batch-${batch}` },
    });
  const read = async (query: string) => (await client.query({ query, format: "JSONCompactEachRow" })).json<string[]>();
  for (let batch = 1; batch <= 4; batch++) await insert(batch);
  // Merged ones are covered by what they went into; of the fifth, one of two parts is lost.
  await client.command({ query: "OPTIMIZE TABLE `l-1`.b FINAL" });
  await insert(5);
  const [[lost = ""] = []] = await read(
    "SELECT path FROM system.parts WHERE database = 'l-1' AND partition = '1' AND level = 0 AND active",
  );
  t.match(lost, /1_10_10_0/, "the fifth insert's second part");
  const cut = engine.kill9();
  rmSync(lost, { recursive: true });
  await cut;
  const stored = "SELECT batch, p FROM `l-1`.b ORDER BY batch, p";
  t.equal((await read(stored)).length, 9, "a row is gone");
  for (let batch = 1; batch <= 5; batch++) await insert(batch);
  t.same(
    await read(stored),
    [1, 2, 3, 4, 5].flatMap((batch) => [0, 1].map((p) => [batch, p])),
  );
});

t.test("a second engine on the same folder is refused with a clear reason, and the first goes on", async (t) => {
  const engine = await startTestEngine(t);
  await t.rejects(startEngine({ path: engine.path }), /held by another process/);
  const client = openClient(t, engine.url, engine.token);
  t.equal((await client.ping({ select: true })).success, true);
});

t.test("no engine is left when the process that started it is killed -9", async (t) => {
  const path = makeFolder(t);
  const script = `import(${JSON.stringify(START)}).then(async (m) => { const e = await m.startEngine({ path: ${JSON.stringify(path)} }); console.log(e.pid); setInterval(() => {}, 1000); })`;
  const parent = spawn(process.execPath, ["--import=tsx", "-e", script], { stdio: ["ignore", "pipe", "inherit"] });
  t.teardown(() => parent.kill("SIGKILL"));
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once("data", (line: Buffer) => resolve(Number(line))),
  );
  t.ok(isAlive(pid));
  parent.kill("SIGKILL");
  t.ok(await goneWithin(pid, 8000));
  const again = await startEngine({ path, supervise: false });
  await again.stop();
});

t.test(
  "SIGTERM lets a running statement finish, refuses new ones, exits 0, and the data is there next time",
  async (t) => {
    const path = makeFolder(t);
    const engine = await startEngine({ path });
    const { pid } = engine;
    const client = openClient(t, engine.url, engine.token);
    await client.command({ query: "CREATE TABLE kept (a UInt8) ENGINE = MergeTree ORDER BY a" });
    await client.insert({ table: "kept", values: [{ a: 7 }], format: "JSONEachRow" });
    const query = "SELECT a, sleep(1) AS s FROM kept";
    const running = client.query({ query, format: "JSONEachRow" }).then((result) => result.json<{ a: number }>());
    await wait(300);
    const stopped = engine.stop();
    t.match(await running, [{ a: 7 }]);
    await stopped;
    t.equal(pid === undefined || isAlive(pid), false);
    await t.rejects(fetch(`${engine.url}/ping`));
    const next = await startEngine({ path, token: engine.token });
    t.teardown(() => next.stop());
    const reader = openClient(t, next.url, engine.token);
    t.match(await (await reader.query({ query: "SELECT a FROM kept", format: "JSONEachRow" })).json(), [{ a: 7 }]);
  },
);

t.test("supervise: false leaves a crashed engine down", async (t) => {
  const engine = await startEngine({ path: makeFolder(t), supervise: false });
  t.teardown(() => engine.stop());
  await engine.kill();
  await wait(300);
  t.equal(engine.pid, undefined);
});

/** How often its threads were woken since it started. */
const wakesOf = (pid: number): number => {
  const threads = readdirSync(`/proc/${pid}/task`).map((id) => `/proc/${pid}/task/${id}/status`);
  const counts = threads.map((path) => /^voluntary_ctxt_switches:\s*(\d+)/m.exec(readFileSync(path, "utf8"))?.[1]);
  return counts.reduce((sum, count) => sum + Number(count ?? 0), 0);
};

t.test("an engine of many tables rests while nothing is asked", { skip: !existsSync("/proc/self/task") }, async (t) => {
  const engine = await startTestEngine(t);
  const client = openClient(t, engine.url, engine.token);
  for (let n = 0; n < 60; n++) {
    await client.command({ query: `CREATE TABLE idle_${n} (a UInt32) ENGINE = MergeTree ORDER BY a` });
  }
  await wait(500);
  const before = wakesOf(engine.pid ?? 0);
  await wait(1_000);
  const wakes = wakesOf(engine.pid ?? 0) - before;
  t.ok(wakes < 200, `${wakes} wakes of its threads a second`);
});

t.test("main.ts runs by itself, announces its port in one line, and stops on SIGTERM with 0", async (t) => {
  const env = { ...process.env, ENGINE_TOKEN: "secret", UV_THREADPOOL_SIZE: undefined };
  const args = [...programArgs("engine"), "--path", makeFolder(t), "--port", "0"];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "inherit"] });
  t.teardown(() => child.kill("SIGKILL"));
  const line = await new Promise<string>((resolve) =>
    child.stdout.once("data", (bytes: Buffer) => resolve(bytes.toString())),
  );
  const { event, port, pid } = JSON.parse(line) as { event: string; port: number; pid: number };
  t.equal(event, "ready");
  const answer = await fetch(`http://127.0.0.1:${port}/?query=SELECT+1`, { headers: { "X-ClickHouse-Key": "secret" } });
  t.equal(await answer.text(), "1\n");
  const code = new Promise((resolve) => child.once("exit", resolve));
  child.kill("SIGTERM");
  t.equal(await code, 0);
  t.ok(await goneWithin(pid, 1000));
});

t.test("main.ts names every fault of its flags and exits 1", async (t) => {
  const env = { ...process.env, ENGINE_TOKEN: "", UV_THREADPOOL_SIZE: "64" };
  const args = [...programArgs("engine"), "--host", "0.0.0.0", "--port", "99999"];
  const { status, stderr } = spawnSync(process.execPath, args, { env, encoding: "utf8" });
  t.equal(status, 1);
  for (const flag of ["--path", "--token", "--host", "--port"]) t.match(stderr, flag);
});
