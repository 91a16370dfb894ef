// The process: starts on its settings, prints only log lines, stops on a signal with nothing left.
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import t from "tap";
import { openRedis } from "../../schema/io/redis.ts";
import { programArgs } from "../../scripts/program.ts";
import { untilFirst } from "../../scripts/start/watch.ts";
import { answers, exchange, statuses } from "../support/api/socket.ts";
import { suiteNow } from "../support/base.ts";
import { startTestRedis } from "../support/redis.ts";
import { frames, publishFrames } from "../support/rows/frames.ts";

type Line = { msg: string; port?: number; level: number };

/** Runs the process; `lines` grows with what it prints. */
function start(settings: Record<string, string>) {
  const env = { PATH: process.env.PATH, HOST: "127.0.0.1", PORT: "0", ...settings };
  const child = spawn(process.execPath, programArgs("api"), { env, stdio: ["ignore", "pipe", "pipe"] });
  const lines: Line[] = [];
  let errors = "";
  let rest = "";
  child.stdout.on("data", (chunk) => {
    const parts = `${rest}${chunk}`.split("\n");
    rest = parts.pop() ?? "";
    lines.push(...parts.map((line) => JSON.parse(line) as Line));
  });
  child.stderr.on("data", (chunk) => {
    errors += chunk;
  });
  return { child, lines, errors: () => errors };
}

async function until<T>(look: () => T | undefined, child: ChildProcess): Promise<T> {
  for (const end = Date.now() + 60_000; ; ) {
    const found = look();
    if (found !== undefined) return found;
    if (Date.now() > end || child.exitCode !== null) throw new Error("it did not happen");
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

t.test("it answers what Redis has, and ends with 0 on SIGTERM and on SIGINT", async (t) => {
  const { url } = await startTestRedis(t);
  const redis = openRedis(url, "patient", "test");
  await publishFrames(redis, frames(suiteNow()));
  redis.disconnect();
  for (const signal of ["SIGTERM", "SIGINT"] as const) {
    // Nobody listens on port 1: an API without ClickHouse starts and answers all the same.
    const { child, lines, errors } = start({ REDIS_URL: url, CLICKHOUSE_URL: "http://127.0.0.1:1" });
    t.teardown(() => child.kill("SIGKILL"));
    const port = await until(() => lines.find((line) => line.port)?.port, child);
    const { text } = await exchange(port, ["GET /v1/state/BTC HTTP/1.1\r\nHost: x\r\n\r\n"], answers(1));
    t.same(statuses(text), [200]);
    child.kill(signal);
    const [code] = await once(child, "exit");
    t.equal(code, 0);
    t.equal(errors(), "");
    t.match(lines.at(-1), { msg: "the api stopped" });
  }
});

t.test("the starter waits for the first price without spending the free calls of its user", async (t) => {
  const { url } = await startTestRedis(t);
  const redis = openRedis(url, "patient", "test");
  t.teardown(() => redis.disconnect());
  // Its questions count against the rates, and how many it needs depends on the machine.
  const { child, lines } = start({ REDIS_URL: url, CLICKHOUSE_URL: "http://127.0.0.1:1", RATE_FACTOR: "100" });
  t.teardown(() => child.kill("SIGKILL"));
  const port = await until(() => lines.find((line) => line.port)?.port, child);
  const base = `http://127.0.0.1:${port}`;
  const waiting = untilFirst(base, Number.POSITIVE_INFINITY, new AbortController().signal);
  await new Promise((resolve) => setTimeout(resolve, 1_500));
  await publishFrames(redis, frames(suiteNow()));
  t.match(await waiting, { price: Number });
  for (let call = 0; call < 25; call++) {
    const answer = await fetch(`${base}/v1/state/BTC`);
    t.equal(answer.status, 200, `free call ${call + 1}`);
    await answer.arrayBuffer();
  }
  const past = await fetch(`${base}/v1/state/BTC`);
  t.equal(past.status, 402, "and then the day's are spent");
  await past.body?.cancel();
});

t.test("settings that are not valid end it with 1 and one line that names them", async (t) => {
  for (const settings of [{ PORT: "no", MARKET: "moon" }, { REDIS_URL: "redis://127.0.0.1:1" }] as Record<
    string,
    string
  >[]) {
    const { child, lines } = start(settings);
    const [code] = await once(child, "exit");
    t.equal(code, 1);
    t.equal(lines.length, 1);
    const said = JSON.stringify(lines[0]);
    for (const name of settings.MARKET ? ["PORT", "MARKET"] : ["CLICKHOUSE_URL"]) t.ok(said.includes(name), name);
  }
});
