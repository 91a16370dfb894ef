// The console as a person uses it: at the prompt, in one shot as a process, on the store it finds by itself.
import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { cp, mkdir } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { PassThrough } from "node:stream";
import t from "tap";
import { findPlace } from "../../../scripts/connect.ts";
import { holdFolder, readRun, writeRun } from "../../../scripts/folder.ts";
import { programArgs } from "../../../scripts/program.ts";
import { runConsole, type Session } from "../../../scripts/sql/console.ts";
import { startTestStore } from "../../support/store.ts";
import { ROOT } from "../../support/tree.ts";
import { until } from "../../support/until.ts";

type Ended = { code: number | null; out: string; err: string };

/** Runs the script as `npm run sql` does. */
function runScript(args: readonly string[], env: Record<string, string>, input?: string): Promise<Ended> {
  const child = spawn(process.execPath, [...programArgs("sql"), ...args], {
    cwd: ROOT,
    env: { PATH: process.env.PATH ?? "", ...env },
  });
  const ended: Ended = { code: null, out: "", err: "" };
  child.stdout.on("data", (chunk: Buffer) => {
    ended.out += chunk.toString();
  });
  child.stderr.on("data", (chunk: Buffer) => {
    ended.err += chunk.toString();
  });
  child.stdin.end(input ?? "");
  return new Promise((resolve) => child.once("close", (code) => resolve({ ...ended, code })));
}

t.test("a running service's store", async (t) => {
  const { engine } = await startTestStore(t);
  const dataDir = join(t.testdir(), "data");
  await mkdir(dataDir);
  await writeRun(dataDir, {
    ...{
      pid: process.pid,
      url: "http://127.0.0.1:1",
      redisUrl: "",
      clickhouseUrl: engine.url,
      clickhouseUser: "default",
    },
    ...{
      clickhousePassword: engine.token,
      clickhouseReadonlyPassword: engine.readonlyToken,
      clickhouseDatabase: "assay",
    },
    ...{ sandboxOrigins: "{}", children: {}, isServing: true },
  });
  const settings = { CLICKHOUSE_USER: "x", CLICKHOUSE_PASSWORD: "", CLICKHOUSE_DATABASE: "assay", DATA_DIR: dataDir };
  const env = { DATA_DIR: dataDir };

  t.test("is found through the run file, with the read-only credential unless more is asked for", async (t) => {
    t.match(await findPlace(settings, "read"), { url: engine.url, password: engine.readonlyToken, guarded: false });
    t.match(await findPlace(settings, "bulk"), { password: engine.token, guarded: true });
    t.match(await findPlace(settings, "write"), { password: engine.token, guarded: false });
    const configured = { ...settings, CLICKHOUSE_URL: engine.url, CLICKHOUSE_PASSWORD: engine.token };
    t.match(await findPlace(configured, "read"), { url: engine.url, user: "x", guarded: true });
  });

  t.test("is waited for while the service lives and is busy; no second engine is started", async (t) => {
    const sayings: string[] = [];
    let looks = 0;
    const busy = createServer((_request, response) => {
      looks++;
      if (looks < 3) response.destroy();
      else response.end("Ok.\n");
    });
    await new Promise<void>((listening) => busy.listen(0, "127.0.0.1", () => listening()));
    t.teardown(() => busy.close());
    const url = `http://127.0.0.1:${(busy.address() as AddressInfo).port}`;
    const folder = join(t.testdir({ engine: { store: {} } }));
    const run = await readRun(dataDir);
    if (run === null) throw new Error("no run file");
    const held = await holdFolder(folder);
    if (!("lock" in held)) throw new Error("a new folder is held");
    t.teardown(() => held.lock.release());
    const early = findPlace({ ...settings, DATA_DIR: folder }, "read", (line) => {
      sayings.push(line);
      // The service that is starting says where it is only now.
      void writeRun(folder, { ...run, clickhouseUrl: url });
    });
    t.match(await early, { url, about: /^the running service/ }, "also before a starting service has said where it is");
    t.match(sayings.splice(0), [/^waiting for process \d+, which uses/]);
    looks = 0;
    const place = await findPlace({ ...settings, DATA_DIR: folder }, "read", (line) => sayings.push(line));
    t.match(place, { url, about: /^the running service/ });
    t.equal(looks, 3);
    t.match(sayings, [/^waiting for the running service's store/]);
  });

  t.test("at the prompt: several lines, commands, faults, and the end", async (t) => {
    const place = await findPlace(settings, "read");
    const [input, out] = [new PassThrough(), new PassThrough()];
    let printed = "";
    out.on("data", (chunk: Buffer) => {
      printed += chunk.toString();
    });
    const session: Session = { place, out, isColoured: false, format: "PrettyCompact" };
    const ended = runConsole(session, input, { history: [], onHistory: () => undefined });
    const type = async (line: string, shows: RegExp) => {
      printed = "";
      input.write(`${line}\n`);
      t.ok(await until(() => shows.test(printed)).catch(() => t.fail(`${line}: ${printed}`)), `${line} shows ${shows}`);
    };
    await type("SELECT 40 + 2 AS\n answer; SELECT ';' AS semicolon;", /│ +42 │[\s\S]*│ ; +│[\s\S]*ms\n/);
    await type("SELECT nothing;", /UNKNOWN_IDENTIFIER/);
    await type("DROP VIEW analyst.token_hour;", /READONLY/);
    await type("SELEC 1;", /SYNTAX_ERROR|Syntax error: no statement begins with SELEC/);
    await type("SELECT count() FROM candle;", /--facts reads the tables of facts too, such as assay\.candle/);
    await type("\\d token_hour", /analyst\.token_hour │ price_usd/);
    await type("\\format JSONEachRow", /analyst> /);
    await type("SELECT 1 AS one;", /\{"one":1\}/);
    await type("\\help", /\\credentials/);
    input.write("\\q\n");
    await ended;
  });

  t.test("in one shot: statements, a command, a file's worth on stdin, Parquet", async (t) => {
    const shot = await runScript(["SELECT 'a' AS x; SELECT 2 AS y", "--format", "CSVWithNames"], env);
    t.same(shot, { code: 0, out: '"x"\n"a"\n"y"\n2\n', err: "" });
    t.match(await runScript([], env, "-- nothing\nSELECT 7 AS n FORMAT TSV;\n"), { code: 0, out: "7\n", err: "" });
    const file = join(dataDir, "views.parquet");
    t.match(await runScript(["SELECT * FROM dictionary", "--parquet", file], env), {
      code: 0,
    });
    t.ok(existsSync(file));
    t.match(await runScript(["SELECT broken"], env), { code: 1, out: "", err: /UNKNOWN_IDENTIFIER/ });
    t.match(await runScript(["\\d nope; SELEC 1"], env), { code: 1, out: "", err: /no view or table nope/ });
    const exported = join(dataDir, "scan.parquet");
    t.match(await runScript(["SELECT count() AS n FROM assay.candle FORMAT TSV"], env), {
      code: 1,
      err: /ACCESS_DENIED.*\n.*--facts reads the tables of facts too/,
    });
    const running = "SELECT count() > 0 AS n FROM system.processes FORMAT TSV";
    t.match(await runScript([running], env), { code: 1, err: /tables about itself are read with --facts/ });
    t.match(await runScript([running, "--facts"], env), { code: 0, out: "1\n" });
    t.match(await runScript(["SELECT count() AS n FROM assay.candle FORMAT TSV", "--facts"], env), {
      code: 0,
      out: "0\n",
    });
    t.match(await runScript(["export", "--table", "chain_scan", "--out", exported], env), { code: 0, out: /bytes/ });
  });

  t.test("configured by URL, with a credential that may write: reading only all the same", async (t) => {
    const configured = { CLICKHOUSE_URL: engine.url, CLICKHOUSE_PASSWORD: engine.token };
    t.match(await runScript(["SELECT 5 AS n FORMAT TSV; CREATE DATABASE x"], configured), {
      code: 1,
      out: "5\n",
      err: /READONLY|readonly/,
    });
    t.match(await runScript(["CREATE DATABASE x", "--write"], configured), { code: 0 });
  });

  t.test("nothing to ask is one line for a person; a stopped service's folder is opened by itself", async (t) => {
    const empty = t.testdir();
    t.match(await runScript(["SELECT 1"], { DATA_DIR: empty }), {
      code: 1,
      err: /^There are no facts in .*npm start.*\n$/,
    });
    await engine.stop();
    await cp(engine.path, join(dataDir, "engine"), { recursive: true });
    const run = await readRun(dataDir);
    if (run !== null) await writeRun(dataDir, { ...run, pid: process.pid, clickhouseUrl: "http://127.0.0.1:1" });
    // Its number is another process's by now.
    t.match(await runScript(["SELECT uniq(view) > 10 AS n FROM dictionary", "--format=TSV"], env), {
      ...{ code: 0, out: "1\n" },
    });
  });
});
