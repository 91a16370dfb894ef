import { request } from "node:http";
import t, { type Test } from "tap";
import { openLog } from "../../../../schema/io/log.ts";
import { type AdminOptions, openAdmin } from "../../../../schema/io/seen/admin.ts";
import { openMetrics } from "../../../../schema/io/seen/metrics.ts";
import { counter, histogram, observe } from "../../../../schema/io/seen/tally.ts";
import { findFreePort } from "../../../../scripts/start/port.ts";
import { until } from "../../../support/until.ts";

const log = openLog("test", "silent");

async function start(t: Test, options: Partial<AdminOptions> & { readonly token?: string } = {}) {
  const port = await findFreePort();
  const env = { ADMIN_PORT: port, ADMIN_HOST: "127.0.0.1", ADMIN_TOKEN: options.token ?? "" };
  const admin = openAdmin({ env, log, process: "test", ...options });
  t.teardown(() => admin.stop());
  await until(async () => admin.port() === port);
  const ask = (path: string, headers: Record<string, string> = {}, method = "GET") =>
    new Promise<{ status: number; text: string; type: string }>((resolve, reject) => {
      const sent = request({ host: "127.0.0.1", port, path, method, headers }, (answer) => {
        let text = "";
        answer.on("data", (chunk: Buffer) => {
          text += chunk.toString();
        });
        answer.on("end", () =>
          resolve({ status: answer.statusCode ?? 0, text, type: answer.headers["content-type"] ?? "" }),
        );
      });
      sent.on("error", reject);
      sent.end();
    });
  return { ask, port };
}

t.test("counts and spans are told exactly, with what was known before anything happened", async (t) => {
  const seen = counter("test_seen_total", "Seen.", ["kind"], [["never"]]);
  seen.of("often").value += 3;
  const took = histogram("test_took_seconds", "Took.", ["kind"], [0.1, 1]);
  observe(took.of("a"), 0.05);
  observe(took.of("a"), 0.5, 16);
  observe(took.of("a"), 7);
  const text = await openMetrics("here", []).text();
  const lines = text.split("\n");
  for (const line of [
    'test_seen_total{kind="never",process="here"} 0',
    'test_seen_total{kind="often",process="here"} 3',
    'test_took_seconds_bucket{kind="a",le="0.1",process="here"} 1',
    'test_took_seconds_bucket{kind="a",le="1",process="here"} 17',
    'test_took_seconds_bucket{kind="a",le="+Inf",process="here"} 18',
    'test_took_seconds_sum{kind="a",process="here"} 15.05',
    'test_took_seconds_count{kind="a",process="here"} 18',
  ])
    t.ok(lines.includes(line), line);
  t.match(text, /^nodejs_eventloop_lag_p99_seconds\{process="here"\} /m, "and the loop and the heap");
});

t.test("a look that fails leaves out its own numbers and no others, and is counted", async (t) => {
  const good = { name: "good", gauges: async () => [{ name: "test_good", help: "G.", read: () => [{ value: 1 }] }] };
  const bad = { name: "bad", gauges: () => Promise.reject(new Error("away")) };
  const metrics = openMetrics("here", [bad, good]);
  await metrics.text();
  const text = await metrics.text();
  t.match(text, /^test_good\{process="here"\} 1$/m);
  t.match(text, /^looks_failed_total\{look="bad",process="here"\} 2$/m);
  t.match(text, /^looks_failed_total\{look="good",process="here"\} 0$/m);
});

t.test("on the loopback no token is asked for, but a page of a browser under another name gets nothing", async (t) => {
  const { ask, port } = await start(t);
  const told = await ask("/metrics");
  t.equal(told.status, 200);
  t.match(told.type, /^text\/plain; version=0\.0\.4/);
  t.match(told.text, /^process_cpu_seconds_total/m);
  for (const host of [`localhost:${port}`, `[::1]:${port}`])
    t.equal((await ask("/metrics", { host })).status, 200, host);
  for (const host of ["evil.example", `evil.example:${port}`, "127.0.0.1.evil.example"]) {
    const refused = await ask("/metrics", { host });
    t.not(refused.status, 200, host);
    t.notMatch(refused.text, /process_cpu/);
  }
  for (const origin of ["https://evil.example", "null", "http://127.0.0.1:1"]) {
    t.equal((await ask("/metrics", { origin }, "POST")).status, 403, `sent by a page of ${origin}`);
  }
  t.equal((await ask("/metrics", { origin: `http://127.0.0.1:${port}`, host: `127.0.0.1:${port}` })).status, 200);
  t.equal((await ask("/elsewhere")).status, 404);
  t.equal((await ask("/metrics", {}, "POST")).status, 405);
});

t.test("with a token nothing is told without it, by any path", async (t) => {
  const token = "0123456789abcdef-0123456789";
  const secret = {
    mounted: { queues: (_: unknown, response: { end(text: string): void }) => response.end("the queues") },
  };
  const { ask } = await start(t, { token, ...(secret as Partial<AdminOptions>) });
  const basic = (password: string) => `Basic ${Buffer.from(`anybody:${password}`).toString("base64")}`;
  for (const path of ["/metrics", "/queues", "/queues/api", "/"]) {
    for (const authorization of ["", "Bearer ", `Bearer ${token}x`, `Bearer ${token.slice(1)}`, basic("x"), token]) {
      const refused = await ask(path, authorization === "" ? {} : { authorization });
      t.equal(refused.status, 401, `${path} with ${authorization}`);
      t.notMatch(refused.text, /process_cpu|the queues/);
    }
    for (const authorization of [`Bearer ${token}`, basic(token)]) {
      t.equal((await ask(path, { authorization, host: "metrics.example" })).status, 200, `${path} with the token`);
    }
  }
});

t.test("a port that is taken costs nothing but the metrics, and is said once", async (t) => {
  const { port } = await start(t);
  const said: string[] = [];
  const env = { ADMIN_PORT: port, ADMIN_HOST: "127.0.0.1", ADMIN_TOKEN: "" };
  const warn = ((_: unknown, line: string) => said.push(line)) as never;
  const second = openAdmin({ env, log: { info: log.info.bind(log), warn }, process: "second" });
  await until(async () => said.length > 0);
  t.match(said, ["the admin listener is tried again until its port is free"]);
  t.equal(second.port(), 0);
  await second.stop();
});
