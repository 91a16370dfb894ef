// Runs jobs: one BullMQ worker a lane, payloads checked, every run under a deadline; the only consumer of the queues.
import { DelayedError, type Job, UnrecoverableError, WaitingError, Worker } from "bullmq";
import { compile } from "../schema/check.ts";
import { systemClock } from "../schema/io/clock.ts";
import { openReminder } from "../schema/io/log.ts";
import type { Redis } from "../schema/io/redis.ts";
import { counter, histogram, observe } from "../schema/io/seen/tally.ts";
import { JOB_NAMES, JOBS, type JobName, type JobPayload } from "../schema/job.ts";
import { lineOf, sharedLineOf } from "../schema/job-line.ts";
import { KEYS } from "../schema/key.ts";
import { LANES, type LaneId } from "../schema/lane.ts";
import { type Deps, type Handler, Later, LEFT } from "./deps.ts";
import { lastBeganAt, noteFailure, noteSuccess } from "./health.ts";
import { tendWorker } from "./tend-worker.ts";

export type Handlers = { readonly [N in JobName]: Handler<N> };

type Host = {
  /** Takes no new job, waits for the running ones, and cancels those that outlast the grace. */
  close(graceMs: number): Promise<void>;
};

type HostOptions = {
  readonly deps: Deps;
  /** A patient connection; workers block on copies of it. */
  readonly redis: Redis;
  readonly lanes: readonly LaneId[];
  readonly handlers: Handlers;
  /** Shorter times than the lanes' own, for those who cannot wait. */
  readonly timing?: { readonly lockMs: number; readonly stalledIntervalMs: number };
};

const RUNS = counter("job_runs_total", "Runs of jobs by how they ended.", ["task", "lane", "outcome"]);
const TOOK = histogram("job_duration_seconds", "How long runs of jobs took that ended well.", ["task", "lane"]);
const LAG = histogram("job_lag_seconds", "How late runs of jobs began.", ["task", "lane"]);
const STALLED = counter("job_stalled_total", "Jobs whose worker fell silent, by lane.", ["lane"]);

const STALLED_INTERVAL_MS = 7_500;
const STALLED_MAX = 3;
const STOPPING = "stopping";
/** After a cancel a job has this long to let go before the connection is cut. */
const CANCEL_MS = 2_000;
/** Clocks of two machines differ by less: who asks and who works each count by their own. */
const SKEW_MS = 2_000;

type CheckedPayload = { readonly name: JobName; readonly payload: JobPayload<JobName> };

const checks = new Map(JOB_NAMES.map((name) => [name, compile(JOBS[name].payload)] as const));
const isJobName = (name: string): name is JobName => Object.hasOwn(JOBS, name);

/** The job's name and payload by the catalogue. Throws an error that is not retried where either is unknown. */
function checkJob(job: Job): CheckedPayload {
  if (!isJobName(job.name)) throw new UnrecoverableError(`no job is called ${job.name.slice(0, 64)}`);
  const check = checks.get(job.name);
  const payload: unknown = job.data;
  if (!check?.(payload)) throw new UnrecoverableError(`payload: ${check?.describe() ?? "unknown"}`);
  return { name: job.name, payload: payload as JobPayload<JobName> };
}

/** Runs `work` until it ends, its time is up or `outer` aborts; the lane is free again in either case. */
async function withDeadline<T>(
  timeoutMs: number,
  outer: AbortSignal | undefined,
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const inner = new AbortController();
  const abort = (reason: string) => inner.abort(new Error(reason));
  const onOuter = () => abort("cancelled");
  const timer = setTimeout(abort, timeoutMs, `not done within ${timeoutMs} ms`);
  outer?.addEventListener("abort", onOuter, { once: true });
  if (outer?.aborted) onOuter();
  const aborted = new Promise<never>((_, reject) => {
    if (inner.signal.aborted) reject(inner.signal.reason);
    else inner.signal.addEventListener("abort", () => reject(inner.signal.reason), { once: true });
  });
  try {
    return await Promise.race([work(inner.signal), aborted]);
  } finally {
    clearTimeout(timer);
    outer?.removeEventListener("abort", onOuter);
  }
}

const dueAt = (job: Job): number => job.timestamp + (job.opts.delay ?? 0);
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));

/** Whether a run of its line that surely began after it was asked for has done its work: it ends without a statement. */
async function isObsolete({ deps }: HostOptions, job: Job, checked: CheckedPayload): Promise<boolean> {
  const line = sharedLineOf(checked);
  return line !== null && (await lastBeganAt(deps.redis, line)) - SKEW_MS >= dueAt(job);
}

type Taken = { readonly job: Job; readonly token: string | undefined; readonly outer: AbortSignal | undefined };

/** The same, with lines of the log that name the request that waits for the job. */
function named(deps: Deps, job: Job): Deps {
  const request = job.opts.telemetry?.metadata;
  return request === undefined ? deps : { ...deps, log: deps.log.child({ request }) };
}

async function runJob(options: HostOptions, { job, token, outer }: Taken, lane: LaneId): Promise<void> {
  const deps = named(options.deps, job);
  const startedAt = deps.clock.now();
  let key = job.name;
  // A name that nobody knows is anybody's.
  const counted = isJobName(job.name) ? job.name : "unknown";
  const count = (outcome: string) => {
    RUNS.of(counted, lane, outcome).value += 1;
  };
  try {
    const checked = checkJob(job);
    const { name, payload } = checked;
    key = lineOf(checked);
    if (await isObsolete(options, job, checked)) {
      deps.log.debug({ job: job.id }, "job done by a later one");
      count("obsolete");
      return;
    }
    const handler = options.handlers[name] as Handler<JobName>;
    const end = await withDeadline(JOBS[name].timeoutMs, outer, (signal) => handler(deps, payload, signal));
    if (end === LEFT) {
      deps.log.debug({ job: job.id }, "job left to another");
      count("left");
      return;
    }
    deps.log.debug({ job: job.id, ms: deps.clock.now() - startedAt }, "job done");
    const at = deps.clock.now();
    count("done");
    observe(TOOK.of(counted, lane), (at - startedAt) / 1_000);
    observe(LAG.of(counted, lane), Math.max(0, startedAt - dueAt(job)) / 1_000);
    const done = { at, lagMs: startedAt - dueAt(job), beganAt: job.processedOn ?? 0, tookMs: at - startedAt };
    await noteSuccess(deps.redis, key, done).catch(() => undefined);
  } catch (error) {
    if (error instanceof Later) {
      count("later");
      // The queue counts by the time of day.
      await job.moveToDelayed(systemClock.now() + Math.ceil(error.waitMs), token);
      throw new DelayedError();
    }
    if (outer?.reason === STOPPING) {
      // A stop is no failure of the job: another worker runs it.
      await job.moveToWait(token);
      deps.log.info({ job: job.id }, "job given back");
      count("given_back");
      throw new WaitingError();
    }
    count("failed");
    deps.log.error({ job: job.id, attempt: job.attemptsMade + 1, err: error }, "job failed");
    await noteFailure(deps.redis, key, deps.clock.now(), messageOf(error)).catch(() => undefined);
    // BullMQ stores the reason, so only errors may leave here.
    throw error instanceof Error ? error : new Error(messageOf(error));
  }
}

const elapsed = (ms: number) => new Promise<"late">((resolve) => setTimeout(resolve, ms, "late").unref());

function startWorker(options: HostOptions, lane: LaneId): Worker {
  const { log } = options.deps;
  // BullMQ gives a signal only to a processor that declares three parameters.
  const processor = (job: Job, token: string | undefined, outer: AbortSignal | undefined) =>
    runJob(options, { job, token, outer }, lane);
  const worker = new Worker(lane, processor as (job: Job) => Promise<void>, {
    connection: options.redis,
    prefix: KEYS.queuePrefix,
    concurrency: LANES[lane].concurrency,
    lockDuration: options.timing?.lockMs ?? LANES[lane].lockMs,
    stalledInterval: options.timing?.stalledIntervalMs ?? STALLED_INTERVAL_MS,
    maxStalledCount: STALLED_MAX,
  });
  tendWorker(worker);
  const remind = openReminder(options.deps.clock);
  worker.on("error", (error) =>
    remind(error.message, (times) => log.warn({ lane, err: error, times }, "worker error")),
  );
  worker.on("stalled", (id) => {
    STALLED.of(lane).value += 1;
    log.warn({ lane, job: id }, "job stalled and goes back to the queue");
  });
  worker.on("lockRenewalFailed", (ids) => {
    // Somebody else may run the job by now: stop ours.
    for (const id of ids) worker.cancelJob(id, "lock lost");
  });
  return worker;
}

/** Waits for running jobs, then cancels them, then cuts the connection; a cut job is run again by another worker. */
async function closeWorker(worker: Worker, graceMs: number): Promise<void> {
  const closed = worker.close();
  if ((await Promise.race([closed, elapsed(graceMs)])) !== "late") return;
  worker.cancelAllJobs(STOPPING);
  if ((await Promise.race([closed, elapsed(CANCEL_MS)])) !== "late") return;
  await Promise.race([worker.disconnect(), elapsed(CANCEL_MS)]);
}

/** Starts the workers of the given lanes. */
export function startHost(options: HostOptions): Host {
  const workers = options.lanes.map((lane) => startWorker(options, lane));
  return {
    async close(graceMs) {
      await Promise.allSettled(workers.map((worker) => closeWorker(worker, graceMs)));
    },
  };
}
