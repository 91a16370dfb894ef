// A rolling restart: two processes on one port are replaced one after the other while clients go on asking.
import { readFileSync } from "node:fs";
import { Agent, request } from "node:http";
import t from "tap";
import { openRedis } from "../../schema/io/redis.ts";
import { createKey } from "../../scripts/keys/store-key.ts";
import { findFreePort } from "../../scripts/start/port.ts";
import { type Gated, startGated } from "../support/api/gated.ts";
import { NO_STORE } from "../support/deps.ts";
import { startTestRedis } from "../support/redis.ts";
import { until } from "../support/until.ts";

const CLIENTS = 16;
const ROUNDS = Number(process.env.RESTART_ROUNDS ?? 1);
const PAUSE_MS = 4;
/** Whether the kernel hands on who connects while a listener closes; only then may clients connect anew each time. */
const MIGRATES = readFileSync("/proc/sys/net/ipv4/tcp_migrate_req", "utf8").trim() === "1";
const FRESH = MIGRATES ? 4 : 0;

type Ask = { readonly method: string; readonly path: string; readonly headers: Record<string, string>; body?: string };
type Reply = { readonly status: number; readonly closes: boolean };

/** One request over the agent's connection: never sent a second time, whatever becomes of it. */
const ask = (port: number, agent: Agent, { body, ...options }: Ask) =>
  new Promise<Reply>((resolve, reject) => {
    const req = request({ host: "127.0.0.1", port, agent, ...options }, (res) => {
      res.on("end", () => resolve({ status: res.statusCode ?? 0, closes: res.headers.connection === "close" }));
      res.on("error", reject);
      res.resume();
    });
    req.on("error", reject);
    req.end(body);
  });

t.test("a rolling restart of two processes under load loses no request", async (t) => {
  const redis = await startTestRedis(t);
  const door = openRedis(redis.url, "patient", "test");
  t.teardown(() => door.disconnect());
  const doors = { redis: door, store: { ...NO_STORE, insert: async () => undefined }, now: () => Date.now() };
  const { secret } = await createKey(doors, "load", { read: 100_000_000 });
  const settings = { REDIS_URL: redis.url, RATE_FACTOR: "100000" };
  // A port that the system chooses is never shared.
  const port = await findFreePort();
  const start = () => startGated(t, { ...settings, PORT: String(port) });
  const gated: Gated[] = await Promise.all([start(), start()]);

  const authorization = `Bearer ${secret}`;
  const json = { authorization, "content-type": "application/json" };
  const asks: readonly (Ask & { expected: number })[] = [
    { method: "GET", path: "/v1/test/a", headers: { authorization }, expected: 200 },
    { method: "HEAD", path: "/v1/test/a", headers: { authorization }, expected: 200 },
    { method: "GET", path: "/v1/test/a", headers: { authorization, "if-none-match": "*" }, expected: 304 },
    { method: "OPTIONS", path: "/v1/test/a", headers: {}, expected: 204 },
    { method: "GET", path: "/v1/nothing", headers: {}, expected: 404 },
    { method: "POST", path: "/v1/test", headers: json, body: '{"name":"a","size":1,"side":"buy"}', expected: 200 },
  ];
  const lost: string[] = [];
  let answered = 0;
  let closing = 0;
  let ended = false;
  /** Answers by client. A listener closes between connections, not while somebody is on the way to it. */
  const heard: number[] = Array.from({ length: CLIENTS }, () => 0);
  const everyoneIsConnected = async () => {
    const before = [...heard];
    // Two answers: the second surely came over a connection that was there before.
    await until(() => heard.every((count, number) => count >= (before[number] ?? 0) + 2), 20_000);
  };
  const client = async (number: number) => {
    const agent = new Agent({ keepAlive: number >= FRESH, maxSockets: 1 });
    for (let turn = number; !ended; turn++) {
      const { expected, ...one } = asks[turn % (number === 0 ? 6 : 5)] as (typeof asks)[number];
      try {
        const { status, closes } = await ask(port, agent, one);
        if (status !== expected) lost.push(`${one.method} ${one.path}: ${status}`);
        answered += 1;
        heard[number] = (heard[number] ?? 0) + 1;
        closing += closes ? 1 : 0;
      } catch (error) {
        lost.push(`${one.method} ${one.path}: ${error}`);
      }
      await new Promise((resolve) => setTimeout(resolve, number % 3 === 0 ? number * 3 : PAUSE_MS));
    }
    agent.destroy();
  };
  const clients = Array.from({ length: CLIENTS }, (_, number) => client(number));
  const codes: (number | null)[] = [];
  for (let turn = 0; turn < ROUNDS * gated.length; turn++) {
    const at = turn % gated.length;
    await everyoneIsConnected();
    codes.push(await (gated[at] as Gated).end("SIGTERM"));
    gated[at] = await start();
  }
  await new Promise((resolve) => setTimeout(resolve, 200));
  ended = true;
  await Promise.all(clients);
  t.same(lost, [], `${answered} answers, none lost`);
  t.ok(answered > 500);
  t.ok(closing > 0, `${closing} answers told their client to go`);
  t.same([...new Set(codes)], [0], "each process ended by itself");
});
