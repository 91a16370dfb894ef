// What a jobs process notes in Redis about each job, and how the status page reads it back.
import type { Redis } from "../schema/io/redis.ts";
import { KEYS } from "../schema/key.ts";
import { gather } from "./gather.ts";

/** Counters are kept in buckets of ten minutes; the last hour is the current one and the six before. */
const BUCKET_MS = 600_000;
const BUCKETS_PER_HOUR = 6;
const ERROR_LENGTH_MAX = 300;

export type JobHealth = {
  readonly lastSuccessAt: number | null;
  readonly lastErrorAt: number | null;
  readonly lastError: string | null;
  /** Start minus the time it was due, of the last run. Milliseconds. */
  readonly lagMs: number | null;
  readonly completed1h: number;
  readonly failed1h: number;
};

type Mutable = { -readonly [K in keyof JobHealth]: JobHealth[K] };

const bucketOf = (at: number) => Math.floor(at / BUCKET_MS);

type Success = {
  readonly at: number;
  /** Start minus the time it was due. */
  readonly lagMs: number;
  /** When it began by the clock of the queues. */
  readonly beganAt: number;
  readonly tookMs: number;
};

/** Jobs that end at once are told of at once: of each line the last one, and how many they were. */
const noteAll = gather(async (redis: Redis, ended: readonly (readonly [string, Success])[]) => {
  const fields: Record<string, number> = {};
  const counts = new Map<string, number>();
  for (const [key, { at, lagMs, beganAt, tookMs }] of ended) {
    fields[`${key}|success_at`] = at;
    fields[`${key}|lag_ms`] = Math.max(0, Math.round(lagMs));
    fields[`${key}|began_at`] = beganAt;
    fields[`${key}|took_ms`] = tookMs;
    const count = `${key}|done|${bucketOf(at)}`;
    counts.set(count, (counts.get(count) ?? 0) + 1);
  }
  const transaction = redis.multi().hset(KEYS.jobHealth, fields);
  for (const [field, count] of counts) transaction.hincrby(KEYS.jobHealth, field, count);
  await transaction.exec();
});

/** Notes that a job ended well. Times in epoch milliseconds. */
export const noteSuccess = (redis: Redis, key: string, success: Success): Promise<void> =>
  noteAll(redis, [key, success]);

/** When the last run of the line that ended well began, by the clock of the queues; 0 before the first. */
export async function lastBeganAt(redis: Redis, line: string): Promise<number> {
  return Number((await redis.hget(KEYS.jobHealth, `${line}|began_at`)) ?? 0);
}

/** How long the last run of the line that ended well took, in milliseconds; null before the first. */
export async function lastTookMs(redis: Redis, line: string): Promise<number | null> {
  const took = await redis.hget(KEYS.jobHealth, `${line}|took_ms`);
  return took === null ? null : Number(took);
}

/** Notes that a run of a job failed. */
export async function noteFailure(redis: Redis, key: string, at: number, message: string): Promise<void> {
  await redis
    .multi()
    .hset(KEYS.jobHealth, `${key}|error_at`, at, `${key}|error`, message.slice(0, ERROR_LENGTH_MAX))
    .hincrby(KEYS.jobHealth, `${key}|failed|${bucketOf(at)}`, 1)
    .exec();
}

const EMPTY: JobHealth = {
  lastSuccessAt: null,
  lastErrorAt: null,
  lastError: null,
  lagMs: null,
  completed1h: 0,
  failed1h: 0,
};

function take(health: Mutable, kind: string, bucket: string | undefined, value: string, now: number): void {
  const recent = bucket !== undefined && Number(bucket) >= bucketOf(now) - BUCKETS_PER_HOUR;
  if (kind === "success_at") health.lastSuccessAt = Number(value);
  else if (kind === "error_at") health.lastErrorAt = Number(value);
  else if (kind === "error") health.lastError = value;
  else if (kind === "lag_ms") health.lagMs = Number(value);
  else if (kind === "done" && recent) health.completed1h += Number(value);
  else if (kind === "failed" && recent) health.failed1h += Number(value);
}

/** Health by line of the pipeline. */
export async function readJobHealth(redis: Redis, now: number): Promise<ReadonlyMap<string, JobHealth>> {
  const byKey = new Map<string, Mutable>();
  for (const [field, value] of Object.entries(await redis.hgetall(KEYS.jobHealth))) {
    const [key = "", kind = "", bucket] = field.split("|");
    const health = byKey.get(key) ?? { ...EMPTY };
    byKey.set(key, health);
    take(health, kind, bucket, value, now);
  }
  return byKey;
}

/** Forgets counters nobody reads any more. @returns how many. */
export async function trimJobHealth(redis: Redis, now: number): Promise<number> {
  const oldest = bucketOf(now) - BUCKETS_PER_HOUR;
  const stale = (await redis.hkeys(KEYS.jobHealth)).filter((field) => {
    const bucket = field.split("|")[2];
    return bucket !== undefined && Number(bucket) < oldest;
  });
  return stale.length === 0 ? 0 : redis.hdel(KEYS.jobHealth, ...stale);
}
