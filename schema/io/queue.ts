// The queue door for producers: BullMQ queues by lane, jobs by catalogue.
import { type Job, Queue } from "bullmq";
import { compile } from "../check.ts";
import { JOBS, type JobName, type JobPayload } from "../job.ts";
import { laneOf, priorityOfJob, sharedLineOf } from "../job-line.ts";
import { KEYS } from "../key.ts";
import { LANE_IDS, type LaneId } from "../lane.ts";
import type { Redis } from "./redis.ts";

export type JobRequest<N extends JobName = JobName> = {
  readonly name: N;
  readonly id: string;
  readonly payload: JobPayload<N>;
  readonly delayMs?: number;
  /** In place of its job's own. */
  readonly priority?: number;
  /** Once it is done it may be asked for again under the same id. */
  readonly isForgotten?: true;
  /** Of the request that waits for it: its lines of the log name it. */
  readonly requestId?: string | undefined;
};

export type Producer = {
  /**
   * Enqueues; a job whose id is known already is not made twice. Of a line whose jobs do what there is to do when they
   * run, at most one waits: where one does, it stands for the new one, and while one runs the newest waits for its end.
   */
  add<N extends JobName>(request: JobRequest<N>): Promise<void>;
  addAll(requests: readonly JobRequest[]): Promise<void>;
  /** How many workers serve the lane. */
  workers(lane: LaneId): Promise<number>;
  counts(lane: LaneId): Promise<Record<string, number>>;
  /** When the job that waits longest should have run, epoch milliseconds; null where none waits. */
  oldest(lane: LaneId): Promise<number | null>;
  /** Ids of jobs that wait or run, at most a thousand of each. */
  backlog(lane: LaneId): Promise<{ readonly waiting: readonly string[]; readonly active: readonly string[] }>;
  close(): Promise<void>;
};

const checks = new Map(Object.entries(JOBS).map(([name, job]) => [name, compile(job.payload)]));

/** Kept longer than one period so that a repeated id is recognised; bounded so that Redis is. */
const KEPT = { removeOnComplete: { age: 3_600, count: 20_000 }, removeOnFail: { age: 86_400, count: 5_000 } };

const BACKLOG_MAX = 1_000;

const deduplication = (request: JobRequest) => {
  const id = sharedLineOf(request);
  return id === null ? {} : { deduplication: { id, keepLastIfActive: true } };
};

const priorityOf = ({ name, priority = priorityOfJob(name) }: JobRequest) =>
  priority === undefined ? {} : { priority };

const options = (request: JobRequest) => ({
  ...KEPT,
  ...(request.isForgotten && { removeOnComplete: true }),
  ...deduplication(request),
  jobId: request.id,
  attempts: JOBS[request.name].attempts,
  backoff: { type: "exponential", delay: 1_000, jitter: 0.5 },
  ...(request.delayMs === undefined ? {} : { delay: request.delayMs }),
  ...priorityOf(request),
  ...(request.requestId === undefined ? {} : { telemetry: { metadata: request.requestId } }),
});

function openQueue(redis: Redis, lane: LaneId): Queue {
  const queue = new Queue(lane, { connection: redis, prefix: KEYS.queuePrefix });
  queue.on("error", () => undefined);
  return queue;
}

/** BullMQ's score of a job that waits by priority: this times the priority, and a number that counts up. */
const PRIORITY_STEP = 2 ** 32;
/** More than there are. */
const PRIORITIES_MAX = 32;

/** The job that waits longest without a priority, and that of each priority: one of a low priority may starve. */
async function firstOfEach(redis: Redis, queue: Queue): Promise<Job[]> {
  const found: (Job | undefined)[] = await queue.getJobs(["wait"], 0, 0, true);
  for (let level = 0, from = 0; level < PRIORITIES_MAX; level++) {
    const next = await redis.zrangebyscore(queue.toKey("prioritized"), from, "+inf", "WITHSCORES", "LIMIT", 0, 1);
    const [id, score] = next;
    if (id === undefined) break;
    found.push(await queue.getJob(id));
    from = (Math.floor(Number(score) / PRIORITY_STEP) + 1) * PRIORITY_STEP;
  }
  return found.filter((job) => job !== undefined);
}

export type Queues = readonly Queue[];
/** One queue a lane, for who looks at them. */
export const openQueues = (redis: Redis): Queues => LANE_IDS.map((lane) => openQueue(redis, lane));

/** Opens one queue a lane over the given connection. */
export function openProducer(redis: Redis): Producer {
  const queues = new Map(LANE_IDS.map((lane) => [lane, openQueue(redis, lane)] as const));
  const queueOf = (lane: LaneId): Queue => {
    const queue = queues.get(lane);
    if (!queue) throw new Error(`no queue for lane ${lane}`);
    return queue;
  };
  const verify = (request: JobRequest) => {
    const check = checks.get(request.name);
    if (!check?.(request.payload)) throw new Error(`payload of ${request.id}: ${check?.describe() ?? "unknown job"}`);
  };
  return {
    async add(request) {
      verify(request);
      await queueOf(laneOf(request)).add(request.name, request.payload, options(request));
    },
    async addAll(requests) {
      requests.forEach(verify);
      for (const lane of LANE_IDS) {
        const mine = requests.filter((r) => laneOf(r) === lane);
        if (mine.length === 0) continue;
        await queueOf(lane).addBulk(mine.map((r) => ({ name: r.name, data: r.payload, opts: options(r) })));
      }
    },
    workers: (lane) => queueOf(lane).getWorkersCount(),
    counts: (lane) => queueOf(lane).getJobCounts("waiting", "active", "delayed", "failed", "prioritized"),
    async oldest(lane) {
      const first = await firstOfEach(redis, queueOf(lane));
      return first.length === 0 ? null : Math.min(...first.map((job) => job.timestamp + (job.opts.delay ?? 0)));
    },
    async backlog(lane) {
      const queue = queueOf(lane);
      const [waiting, active] = await Promise.all([
        queue.getRanges(["wait", "prioritized"], 0, BACKLOG_MAX - 1),
        queue.getRanges(["active"], 0, BACKLOG_MAX - 1),
      ]);
      return { waiting, active };
    },
    async close() {
      await Promise.allSettled([...queues.values()].map((queue) => queue.close()));
    },
  };
}
