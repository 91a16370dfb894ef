// The gate every endpoint is behind: who calls, how often and what for, and what of it is counted.
import type { Env } from "../../schema/env.ts";
import { FAULTS, isFault, withHeaders } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import type { Payments, StoredAnswer } from "../pay/payment.ts";
import type { Access } from "./access.ts";
import { type Asker, openCallers } from "./asker.ts";
import { type GatedCall, runCall } from "./call.ts";
import { type Caller, rateLimitPolicyText, rateLimitText } from "./caller.ts";
import { openIdempotency } from "./idempotency.ts";
import { openKeyRing } from "./key-ring.ts";
import { openMeter } from "./meter.ts";
import { openSlowCalls } from "./slow-call.ts";
import { openUsage } from "./usage.ts";

export type Gate = {
  /** Lets a call through at once, counted, with the text of its rate headers; null where it has to be thought about. */
  passNow(asker: Asker, access: Access): string | null;
  /** Throws faults of the catalogue. */
  pass(call: GatedCall): Promise<StoredAnswer>;
  /** Counts an answer that was given before the gate. */
  note(asker: Asker, access: Access, status: number): void;
  start(): Promise<void>;
  /** Returns what is held and hands on what was counted. */
  stop(): Promise<void>;
};

export type GateOptions = {
  readonly env: Env;
  readonly redis: Redis;
  /** Patient, for subscriptions alone. */
  readonly subscriber: Redis;
  readonly clock: Clock;
  readonly log: Log;
  /** Null while nothing can be paid. */
  readonly payments: Payments | null;
};

const SWEEP_MS = 500;

export function openGate(options: GateOptions): Gate {
  const { env, redis, subscriber, clock, log, payments } = options;
  const holder = systemRandom.id(clock.now());
  const ring = openKeyRing({ redis, subscriber, log });
  const meter = openMeter({ redis, subscriber, clock, holder, rateFactor: env.RATE_FACTOR });
  const idempotency = openIdempotency(redis, holder);
  const slowCalls = openSlowCalls(redis, clock, holder);
  const usage = openUsage({ redis, clock, log, holder });
  const lane = { payments, meter, idempotency, slowCalls };
  const callers = openCallers(env, ring);
  let timer: NodeJS.Timeout | undefined;

  const headersOf = (caller: Caller, access: Access): Record<string, string> => {
    const pools = meter.pools(caller, access);
    return { ratelimit: rateLimitText(pools, clock.now()), "ratelimit-policy": rateLimitPolicyText(pools) };
  };

  return {
    passNow(asker, access) {
      if (asker.authorization !== "" && ring.find(asker.authorization) === null) return null;
      const caller = callers.of(asker);
      const pools = meter.pools(caller, access);
      // Nothing but a payment opens what has no allowance.
      if (caller.key === null && access.tier !== "free" && access.allowance === null) return null;
      if (!meter.takeNow(pools)) return null;
      usage.count(
        caller.id,
        access,
        200,
        caller.key !== null ? "key" : access.allowance === null ? "none" : "allowance",
      );
      return `${rateLimitText(pools, clock.now())}\r\nratelimit-policy: ${rateLimitPolicyText(pools)}`;
    },
    async pass(call) {
      const { access } = call;
      const caller = callers.of(call.asker);
      try {
        const { answer, paidBy } = await runCall(lane, call, caller);
        usage.count(caller.id, access, answer.status, paidBy);
        return { ...answer, headers: [...answer.headers, ...Object.entries(headersOf(caller, access))] };
      } catch (error) {
        usage.count(caller.id, access, isFault(error) ? FAULTS[error.code].status : 500, "none");
        throw isFault(error) ? withHeaders(error, headersOf(caller, access)) : error;
      }
    },
    note(asker, access, status) {
      const caller = status === 401 ? "unknown" : callers.of(asker).id;
      usage.count(caller, access, status, "none");
    },
    async start() {
      meter.start();
      await ring.start();
      timer = setInterval(() => {
        void meter.sweep(callers.all());
        void usage.flush();
        callers.trim();
      }, SWEEP_MS);
    },
    async stop() {
      clearInterval(timer);
      ring.stop();
      await meter.returnAll();
      await usage.flush();
    },
  };
}
