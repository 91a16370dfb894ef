// An API whose slow calls are done: its gate, the queue and a worker of the premium lane behind it, all real.
import { type ApiRequest, openApp } from "../../../api/app.ts";
import { openGate } from "../../../api/gate/gate.ts";
import { type JobCalls, openJobCalls } from "../../../api/job-call.ts";
import type { Payments } from "../../../api/pay/payment.ts";
import type { Deps } from "../../../jobs/deps.ts";
import { HANDLERS } from "../../../jobs/handler/index.ts";
import { startHost } from "../../../jobs/host.ts";
import type { Env } from "../../../schema/env.ts";
import type { Store } from "../../../schema/io/clickhouse.ts";
import { openRedis } from "../../../schema/io/redis.ts";
import { openReplies } from "../../../schema/io/reply.ts";
import type { LaneId } from "../../../schema/lane.ts";
import { headerOf, startTestApi, verified } from "./api.ts";

type Test = Parameters<typeof startTestApi>[0];
type About = {
  /** Of the worker. */
  readonly deps: Deps;
  readonly redisUrl: string;
  /** Epoch milliseconds. */
  readonly now: number;
  readonly frames: Parameters<typeof startTestApi>[2];
  /** Of the API; none unless given. */
  readonly store?: Store;
  /** Settings of the API besides the usual ones. */
  readonly env?: Partial<Env>;
  /** Of the worker; premium alone unless given. */
  readonly lanes?: readonly LaneId[];
  /** Nothing can be paid unless given. */
  readonly payments?: Payments;
  /** What stands between the API and its calls of jobs. */
  readonly between?: (calls: JobCalls) => JobCalls;
};

export async function startPremiumApi(t: Test, about: About) {
  const { deps, redisUrl, now, frames, store, lanes = ["premium"], payments = null } = about;
  const api = await startTestApi(t, now, frames, store, redisUrl);
  const apiDeps = { ...api.deps, env: { ...api.deps.env, ...about.env } };
  const subscriber = openRedis(redisUrl, "patient", "replies");
  const gateSubscriber = openRedis(redisUrl, "patient", "gate");
  const replies = openReplies(api.redis, subscriber);
  await replies.start();
  const own = openJobCalls({ producer: deps.producer, replies });
  const jobCalls = about.between?.(own) ?? own;
  const gate = openGate({ ...apiDeps, redis: api.redis, subscriber: gateSubscriber, payments });
  await gate.start();
  const app = openApp({ ...apiDeps, jobCalls, gate });
  const workers = openRedis(redisUrl, "patient", "workers");
  const host = startHost({ deps, redis: workers, lanes, handlers: HANDLERS });
  t.teardown(async () => {
    await host.close(1_000);
    await gate.stop();
    replies.stop();
    for (const connection of [workers, subscriber, gateSubscriber]) connection.disconnect();
  });
  return { api, app, gate, jobCalls, gateSubscriber };
}

/** Posts JSON as one caller; `left` is what is left of the free premium calls. */
export const poster =
  <B>({ app }: Pick<Awaited<ReturnType<typeof startPremiumApi>>, "app">, path: string, peer: string) =>
  async (t: Parameters<typeof verified>[0], body: object, headers: Record<string, string> = {}) => {
    const request: ApiRequest = {
      ...{ method: "POST", path, query: "", peer },
      headers: { "content-type": "application/json", ...headers },
      body: Buffer.from(JSON.stringify(body)),
    };
    const answer = await app.handle(request);
    const left = /"premium-free";r=(\d+)/.exec(headerOf(answer, "ratelimit") ?? "")?.[1];
    return { answer, status: answer.status, left, body: verified(t, request, answer) as unknown as B };
  };
