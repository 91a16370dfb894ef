// Alerts of an api process, on the metrics of a real server whose store, Redis, memory or loop is broken for real.
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import type { App } from "../../../../api/app.ts";
import { apiLooks } from "../../../../api/seen/looks.ts";
import { openSeen } from "../../../../api/seen/seen.ts";
import { openAdmin } from "../../../../schema/io/seen/admin.ts";
import { openMetrics } from "../../../../schema/io/seen/metrics.ts";
import { findFreePort } from "../../../../scripts/start/port.ts";
import { absentStore, startTestApi, type TestApi } from "../../../support/api/api.ts";
import { answers, exchange, serve, statuses } from "../../../support/api/socket.ts";
import { startTestRedis } from "../../../support/redis.ts";
import { frames } from "../../../support/rows/frames.ts";
import { until } from "../../../support/until.ts";
import { fires, type Scraped, skip } from "./firing.ts";

const AT = Date.parse("2026-11-20T12:00:30.000Z");
const RAW = "/v1/history/BTC?series=price&resolution=raw";

async function start(t: Test, { store = absentStore, around = (app: App) => app } = {}) {
  const redis = await startTestRedis(t);
  const api: TestApi = await startTestApi(t, AT, frames(AT), store, redis.url);
  const { port } = await serve(t, { ...api, app: around(api.app) }, { seen: openSeen() });
  const metrics = openMetrics("api", apiLooks({ ...api, server: () => null }));
  const tell = async (): Promise<Scraped> => ({ text: await metrics.text(), at: api.clock.at });
  const send = async (target: string, method = "GET", body = "") => {
    const length = body === "" ? "" : `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`;
    const { text } = await exchange(
      port,
      [`${method} ${target} HTTP/1.1\r\nHost: x\r\n${length}\r\n${body}`],
      answers(1),
    );
    return statuses(text)[0];
  };
  return { api, redis, tell, send };
}

t.test("reads that fail because the store is away", { skip }, async (t) => {
  const { tell, send } = await start(t);
  t.equal(await send("/v1/state/bitcoin"), 200);
  const rest = await tell();
  t.equal(await send(RAW), 503);
  fires(t, ["ReadsFail"], rest, await tell());
});

t.test("reads that are not answered at once", { skip }, async (t) => {
  const around = (app: App): App => ({ ...app, handle: async (request) => sleep(100).then(() => app.handle(request)) });
  const { tell, send } = await start(t, { around });
  const rest = await tell();
  t.equal(await send("/v1/state/bitcoin"), 200);
  fires(t, ["ReadsSlow"], rest, await tell());
});

t.test("paid work that takes longer than it may", { skip }, async (t) => {
  const clock = performance.now.bind(performance);
  let ahead = 0;
  performance.now = () => clock() + ahead;
  t.teardown(() => {
    performance.now = clock;
  });
  let tookMs = 1_000;
  const around = (app: App): App => ({
    ...app,
    handle(request) {
      ahead += tookMs;
      return app.handle(request);
    },
  });
  const { tell, send } = await start(t, { around });
  const order = JSON.stringify({ token: "bitcoin", question: "What is the price?" });
  await send("/v1/ask", "POST", order);
  const rest = await tell();
  tookMs = 100_000;
  await send("/v1/ask", "POST", order);
  fires(t, ["PaidWorkSlow"], rest, await tell());
});

t.test("a loop that stands still, and memory that is not given back", { skip }, async (t) => {
  const { tell } = await start(t);
  const lag = /^nodejs_eventloop_lag_p99_seconds\{.*\} (\S+)$/m;
  // The machine, too, may hold this process for a moment.
  const rest = await until(async () => {
    await sleep(200);
    const told = await tell();
    return Number(lag.exec(told.text)?.[1]) < 0.2 ? told : null;
  });
  for (let round = 0; round < 3; round++) {
    const from = performance.now();
    while (performance.now() - from < 500);
    await sleep(1);
  }
  const held = Buffer.alloc(2_100_000_000, 1);
  fires(t, ["EventLoopBlocked", "MemoryHigh"], rest, await tell());
  t.equal(held.at(-1), 1);
});

t.test("a Redis that is gone, and snapshots that nobody builds", { skip }, async (t) => {
  const { api, redis, tell } = await start(t);
  const rest = await tell();
  await redis.kill();
  api.clock.at += 200_000;
  await until(() => !api.snapshots.isConnected());
  fires(t, ["ApiWithoutRedis", "SnapshotsOld"], rest, await tell());
});

t.test("one of two api processes that is no target any more", { skip }, async (t) => {
  const log = { info: () => undefined, warn: () => undefined };
  const open = async () => {
    const port = await findFreePort();
    const admin = openAdmin({
      env: { ADMIN_PORT: port, ADMIN_HOST: "127.0.0.1", ADMIN_TOKEN: "" },
      log,
      process: "api",
    });
    t.teardown(() => admin.stop());
    await until(() => admin.port());
    return { port, stop: () => admin.stop() };
  };
  const targets = [await open(), await open()];
  // As Prometheus has it: each series bears its target's name, and a target that is gone has none.
  const scrape = async (): Promise<Scraped> => {
    const texts = targets.map(({ port }) =>
      fetch(`http://127.0.0.1:${port}/metrics`).then(
        async (answer) => (await answer.text()).replace(/^(\w+)\{/gm, `$1{instance="${port}",`),
        () => "",
      ),
    );
    return { text: (await Promise.all(texts)).join("\n"), at: AT };
  };
  const rest = await scrape();
  await targets[1]?.stop();
  fires(t, ["ProcessFewer"], rest, await scrape());
});
