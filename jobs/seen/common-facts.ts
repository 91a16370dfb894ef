// What the whole service shares and one process tells when metrics are asked for: queues, datasets, providers, lines of the
// pipeline, payments, the proof log, Redis.
import { DAY_MS } from "../../schema/duration.ts";
import type { Env } from "../../schema/env.ts";
import type { Producer } from "../../schema/io/queue.ts";
import { infoOf, type Redis } from "../../schema/io/redis.ts";
import type { Gauge, Look, Reading } from "../../schema/io/seen/metrics.ts";
import { KEYS, SNAPSHOTS } from "../../schema/key.ts";
import { LANE_IDS } from "../../schema/lane.ts";
import type { StatusData } from "../../schema/object/status.ts";
import { readFrames } from "../publish.ts";
import { readRedisInfo } from "./redis-info.ts";

type SeenDeps = {
  readonly redis: Redis;
  readonly producer: Pick<Producer, "counts" | "oldest" | "workers">;
  readonly clock: { now(): number };
  readonly env: Pick<Env, "MODEL_USD_PER_DAY">;
};

export const gauge = (name: string, help: string, readings: readonly Reading[]): Gauge => ({
  ...{ name, help },
  read: () => readings,
});
const one = (value: number): Reading[] => [{ value }];
const isNumber = (value: unknown): value is number => typeof value === "number";
/** A number that was not measured has no reading. */
const some = (value: unknown, labels: Record<string, string> = {}, scale = 1): Reading[] =>
  isNumber(value) ? [{ value: value * scale, labels }] : [];
const timeOf = (text: string | null, labels: Record<string, string> = {}): Reading[] =>
  text === null ? [] : [{ value: Date.parse(text) / 1_000, labels }];

async function queueGauges({ producer, clock }: SeenDeps): Promise<Gauge[]> {
  const lanes = await Promise.all(
    LANE_IDS.map(async (lane) => {
      const [counts, oldest, workers] = await Promise.all([
        producer.counts(lane),
        producer.oldest(lane),
        producer.workers(lane),
      ]);
      return { lane, counts, age: oldest === null ? 0 : Math.max(0, clock.now() - oldest) / 1_000, workers };
    }),
  );
  const jobs = lanes.flatMap(({ lane, counts }) =>
    Object.entries(counts).map(([state, value]) => ({ value, labels: { lane, state } })),
  );
  return [
    gauge("queue_jobs", "Jobs by lane and state.", jobs),
    gauge(
      "queue_oldest_seconds",
      "Since when the job that waits longest should run.",
      lanes.map(({ lane, age }) => ({ value: age, labels: { lane } })),
    ),
    gauge(
      "queue_workers",
      "Workers of each lane.",
      lanes.map(({ lane, workers }) => ({ value: workers, labels: { lane } })),
    ),
  ];
}

const STATES = ["ok", "degraded", "down", "unknown"] as const;

function datasetGauges({ freshness }: StatusData): Gauge[] {
  const by = (read: (row: StatusData["freshness"][number]) => Reading[]) => freshness.flatMap(read);
  return [
    gauge(
      "dataset_attainment_ratio",
      "Share of the last 24 hours' samples in which what is tracked was within its objective.",
      by(({ dataset, attainment_24h_pct: pct }) => some(pct, { dataset }, 0.01)),
    ),
    gauge(
      "dataset_age_seconds",
      "Age of the newest reading of a token.",
      by(({ dataset, age_p50_s: half, age_p95_s: most }) => [
        ...some(half, { dataset, quantile: "0.5" }),
        ...some(most, { dataset, quantile: "0.95" }),
      ]),
    ),
    gauge(
      "dataset_objective_seconds",
      "The age within which a dataset is fresh.",
      by(({ dataset, slo_s: slo }) => some(slo, { dataset })),
    ),
    gauge(
      "dataset_limit_seconds",
      "The age beyond which a dataset is not shown as current.",
      by(({ dataset, hard_ttl_s: ttl }) => some(ttl, { dataset })),
    ),
    gauge(
      "dataset_tokens",
      "Tokens that a dataset should have, and those of which it is fresh.",
      by(({ dataset, tokens_expected: expected, tokens_fresh: fresh }) => [
        ...some(expected, { dataset, state: "expected" }),
        ...some(fresh, { dataset, state: "fresh" }),
      ]),
    ),
  ];
}

function sourceGauges({ providers, rejects, pipeline, backfill }: StatusData): Gauge[] {
  const refused = new Map<string, number>();
  for (const { dataset, reason, count_24h: count } of rejects) {
    const key = `${dataset}\n${reason}`;
    refused.set(key, (refused.get(key) ?? 0) + count);
  }
  return [
    gauge(
      "provider_state",
      "1 for the state that a provider is in.",
      providers.flatMap(({ provider, status }) =>
        STATES.map((state) => ({ value: status === state ? 1 : 0, labels: { provider, state } })),
      ),
    ),
    gauge(
      "source_last_success_timestamp_seconds",
      "When a provider last answered well.",
      providers.flatMap(({ provider, last_success_at: at }) => timeOf(at, { provider })),
    ),
    gauge(
      "ingest_rejected_rows_24h",
      "Rows refused in the last 24 hours.",
      [...refused].map(([key, value]) => {
        const [dataset = "", reason = ""] = key.split("\n");
        return { value, labels: { dataset, reason } };
      }),
    ),
    gauge(
      "job_last_success_timestamp_seconds",
      "When a line of the pipeline last ended well.",
      pipeline.flatMap(({ job, last_success_at: at }) => timeOf(at, { line: job })),
    ),
    gauge(
      "job_interval_seconds",
      "How often a line of the pipeline runs.",
      pipeline.flatMap(({ job, interval_s: s }) => some(s, { line: job })),
    ),
    gauge(
      "job_failing",
      "1 where the last run of a line of the pipeline failed.",
      pipeline.map(({ job, status }) => ({ value: status === "failing" ? 1 : 0, labels: { line: job } })),
    ),
    gauge("backfill_done_ratio", "How much of the past is stored.", some(backfill.done_pct, {}, 0.01)),
  ];
}

const logGauges = ({ log, signals, record }: StatusData): Gauge[] => [
  gauge("log_size", "Entries of the proof log that are signed.", some(log.size)),
  gauge("log_issued", "Objects that were issued.", some(log.issued)),
  gauge("log_signed_timestamp_seconds", "When the newest checkpoint was signed.", timeOf(log.signed_at)),
  gauge("log_problem", "1 where the stored log does not hold.", one(log.problem === null ? 0 : 1)),
  gauge(
    "signals_minute_timestamp_seconds",
    "The last minute that was judged by the rules.",
    timeOf(signals.last_minute_at),
  ),
  gauge("record_pending_outcomes", "Calls whose horizon is not over.", some(record.pending_outcomes)),
];

async function statusGauges({ redis }: SeenDeps): Promise<Gauge[]> {
  const [frame] = await readFrames(redis, [SNAPSHOTS.status]);
  const text = frame?.parts.get("data")?.toString();
  if (!frame || text === undefined) return [];
  const status = JSON.parse(text) as StatusData;
  return [
    gauge("status_built_timestamp_seconds", "When the status was last built.", one(frame.version / 1_000)),
    ...datasetGauges(status),
    ...sourceGauges(status),
    ...logGauges(status),
  ];
}

async function moneyGauges({ redis, clock, env }: SeenDeps): Promise<Gauge[]> {
  const now = clock.now();
  const [pending, oldest, unstored, refused, spent] = await Promise.all([
    redis.zcard(KEYS.paymentsPending),
    redis.zrange(KEYS.paymentsPending, "0", "0", "WITHSCORES"),
    redis.llen(KEYS.paymentLedger),
    redis.llen(KEYS.paymentLedgerRefused),
    redis.hget(KEYS.modelSpent(Math.floor(now / DAY_MS)), "all"),
  ]);
  const since = oldest[1] === undefined ? now : Number(oldest[1]);
  return [
    gauge("payments_pending", "Settlements without an end.", one(pending)),
    gauge(
      "payments_pending_oldest_seconds",
      "How long the oldest of them has had none.",
      one(Math.max(0, now - since) / 1_000),
    ),
    gauge("payments_unstored", "Ends of payments that the store has not taken yet.", one(unstored)),
    gauge("payments_set_aside", "Ends of payments that are kept for a person to look at.", one(refused)),
    gauge("model_spent_usd", "What the model cost since midnight UTC.", one(Number(spent ?? 0) / 1e6)),
    gauge("model_budget_usd", "What it may cost a day.", one(env.MODEL_USD_PER_DAY)),
  ];
}

async function backupGauges({ redis }: SeenDeps): Promise<Gauge[]> {
  const { at, since, every } = await redis.hgetall(KEYS.backup);
  // One that somebody made by hand promises no other.
  if (every === undefined) return [];
  const seconds = (ms: string | undefined) => (ms === undefined ? [] : one(Number(ms) / 1_000));
  return [
    gauge("backup_made_timestamp_seconds", "When the newest backup was made.", seconds(at)),
    gauge("backup_promised_timestamp_seconds", "Since when backups are to be made regularly.", seconds(since)),
    gauge("backup_interval_seconds", "Within how long the next one should be.", one(Number(every))),
  ];
}

/** Of the looks each fails by itself. */
export const commonLooks = (deps: SeenDeps): Look[] => [
  { name: "queue", gauges: () => queueGauges(deps) },
  { name: "status", gauges: () => statusGauges(deps) },
  { name: "money", gauges: () => moneyGauges(deps) },
  { name: "backup", gauges: () => backupGauges(deps) },
  { name: "redis", gauges: async () => readRedisInfo(await infoOf(deps.redis)) },
];
