// The way back of a job to the call that waits for it: an answer is kept for a minute and announced once.
import { KEYS } from "../key.ts";
import { LIMITS } from "../limit.ts";
import type { Redis } from "./redis.ts";

/** Leaves the answer of a job; of two answers of one job the first stays. */
export async function leaveReply(redis: Redis, job: string, answer: string): Promise<void> {
  const kept = await redis.set(KEYS.reply(job), answer, "EX", LIMITS.replyKeptS, "NX");
  if (kept !== null) await redis.publish(KEYS.replyChannel, job);
}

export type Replies = {
  start(): Promise<void>;
  stop(): void;
  /** The answer of a job; null where it does not come within `patienceMs`. To be called before the job is asked for. */
  expect(job: string, patienceMs: number): Promise<string | null>;
};

/** Announcements may be lost while a connection is: what waits also looks by itself. */
const LOOK_MS = 500;

/** `redis` reads; `subscriber` is patient and only listens. */
export function openReplies(redis: Redis, subscriber: Redis): Replies {
  const waiting = new Map<string, () => void>();
  const onMessage = (channel: string, job: string) => {
    if (channel === KEYS.replyChannel) waiting.get(job)?.();
  };
  return {
    async start() {
      subscriber.on("message", onMessage);
      await subscriber.subscribe(KEYS.replyChannel);
    },
    stop() {
      subscriber.off("message", onMessage);
    },
    expect(job, patienceMs) {
      return new Promise((resolve) => {
        const end = (answer: string | null) => {
          clearInterval(looking);
          clearTimeout(patience);
          waiting.delete(job);
          resolve(answer);
        };
        const look = () => {
          redis.get(KEYS.reply(job)).then(
            (answer) => {
              if (answer !== null) end(answer);
            },
            () => undefined,
          );
        };
        const looking = setInterval(look, LOOK_MS);
        const patience = setTimeout(end, patienceMs, null);
        waiting.set(job, look);
      });
    },
  };
}
