// Alerts of the store, of providers, of receivers and of the disk, on the metrics of processes that have them broken for real.
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import t, { type Test } from "tap";
import { storeLook } from "../../../../jobs/seen/store-facts.ts";
import { openStore } from "../../../../schema/io/clickhouse.ts";
import { systemClock } from "../../../../schema/io/clock.ts";
import { openHttp } from "../../../../schema/io/http.ts";
import { systemRandom } from "../../../../schema/io/random.ts";
import { type Look, openMetrics } from "../../../../schema/io/seen/metrics.ts";
import { parseEnv } from "../../../../schema/setting/read-settings.ts";
import { openSight } from "../../../../scripts/start/admin.ts";
import { findFreePort } from "../../../../scripts/start/port.ts";
import { suiteNow } from "../../../support/base.ts";
import { startTestEngine } from "../../../support/engine.ts";
import { startTestStore } from "../../../support/store.ts";
import { until } from "../../../support/until.ts";
import { fires, type Scraped, skip } from "./firing.ts";

const HANGS_MS = 6_000;
const PARTS = 301;
const PLACES = 8;
const WAITING = 60;

const teller = (...looks: Look[]) => {
  const metrics = openMetrics("jobs", looks);
  return async (): Promise<Scraped> => ({ text: await metrics.text(), at: suiteNow() });
};
const told = async (port: number): Promise<Scraped> => {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`);
  return { text: await answer.text(), at: suiteNow() };
};

t.test("a store of too many parts, that hangs, and that is away", { skip }, async (t) => {
  const { engine, store } = await startTestStore(t);
  let ahead = 0;
  const clock = { now: () => suiteNow() + ahead };
  const look = storeLook({ store, clock, env: { CLICKHOUSE_DATABASE: "assay" } });
  const tell = teller(look);
  const row = { at: suiteNow(), dataset: "candle", tokens_expected: 1, tokens_fresh: 1, age_p50_s: 1, age_p95_s: 1 };
  await store.insert("freshness_sample", [row], "first");
  const rest = await tell();
  t.match(rest.text, /^store_disk_free_bytes\{disk="default".*\} [1-9]/m, "without a starter DiskFull rests on it");
  t.match(rest.text, /^store_disk_bytes\{disk="default".*\} [1-9]/m);

  await t.test("parts that are not merged", async (t) => {
    await store.command("SYSTEM STOP MERGES");
    const columns = "dataset, at, tokens_expected, tokens_fresh, age_p50_s, age_p95_s";
    const many = `SELECT 'candle', fromUnixTimestamp64Milli(${row.at}, 'UTC'), number, number, 1, 1 FROM numbers(${PARTS})`;
    const each = "max_block_size = 1, max_threads = 1, min_insert_block_size_rows = 1, min_insert_block_size_bytes = 1";
    await store.command(`INSERT INTO freshness_sample (${columns}) ${many} SETTINGS ${each}`);
    ahead += 120_000;
    fires(t, ["TooManyParts"], rest, await tell());
    await store.command("SYSTEM START MERGES");
  });

  await t.test("an insert that a hanging store holds", async (t) => {
    process.kill(engine.pid ?? 0, "SIGSTOP");
    const inserted = store.insert("freshness_sample", [row], "second");
    await sleep(HANGS_MS);
    process.kill(engine.pid ?? 0, "SIGCONT");
    await inserted;
    fires(t, ["InsertsSlow"], rest, await tell());
  });

  await t.test("statements to a store that is away", async (t) => {
    const login = { user: "x", password: "x", database: "assay", process: "test" };
    const gone = openStore({ url: `http://127.0.0.1:${await findFreePort()}`, ...login });
    t.teardown(() => gone.close());
    const awayLook = storeLook({ store: gone, clock, env: { CLICKHOUSE_DATABASE: "assay" } });
    await t.rejects(gone.query({ name: "any", sql: "SELECT 1" }, {}));
    fires(t, ["StatementsFail", "StoreDown"], rest, await teller(awayLook)());
  });
});

t.test("an engine in which statements wait", { skip }, async (t) => {
  const port = await findFreePort();
  process.env.ENGINE_ADMIN_PORT = String(port);
  t.teardown(() => delete process.env.ENGINE_ADMIN_PORT);
  const engine = await startTestEngine(t);
  // Its listener for operators opens in its own time.
  const rest = await until(() => told(port).catch(() => null));
  const headers = { authorization: `Basic ${Buffer.from(`default:${engine.token}`).toString("base64")}` };
  const given = new AbortController();
  const asked = Array.from({ length: PLACES + WAITING }, () =>
    fetch(engine.url, { method: "POST", headers, body: "SELECT sleep(3)", signal: given.signal })
      .then((answer) => answer.text())
      .catch(() => ""),
  );
  const waits = /^engine_statements_waiting\{.*\} (\d+)$/gm;
  const broken = await until(async () => {
    const now = await told(port);
    return [...now.text.matchAll(waits)].some(([, count]) => Number(count) > 50) ? now : null;
  });
  given.abort();
  await Promise.all(asked);
  fires(t, ["EngineWaits"], rest, broken);
});

async function startRefusing(t: Test): Promise<string> {
  const server = createServer((_, response) => void response.writeHead(429).end()).listen(0, "127.0.0.1");
  await new Promise((resolve) => server.once("listening", resolve));
  t.teardown(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

t.test("a provider that asks to be left alone and is not", { skip }, async (t) => {
  const tell = teller();
  const http = openHttp({ clock: systemClock, random: systemRandom });
  t.teardown(() => http.close());
  const url = await startRefusing(t);
  const rest = await tell();
  for (let times = 0; times < 4; times++) {
    await t.rejects(http.send({ provider: "refusing", url, timeoutMs: 5_000, bodyBytesMax: 1_000 }));
  }
  fires(t, ["ProviderRefuses"], rest, await tell());
});

t.test("a disk without room, and a process that dies again and again", { skip }, async (t) => {
  const [ADMIN_PORT, other] = [await findFreePort(), await findFreePort()];
  let restarts = 0;
  const child = { name: "pull", pid: () => process.pid, restarts: () => restarts } as never;
  const sightOf = (port: number, root: string) => {
    const sight = openSight({ ...parseEnv({}), ADMIN_PORT: port }, root, () => undefined);
    t.teardown(() => sight.close());
    sight.take(child, { name: "pull", env: {} });
    sight.open();
    return until(() => told(port).catch(() => null));
  };
  const rest = await sightOf(ADMIN_PORT, process.cwd());
  restarts = 3;
  // Of what is no disk nothing is free.
  fires(t, ["DiskFull", "ProcessRestarts"], rest, await sightOf(other, "/proc"));
});
