// Reads how the service is doing, samples freshness once a minute, and publishes the status.
import { compile } from "../../schema/check.ts";
import { MINUTE_MS } from "../../schema/duration.ts";
import { encodeFrame, type Frame } from "../../schema/frame.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { LANE_IDS } from "../../schema/lane.ts";
import { StatusData } from "../../schema/object/status.ts";
import { issuedCount } from "../../schema/query/issued/issued-count.ts";
import { attestationCount } from "../../schema/query/log/attestation-count.ts";
import { cosignatureNewest } from "../../schema/query/log/cosignature-newest.ts";
import { replayNewest } from "../../schema/query/service/replay-sampled.ts";
import { statusAttainment } from "../../schema/query/service/status-attainment.ts";
import { statusCall } from "../../schema/query/service/status-call.ts";
import { statusReject } from "../../schema/query/service/status-reject.ts";
import { signalCount } from "../../schema/query/signal/signal-count.ts";
import { signalEvaluationDay } from "../../schema/query/signal/signal-evaluation-day.ts";
import { signalMinuteLatest } from "../../schema/query/signal/signal-minute-latest.ts";
import type { Scorecard } from "../../schema/record/scorecard.ts";
import type { StatusMeta } from "../../schema/snapshot.ts";
import { parseSourceHealth } from "../../schema/source/source-health.ts";
import type { Deps } from "../deps.ts";
import { readJobHealth } from "../health.ts";
import { publishFrames, readFrames } from "../publish.ts";
import { configuredSources, readListed } from "../source-info.ts";
import { itemsOf } from "../status/coverage.ts";
import { agesOf, type DatasetAge, toSamples } from "../status/freshness.ts";
import { problemOf } from "../status/log.ts";
import { readNewest } from "../status/newest.ts";
import { type DetectionStatus, NO_DETECTION } from "../status/signals.ts";
import { type StatusInput, statusData } from "../status/status-data.ts";
import { readUniverseSize } from "./build-universe.ts";

const isStatus = compile(StatusData);

/** When this process first told its status; kept with its record of dependencies. */
const STARTS = new WeakMap<Deps, number>();
function startOf(deps: Deps, now: number): number {
  const known = STARTS.get(deps) ?? now;
  STARTS.set(deps, known);
  return known;
}

/** Reads one thing; when it is away, notes so and goes on with what stands for it. */
async function attempt<T>(away: string[], what: string, read: () => Promise<T>, otherwise: T): Promise<T> {
  try {
    return await read();
  } catch {
    if (!away.includes(what)) away.push(what);
    return otherwise;
  }
}

const STORE = "The store of facts";
const CACHE = "The queues";

async function readPaused(deps: Deps, providers: readonly string[]): Promise<Set<string>> {
  const found = await Promise.all(providers.map((provider) => deps.redis.exists(KEYS.pause(provider))));
  return new Set(providers.filter((_, at) => found[at] === 1));
}

async function readBacklog(deps: Deps) {
  return new Map(await Promise.all(LANE_IDS.map(async (lane) => [lane, await deps.producer.backlog(lane)] as const)));
}

async function readDetection({ store }: Deps, asOf: number): Promise<DetectionStatus> {
  const [[count = null], day, [last]] = await Promise.all([
    store.query(signalCount, { asOf }),
    store.query(signalEvaluationDay, { asOf }),
    store.query(signalMinuteLatest, { asOf }),
  ]);
  return { count, day, lastMinuteAt: last?.minute_at ?? null };
}

/** Outcomes the published record waits for; null where there is no record. */
function pendingOf(record: Frame<unknown> | null): number | null {
  const card = record?.parts.get("card");
  return card === undefined ? null : (JSON.parse(card.toString()) as Scorecard).totals.pending;
}

/** Everything the status rests on, as far as it can be read. */
export async function readStatus(deps: Deps, now: number): Promise<StatusInput> {
  const { redis, store } = deps;
  const away: string[] = [];
  const sources = configuredSources(deps.env);
  const providers = [...new Set(sources.map((source) => source.provider))];
  const fromRedis = <T>(read: () => Promise<T>, otherwise: T) => attempt(away, CACHE, read, otherwise);
  const fromStore = <T>(read: () => Promise<T>, otherwise: T) => attempt(away, STORE, read, otherwise);
  const listed = await fromRedis(() => readListed(redis, sources), new Map());
  const newest = await fromRedis(() => readNewest(redis), new Map());
  return {
    env: deps.env,
    now,
    startedAt: startOf(deps, now),
    sources,
    away,
    ages: agesOf(now, newest, sources, listed),
    jobHealth: await fromRedis(() => readJobHealth(redis, now), new Map()),
    backlog: await fromRedis(() => readBacklog(deps), new Map()),
    sourceHealth: await fromRedis(async () => parseSourceHealth(await redis.hgetall(KEYS.sourceHealth)), new Map()),
    paused: await fromRedis(() => readPaused(deps, providers), new Set<string>()),
    backfill: await fromRedis(() => redis.hgetall(KEYS.backfill), {}),
    scans: await fromRedis(() => redis.hgetall(KEYS.scanProgress), {}),
    reread: await fromRedis(() => redis.hgetall(KEYS.reread), {}),
    items: await fromRedis(async () => itemsOf((await readFrames(redis, [SNAPSHOTS.tokens]))[0] ?? null), []),
    universeSize: await fromRedis(async () => readUniverseSize(redis), null),
    pendingOutcomes: await fromRedis(
      async () => pendingOf((await readFrames(redis, [SNAPSHOTS.record]))[0] ?? null),
      null,
    ),
    detection: await fromStore(() => readDetection(deps, now), NO_DETECTION),
    log: {
      count: await fromStore(async () => (await store.query(issuedCount, {}))[0] ?? null, null),
      problem: await fromRedis(async () => problemOf(await redis.hgetall(KEYS.proofHealth)), ""),
      attested: await fromStore(async () => (await store.query(attestationCount, { asOf: now }))[0] ?? null, null),
      cosigned: await fromStore(() => store.query(cosignatureNewest, {}), null),
    },
    replayed: await fromStore(async () => (await store.query(replayNewest, { asOf: now }))[0] ?? null, null),
    attainment: await fromStore(() => store.query(statusAttainment, { asOf: now }), []),
    calls: await fromStore(() => store.query(statusCall, { asOf: now }), []),
    rejects: await fromStore(() => store.query(statusReject, { asOf: now }), []),
  };
}

/** One sample a minute, whichever process comes first. */
async function sample(deps: Deps, now: number, ages: readonly DatasetAge[]): Promise<void> {
  const slot = Math.floor(now / MINUTE_MS);
  const rows = toSamples(now, ages);
  if (rows.length === 0) return;
  const mine = await deps.redis.set(KEYS.lock(`freshness-sample~${slot}`), "1", "EX", 120, "NX");
  if (mine === null) return;
  try {
    await deps.store.insert("freshness_sample", rows, `freshness-sample~${slot}`);
  } catch (error) {
    // The status must be told above all when the store is away.
    deps.log.warn({ err: error }, "freshness not sampled");
  }
}

/** Builds, checks and publishes the status at `now` (epoch milliseconds). */
export async function buildStatus(deps: Deps, now: number): Promise<void> {
  const input = await readStatus(deps, now);
  await sample(deps, now, input.ages);
  const data = statusData(input);
  if (!isStatus(data)) throw new Error(`the status does not fit its shape: ${isStatus.describe()}`);
  const meta: StatusMeta = { asOf: now };
  const name = SNAPSHOTS.status;
  const frame = encodeFrame({ name, version: now, meta }, new Map([["data", JSON.stringify(data)]]));
  await publishFrames(deps.redis, [{ name, version: now, frame }]);
}
