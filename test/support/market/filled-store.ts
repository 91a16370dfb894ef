// An engine with a whole generated market that ends now, beside what only a running service writes.
import { handleHourFold } from "../../../jobs/handler/hour-fold.ts";
import { HOUR_MS } from "../../../schema/duration.ts";
import { openStore, type Store } from "../../../schema/io/clickhouse.ts";
import { openLog } from "../../../schema/io/log.ts";
import { startEngine } from "../../../scripts/start-engine.ts";
import { BASE, suiteNow } from "../base.ts";
import {
  connectionOf,
  digestOf,
  type Ground,
  keptFolder,
  openMigrated,
  readDefinitions,
  readRows,
  schemaKey,
  startGround,
  withClockBehind,
} from "../ground.ts";
import { fillOutside } from "../rows/analyst-rows.ts";
import { fillMarket } from "../rows/market-rows.ts";
import type { TestStore } from "../store.ts";

export const FILLED_TOKENS = ["bitcoin", "ethereum", "solana", "cardano"] as const;

/** Refusals and samples of freshness over the last hours. */
async function fillQuality(store: Store, asOf: number): Promise<void> {
  const hours = Array.from({ length: 30 }, (_, back) => asOf - back * HOUR_MS - 60_000);
  await store.insert(
    "reject",
    hours.map((at, n) => ({
      dataset: n % 2 ? "candle" : "funding",
      provider: "sandbox:okx",
      source: n % 2 ? "okx-candle-1m" : "okx-funding",
      token: FILLED_TOKENS[n % 3],
      reason: n % 2 ? "low_above_open" : "rate_out_of_range",
      row: JSON.stringify({ n }),
      at,
    })),
    "test-reject",
  );
  await store.insert(
    "freshness_sample",
    hours.flatMap((at, n) =>
      ["candle", "funding"].map((dataset) => ({
        dataset,
        at,
        tokens_expected: 4,
        tokens_fresh: n === 3 ? 2 : 4,
        age_p50_s: 40,
        age_p95_s: n === 3 ? 400 : 90,
      })),
    ),
    "test-freshness",
  );
}

/** Calls of a partner and of somebody else. */
async function fillUsage(store: Store, at: number): Promise<void> {
  const key = { id: "abcdefgh", name: "partner", digest: "0".repeat(64), read_per_minute: 60_000, llm_per_minute: 30 };
  await store.insert("api_key", [{ ...key, created_at: at, revoked_at: null, changed_at: at }], "test-api-key");
  const call = { at, process: "a", route: "getState", method: "GET", tier: "data", status: 200 };
  const calls = [
    { ...call, caller: "key:abcdefgh", paid_by: "key", calls: 7 },
    { ...call, caller: "ip:192.0.2.1", paid_by: "allowance", calls: 3 },
  ];
  await store.insert("usage", calls, "test-usage");
}

/** A change of verdict, and what came of calls before it. */
async function fillIssued(store: Store, at: number): Promise<void> {
  const event = { number: 1, kind: "verdict_change", token: "bitcoin", at, id: "eval_1", direction: "", severity: 2 };
  await store.insert(
    "event",
    [{ ...event, verdict_from: "proceed", verdict_to: "caution", written_at: at }],
    "test-event",
  );
  const odds = { "evaluation~caution": { "1h": { n: 40, right: 25, base: 0.5 }, "24h": null, "7d": null } };
  await store.insert("odds", [{ number: 1, at, digest: "0".repeat(64), odds: JSON.stringify(odds) }], "test-odds");
}

/** Stores the hourly panel as the job does, as of `now` (epoch ms). */
export async function foldHours(store: Store, now: number): Promise<void> {
  const deps = { clock: { now: () => now }, log: openLog("test", "silent"), store };
  await handleHourFold(deps, { slot: Math.floor(now / 300_000) * 300_000 }, new AbortController().signal);
}

/** Its clock begins at seven minutes past the hour of the base, so that no hour turns while a test asks it. */
const FILLED_AT = Math.floor(BASE / HOUR_MS) * HOUR_MS + 7 * 60_000;
const behindNow = (): number => suiteNow() - FILLED_AT;

const FILLED_BY = ["test/support/market/filled-store.ts", "test/support/rows", "jobs/handler/hour-fold.ts", "schema"];

async function fill(store: Store): Promise<void> {
  await fillMarket(store, {
    asOf: FILLED_AT,
    tokens: FILLED_TOKENS,
    minuteDays: 8,
    deepTokens: 2,
    bookMinutes: 180,
    fundingDays: 30,
    levels: 3,
  });
  await fillQuality(store, FILLED_AT);
  await fillUsage(store, FILLED_AT - 60_000);
  await fillIssued(store, FILLED_AT - 60_000);
  await fillOutside(store, FILLED_AT);
  await foldHours(store, FILLED_AT);
}

/** The instant that it was filled up to is the same each time: what one test has filled serves all. */
const filledFolder = (): Promise<string> =>
  keptFolder(`filled-${digestOf(...FILLED_BY)}-${schemaKey()}-${FILLED_AT}`, async (path) => {
    const engine = await withClockBehind(behindNow(), () => startEngine({ path }));
    const store = await openMigrated(engine);
    await fill(store);
    await store.close();
    await engine.stop();
  });

type FilledGround = Ground & { readonly behindMs: number; readonly written: string };

/** Engines that tests have left as they found them. */
const idle: FilledGround[] = [];
/** Its market should have come in a moment ago. */
const SERVES_MS = 5 * 60_000;

/** Changes with every row that is stored, and not as parts are merged. */
const WRITTEN = `SELECT toString(cityHash64(groupArray((table, partition, block)))) AS hash FROM (
  SELECT table, partition, max(max_block_number) AS block FROM system.parts WHERE active GROUP BY table, partition ORDER BY table, partition)`;
const readWritten = async (store: Store): Promise<string> =>
  (await readRows<{ hash: string }>(store, WRITTEN))[0]?.hash ?? "";

async function startFilled(): Promise<FilledGround> {
  const template = await filledFolder();
  const behindMs = behindNow();
  const { ground, store } = await startGround(template, behindMs);
  const written = await readWritten(store);
  await store.close();
  return { ...ground, behindMs, written };
}

/** Keeps an engine for the next test, unless this one has changed what lies in it. */
async function giveBack(ground: FilledGround, store: Store): Promise<void> {
  const isSame =
    ground.engine.pid === ground.pid &&
    (await readDefinitions(store)) === ground.definitions &&
    (await readWritten(store)) === ground.written;
  await store.close();
  if (isSame) idle.push(ground);
  else await ground.engine.stop();
}

/** Its present, in epoch ms; the rows go up to a moment before. */
type FilledStore = TestStore & { readonly asOf: number; readonly now: () => number };

/** Starts an engine whose tables all hold rows up to the present minute `asOf`; the last token has no perpetual. */
export async function startFilledStore(t: { teardown(fn: () => unknown): void }): Promise<FilledStore> {
  const kept = idle.pop();
  const ground = kept && behindNow() - kept.behindMs < SERVES_MS ? kept : await startFilled();
  const store = openStore({ ...connectionOf(ground.engine), database: "assay" });
  t.teardown(() => giveBack(ground, store));
  return { engine: ground.engine, store, asOf: FILLED_AT, now: () => suiteNow() - ground.behindMs };
}
