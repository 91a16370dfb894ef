import t from "tap";
import { amendStatus } from "../../../api/snapshot/status.ts";
import { noteFailure, noteSuccess, readJobHealth, trimJobHealth } from "../../../jobs/health.ts";
import { readFrames } from "../../../jobs/publish.ts";
import { buildStatus, readStatus } from "../../../jobs/snapshot/build-status.ts";
import { type SourceInfo, sourceInfos } from "../../../jobs/source-info.ts";
import { isScanStuck, toBackfill } from "../../../jobs/status/backfill.ts";
import { agesOf } from "../../../jobs/status/freshness.ts";
import { toProviders } from "../../../jobs/status/provider.ts";
import { NO_DETECTION } from "../../../jobs/status/signals.ts";
import { type StatusInput, statusData } from "../../../jobs/status/status-data.ts";
import { compile } from "../../../schema/check.ts";
import { encodeFrame } from "../../../schema/frame.ts";
import { DATASET_IDS, FRESHNESS } from "../../../schema/freshness.ts";
import { KEYS, SNAPSHOTS } from "../../../schema/key.ts";
import { LIMITS } from "../../../schema/limit.ts";
import { StatusData } from "../../../schema/object/status.ts";
import { encodeSigner, encodeVerifier, signerOf } from "../../../schema/proof/note.ts";
import { parseScanProgress, scanField } from "../../../schema/scan-progress.ts";
import { SIGNAL_KINDS } from "../../../schema/signal/index.ts";
import type { SourceHealth } from "../../../schema/source/source-health.ts";
import { TRACKED } from "../../../schema/token/tracked.ts";
import { BASE } from "../../support/base.ts";
import { openTestDeps } from "../../support/deps.ts";
import { startTestRedis } from "../../support/redis.ts";
import { startTestStore } from "../../support/store.ts";

const minute = 60_000;
const LIVE_S = LIMITS.liveEveryMs / 1_000;
const NOW = BASE;
const check = compile(StatusData);
const SOURCES = sourceInfos();

const NOTHING: StatusInput = {
  env: {
    MARKET: "sandbox",
    PORT: 8080,
    PAYMENT_ADDRESS: "",
    LOG_SIGNING_KEYS: "",
    LOG_RETIRED_KEYS: "",
    WITNESSES: "",
    MODEL_NAME: "",
  },
  now: NOW,
  startedAt: NOW,
  sources: SOURCES,
  jobHealth: new Map(),
  backlog: new Map(),
  sourceHealth: new Map(),
  paused: new Set(),
  ages: agesOf(NOW, new Map(), SOURCES, new Map()),
  attainment: [],
  calls: [],
  rejects: [],
  replayed: null,
  backfill: {},
  scans: {},
  universeSize: 21_400,
  items: [],
  detection: NO_DETECTION,
  log: { count: null, problem: "", attested: null, cosigned: null },
  pendingOutcomes: null,
  away: ["The store of facts"],
};

/** Every dataset read a second ago for the first ten tokens, which every venue lists. */
const LISTED = new Map(
  SOURCES.map((s) => [`${s.venue}|${s.market}`, new Set(TRACKED.slice(0, 10).map(({ id }) => id))] as const),
);
const freshAges = (ageMs: number) => {
  const tokens = Object.fromEntries(TRACKED.map(({ id }) => [id, NOW - ageMs]));
  return agesOf(NOW, new Map(DATASET_IDS.map((dataset) => [dataset, tokens])), SOURCES, LISTED);
};
const GOOD: StatusInput = { ...NOTHING, away: [], ages: freshAges(1_000) };

t.test("with everything away the status still fits its shape, says down, and what could not be read", (t) => {
  const data = statusData(NOTHING);
  t.ok(check(data), check.describe());
  t.equal(data.status, "down");
  t.ok(data.notices.some(({ text }) => text.includes("The store of facts")));
  t.ok(data.notices.some(({ text }) => text.includes("simulated")));
  for (const line of data.freshness) t.equal(line.age_p50_s, "unassessed");
  t.equal(data.freshness.length, DATASET_IDS.length);
  for (const section of Object.values(data.coverage.by_section))
    t.strictSame(section, { covered: 0, partial: 0, none: 100 });
  t.end();
});

t.test("status: ok when fresh, degraded by a missed objective or a failing job, down without a price", (t) => {
  const statusOf = (input: StatusInput) => statusData(input).status;
  t.equal(statusOf(GOOD), "ok");
  const share = (value: number) => [{ dataset: "candle", share: value, samples: 10 }];
  t.equal(statusOf({ ...GOOD, attainment: share(0.95) }), "ok");
  t.equal(statusOf({ ...GOOD, attainment: share(0.9499) }), "degraded");
  const failing = {
    lastSuccessAt: NOW - minute,
    lastErrorAt: NOW,
    lastError: "no",
    lagMs: 1,
    completed1h: 1,
    failed1h: 1,
  };
  t.equal(statusOf({ ...GOOD, jobHealth: new Map([["snapshot.build~live", failing]]) }), "degraded");
  const ttlMs = FRESHNESS.candle.hardTtlS * 1_000;
  t.equal(statusOf({ ...GOOD, ages: freshAges(ttlMs) }), "ok");
  t.equal(statusOf({ ...GOOD, ages: freshAges(ttlMs + 1_000) }), "down");
  t.end();
});

t.test("a line's lag grows with the clock while nothing of it ends, in the report and when it is read", (t) => {
  const success = { lastErrorAt: null, lastError: null, completed1h: 1, failed1h: 0 };
  const jobHealth = new Map([
    ["snapshot.build~live", { ...success, lastSuccessAt: NOW - 45_000, lagMs: 1_200 }],
    ["gap.sweep", { ...success, lastSuccessAt: NOW - 5_000, lagMs: 700 }],
    ["usage.store", { ...success, lastSuccessAt: NOW - 3_600_000, lagMs: 10 }],
  ]);
  const data = statusData({ ...GOOD, jobHealth });
  const lineOf = ({ pipeline }: StatusData, job: string) => pipeline.find((line) => line.job === job);
  t.match(lineOf(data, "snapshot.build~live"), { lag_s: 45 - LIVE_S, status: "ok" });
  t.match(lineOf(data, "gap.sweep"), { lag_s: 0.7, status: "ok" });
  t.match(
    lineOf(data, "usage.store"),
    { interval_s: null, lag_s: 0.01, status: "ok" },
    "nothing came that it could do",
  );
  const seen = { reportAsOf: NOW, builtAt: NOW, pricesAsOf: NOW, connected: true };
  const read = amendStatus(data, { ...seen, now: NOW + 120_000 });
  t.match(lineOf(read, "snapshot.build~live"), { lag_s: 165 - LIVE_S, status: "lagging" });
  t.match(lineOf(read, "gap.sweep"), { lag_s: 65, status: "ok" });
  t.ok(check(read), check.describe());
  t.end();
});

t.test("freshness counts the tokens a dataset should have, by listing or by chain", (t) => {
  const candle = GOOD.ages.find(({ dataset }) => dataset === "candle");
  t.match(candle, { expected: 10, fresh: 10, p50S: 1, p95S: 1 });
  const source: SourceInfo = {
    id: "eth-exchange-flow",
    provider: "eth",
    dataset: "exchange_flow",
    everyS: 900,
    venue: null,
    market: null,
    tokens: ["ethereum", "tether"],
    setting: null,
  };
  const newest = new Map([["exchange_flow" as const, { ethereum: NOW - 2 * 3_600_000, bitcoin: NOW }]]);
  const flows = agesOf(NOW, newest, [source], new Map()).find(({ dataset }) => dataset === "exchange_flow");
  t.match(flows, { expected: 2, fresh: 0, p50S: 7_200, newestAt: NOW - 2 * 3_600_000 });
  t.end();
});

t.test("providers: ok, degraded, down and unknown by the last success, the error rate and a pause", (t) => {
  const [source] = SOURCES;
  if (!source) throw new Error("no source");
  const provider = `sandbox:${source.provider}`;
  const mine = SOURCES.filter((one) => one.provider === source.provider);
  const everyMs = Math.min(...mine.map(({ everyS }) => everyS)) * 1_000;
  const told = (successAt: number | null, errorAt: number | null, failed: number, paused = false) =>
    toProviders(
      { MARKET: "sandbox" },
      NOW,
      mine,
      new Map([
        [source.id, { successAt, errorAt, error: errorAt ? "HTTP 500" : null, outcome: errorAt ? "http_error" : null }],
      ]),
      failed >= 0 ? [{ provider, calls: 100, failed, ok_at: 0 }] : [],
      new Set(paused ? [source.provider] : []),
    )[0];
  t.match(told(NOW, null, 0), { provider, status: "ok", error_rate_1h_pct: 0, known_issue: null });
  t.match(told(NOW, null, 6), { status: "degraded", error_rate_1h_pct: 6 });
  t.match(told(NOW - 4 * everyMs, NOW, 1), { status: "degraded", known_issue: "http_error: HTTP 500" });
  t.match(told(NOW - 11 * everyMs, NOW, 100), { status: "down" });
  t.match(told(null, NOW, 100), { status: "down" });
  t.match(told(null, null, -1), { status: "unknown", error_rate_1h_pct: "unassessed", last_success_at: null });
  t.match(told(NOW, null, 0, true), { known_issue: /paused/ });
  t.end();
});

t.test("back-fill tells what is done and when the rest will be", (t) => {
  const none = { left: 0, done: 0 };
  t.match(toBackfill({}, none, true, NOW), { windows_total: 0, done_pct: 0, eta_s: "unassessed" });
  const half = { windows_total: "200", windows_done: "50", started_at: String(NOW - 10_000) };
  t.strictSame(toBackfill(half, none, true, NOW), { windows_total: 200, windows_done: 50, done_pct: 25, eta_s: 30 });
  t.match(toBackfill({ ...half, windows_done: "200" }, none, true, NOW), { done_pct: 100, eta_s: 0 });
  t.match(toBackfill({ windows_total: "0", windows_done: "0", finished_at: "1" }, none, true, NOW), {
    done_pct: 100,
    eta_s: 0,
  });
  const filled = { ...half, windows_done: "200", finished_at: String(NOW) };
  const scans = parseScanProgress({
    "eth-exchange-flow~left": "30",
    "bsc-exchange-flow~left": "20",
    "eth-exchange-flow~done": "50",
  });
  t.strictSame(
    toBackfill(filled, scans, true, NOW),
    { windows_total: 300, windows_done: 250, done_pct: 83.33, eta_s: 2 },
    "chains that are still scanned are part of the past",
  );
  const health = (errorAt: number): SourceHealth => ({ successAt: 2, errorAt, error: "", outcome: "bad_body" });
  const kept = { "eth-exchange-flow~left": "30", "bsc-exchange-flow~left": "0" };
  t.ok(isScanStuck(kept, new Map([["eth-exchange-flow", health(3)]])));
  t.notOk(isScanStuck(kept, new Map([["eth-exchange-flow", health(1)]])), "it goes on");
  t.notOk(isScanStuck(kept, new Map([["bsc-exchange-flow", health(3)]])), "nothing of it is left");
  t.match(toBackfill(filled, scans, true, NOW, true), { windows_done: 250, eta_s: "unassessed" });
  t.end();
});

t.test("how much of the past there is in all is unassessed until every venue and chain has counted its own", (t) => {
  const chains = SOURCES.filter(({ dataset }) => dataset === "exchange_flow").map(({ id }) => id);
  const backfill = { windows_total: "200", windows_done: "50", started_at: String(NOW - 10_000) };
  const scans = Object.fromEntries(chains.map((id) => [scanField(id, "left"), "10"]));
  const told = (input: Partial<StatusInput>) => statusData({ ...GOOD, ...input }).backfill;
  t.match(told({ backfill: {}, scans }), { windows_total: "unassessed", done_pct: "unassessed", eta_s: "unassessed" });
  const { [scanField(chains[0] ?? "", "left")]: _, ...others } = scans;
  t.match(told({ backfill, scans: others }), { windows_total: "unassessed", windows_done: 50 });
  t.match(told({ backfill, scans }), { windows_total: 200 + 10 * chains.length, windows_done: 50 });
  const health = { successAt: null, errorAt: NOW, error: "away", outcome: "network" };
  const away = new Map([[chains[0] ?? "", health]]);
  t.match(
    told({ backfill, scans: others, sourceHealth: away }),
    { windows_total: 190 + 10 * chains.length },
    "who failed holds nobody up",
  );
  t.end();
});

t.test("job health: the last hour is counted, older counters are forgotten", async (t) => {
  const server = await startTestRedis(t);
  const { redis, close } = openTestDeps(server.url);
  t.teardown(close);
  await noteSuccess(redis, "gap.sweep", { at: NOW - 90 * minute, lagMs: 5, beganAt: 0, tookMs: 1 });
  await noteSuccess(redis, "gap.sweep", { at: NOW - 10 * minute, lagMs: 7, beganAt: 0, tookMs: 1 });
  await noteFailure(redis, "gap.sweep", NOW, "x".repeat(900));
  const health = (await readJobHealth(redis, NOW)).get("gap.sweep");
  t.match(health, { completed1h: 1, failed1h: 1, lagMs: 7, lastErrorAt: NOW, lastSuccessAt: NOW - 10 * minute });
  t.equal(health?.lastError?.length, 300);
  t.equal(await trimJobHealth(redis, NOW), 1);
  t.match((await readJobHealth(redis, NOW)).get("gap.sweep"), { completed1h: 1, failed1h: 1 });
});

t.test(
  "built from real stores: one freshness sample a minute, attainment from them, and the frame is published",
  async (t) => {
    const { store } = await startTestStore(t);
    const server = await startTestRedis(t);
    const opened = openTestDeps(server.url, { store });
    t.teardown(opened.close);
    const { deps, redis } = opened;
    const at = Math.floor(NOW / minute) * minute;
    const venue = SOURCES.find((source) => source.dataset === "candle" && source.market === "spot")?.venue ?? "";
    await redis.hset(KEYS.listed(venue, "spot"), { bitcoin: "BTC", ethereum: "ETH" });
    await redis.hset(
      KEYS.datasetNewest,
      "candle",
      JSON.stringify({ bitcoin: at - 30_000, ethereum: at - 10 * minute }),
    );
    // Whole once, more than a day ago: from then on the dataset is expected.
    const whole = { dataset: "candle", at: at - 1_500 * minute, tokens_expected: 2, tokens_fresh: 2 };
    await store.insert("freshness_sample", [{ ...whole, age_p50_s: 1, age_p95_s: 1 }], "earlier");
    for (const ms of [0, 15_000, 30_000, minute]) await buildStatus(deps, at + ms);
    const rows = await store.query<object, { n: number; fresh: number }>(
      {
        name: "samples",
        sql: "SELECT count() AS n, sum(tokens_fresh) AS fresh FROM freshness_sample WHERE dataset = 'candle'",
      },
      {},
    );
    t.strictSame(rows, [{ n: 3, fresh: 4 }]);
    await buildStatus(deps, at + minute + 1);
    const [frame] = await readFrames(redis, [SNAPSHOTS.status]);
    t.equal(frame?.version, at + minute + 1);
    const data: unknown = JSON.parse(frame?.parts.get("data")?.toString() ?? "null");
    if (!check(data)) throw new Error(check.describe());
    const candle = data.freshness.find(({ dataset }) => dataset === "candle");
    t.match(candle, { tokens_expected: 2, tokens_fresh: 1, attainment_24h_pct: 50 });
    t.equal(data.status, "degraded", "an objective is missed");
  },
);

t.test("with the store away the status is published all the same", async (t) => {
  const server = await startTestRedis(t);
  const opened = openTestDeps(server.url);
  t.teardown(opened.close);
  await buildStatus(opened.deps, NOW);
  const [frame] = await readFrames(opened.redis, [SNAPSHOTS.status]);
  const data: unknown = JSON.parse(frame?.parts.get("data")?.toString() ?? "null");
  if (!check(data)) throw new Error(check.describe());
  t.equal(data.status, "down");
  t.strictSame((await readStatus(opened.deps, NOW)).away, ["The store of facts"]);
});

t.test(
  "signals: every kind has its line, what could not be read is unassessed, counts are those of the rows",
  async (t) => {
    const away = statusData(NOTHING);
    t.equal(away.record.signals, "unassessed");
    t.equal(away.signals.fired_per_token_24h.severity_1, "unassessed");
    t.equal(away.signals.kinds.length, SIGNAL_KINDS.length);
    const { store } = await startTestStore(t);
    const server = await startTestRedis(t);
    const { deps, close } = openTestDeps(server.url, { store });
    t.teardown(close);
    const at = Math.floor(NOW / minute) * minute;
    const evaluation = (back: number, kind: string, reasons: object) => ({
      at: at - back * minute,
      kind,
      evaluated_count: 90,
      not_evaluated_count: 10,
      fired_count: 1,
      reasons: JSON.stringify(reasons),
      rules: "sig-1",
    });
    const rows = [
      evaluation(1, "price_move", { stale: 10 }),
      evaluation(2, "price_move", { stale: 4, pending: 6 }),
      evaluation(2 * 1_440, "price_move", { stale: 10 }),
      evaluation(1, "depeg", { no_source: 10 }),
    ];
    await store.insert("signal_evaluation", rows, "evaluations");
    await store.insert("signal_evaluation", rows.slice(0, 1), "again");
    const signal = (id: number, back: number, severity: number, more: object = {}) => ({
      token: "bitcoin",
      at: at - back * minute,
      key: `k${id}`,
      id,
      kind: "price_move",
      direction: "bullish",
      severity,
      value: 1,
      ratio: 1,
      details: "{}",
      status: "open",
      expires_at: at,
      closed_at: null,
      rules: "sig-1",
      changed_at: at - back * minute,
      ...more,
    });
    const closed = { status: "resolved", closed_at: at, changed_at: at };
    await store.insert(
      "signal",
      [signal(1, 2_000, 3), signal(2, 5, 1), signal(3, 4, 2), signal(3, 4, 2, closed)],
      "signals",
    );
    await store.insert(
      "signal_minute",
      [{ at: at - minute, read_at: at, last_id: 3, skipped_count: 0, coverage: "{}", outcome: "{}", written_at: at }],
      "minute",
    );
    t.equal(
      statusData(await readStatus(deps, NOW)).record.pending_outcomes,
      "unassessed",
      "no record is published yet",
    );
    const card = JSON.stringify({ totals: { issued: 71, scored: 0, pending: 213, unassessed: 0 } });
    const frame = encodeFrame({ name: SNAPSHOTS.record, version: NOW, meta: {} }, new Map([["card", card]]), "packed");
    await deps.redis.set(KEYS.snapshot(SNAPSHOTS.record), frame);
    const data = statusData(await readStatus(deps, NOW));
    t.equal(data.record.pending_outcomes, 213, "what the public record waits for");
    t.equal(data.record.signals, 3);
    t.equal(data.signals.last_minute_at, new Date(at - minute).toISOString());
    t.same(data.signals.fired_per_token_24h, {
      severity_1: 1 / TRACKED.length,
      severity_2: 1 / TRACKED.length,
      severity_3: 0,
    });
    const line = (kind: string) => data.signals.kinds.find((one) => one.kind === kind);
    t.same(line("price_move"), {
      kind: "price_move",
      evaluated_24h: 180,
      not_evaluated_24h: 20,
      fired_24h: 2,
      reasons: { stale: 14, pending: 6 },
    });
    t.match(line("depeg"), { reasons: { no_source: 10 } });
    t.ok(check(data), check.describe());
  },
);

t.test(
  "a log that does not hold makes the service degraded and says why; keys that sign are shown by their public half",
  async (t) => {
    const key = signerOf("assay.test/log", Buffer.alloc(32, 1));
    const count = { evaluations: 3, briefs: 1, issued: 4, size: 3, signed_at: NOW - 60_000 };
    const env = { ...GOOD.env, LOG_SIGNING_KEYS: encodeSigner(key) };
    const well = statusData({ ...GOOD, env, log: { count, problem: "", attested: null, cosigned: null } });
    t.match(well.log, { issued: 4, size: 3, keys: [encodeVerifier(key)], problem: null });
    t.match(well.record, { evaluations: 3, briefs: 1 });
    t.notMatch(JSON.stringify(well), /PRIVATE/);
    const ill = statusData({
      ...GOOD,
      env,
      log: { count, problem: "the root of 3 leaves is not what was signed", attested: null, cosigned: null },
    });
    t.equal(ill.status, "degraded");
    t.ok(ill.notices.some(({ text }) => text.includes("not what was signed")));
  },
);
