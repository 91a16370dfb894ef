// Where deliveries are tested: a real store and Redis, a receiver on loopback, and a secret; jobs that are asked for are kept
// in place of the queue, whose clock is the time of day.
import type { JobRequest } from "../../../schema/io/queue.ts";
import { makeSecret, readSealKeys, seal } from "../../../schema/webhook/secret.ts";
import { openTestDeps } from "../deps.ts";
import { startReceiver } from "../receiver.ts";
import { startTestRedis } from "../redis.ts";
import { startTestStore } from "../store.ts";

export const MONITOR_KEY = Buffer.alloc(32, 7).toString("base64");
export const SECRET = makeSecret(Buffer.alloc(32, 9));
export const SEALED = seal(readSealKeys(MONITOR_KEY), "secret", SECRET, Buffer.alloc(12, 1));

/** `now`: epoch milliseconds. */
export async function startDeliveryGround(t: { teardown(fn: () => unknown): void }, now: () => number) {
  const { store } = await startTestStore(t);
  const opened = openTestDeps((await startTestRedis(t)).url, { store, clock: { now } });
  t.teardown(opened.close);
  const asked: JobRequest[] = [];
  const producer = {
    ...opened.producer,
    add: async (request: JobRequest) => void asked.push(request),
    addAll: async (requests: readonly JobRequest[]) => void asked.push(...requests),
  };
  const env = { ...opened.deps.env, MONITOR_KEY, WEBHOOK_LOOPBACK: "true" as const };
  return { store, asked, deps: { ...opened.deps, env, producer }, receiver: await startReceiver(t) };
}
