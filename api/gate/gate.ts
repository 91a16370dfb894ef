// The gate every endpoint is behind: who calls, how often and what for, and what of it is counted.
import type { Env } from "../../schema/env.ts";
import { FAULTS, type Fault, isFault, withHeaders } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import type { Payments, StoredAnswer } from "../pay/payment.ts";
import type { Access } from "./access.ts";
import { type Asker, openCallers } from "./asker.ts";
import { type GatedCall, runCall, unpaidFault } from "./call.ts";
import { type Caller, rateLimitText } from "./caller.ts";
import { openIdempotency } from "./idempotency.ts";
import { openKeyRing } from "./key-ring.ts";
import { openMeter, overRates, rateFault } from "./meter.ts";
import type { Pool } from "./pool.ts";
import { openSlowCalls } from "./slow-call.ts";
import { openUsage } from "./usage.ts";

/** A GET or HEAD as sent, without the rest of the request. */
export type Target = { readonly method: string; readonly path: string; readonly query: string };

/** How a call to ready bytes ends, known at once and counted. */
export type Passage = {
  /** Text of the RateLimit header, more headers behind it; empty where none are kept. */
  readonly limits: string;
  /** Why it gets something else than the bytes. */
  readonly refusal: Refusal | null;
};
/** Calls of one target with equal keys get equal faults. */
export type Refusal = { readonly key: string; fault(target: Target): Fault };

export type Gate = {
  /**
   * Counts a call to ready bytes; null where it has to be thought about.
   * `unchanged`: the caller holds the bytes. Its answer uses no allowance then, nor does one to a HEAD.
   */
  passNow(asker: Asker, access: Access, unchanged: boolean, isHead: boolean): Passage | null;
  /** Throws faults of the catalogue. */
  pass(call: GatedCall): Promise<StoredAnswer>;
  /** Counts an answer that was given before the gate. */
  note(asker: Asker, access: Access, status: number): void;
  /**
   * Counts a call that was refused before the gate against the burst of its address, or the reads of its key; gives what
   * it is told: the fault, or that there were too many.
   */
  refuse(asker: Asker, error: Fault): Promise<Fault>;
  start(): Promise<void>;
  /** Redis has its data again, where it had lost it: what is known only here is told again. */
  restored(): void;
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
/** What is refused before it is known what it asks for. */
const REFUSED: Access = {
  route: "refused",
  method: "",
  tier: "free",
  summary: "",
  rates: ["burst"],
  keyRates: ["read"],
  allowance: null,
  policies: ["burst"],
  slow: false,
};

/** Why a call to ready bytes gets something else than them. */
function openRefusals(payments: Payments | null) {
  const unpaid = new Map<Access, Refusal>();
  /** The refusal of calls of that kind whose free calls are used. */
  const unpaidOf = (access: Access): Refusal | null => {
    const { tier, summary } = access;
    if (tier === "free") return null;
    const held = unpaid.get(access);
    if (held !== undefined) return held;
    const made: Refusal = {
      key: "unpaid",
      fault: ({ method, path, query }) =>
        unpaidFault(payments, access, { method, path, query, bodyDigest: "", tier, description: summary }),
    };
    unpaid.set(access, made);
    return made;
  };
  const limitedBy = (pools: readonly Pool[], now: number): Refusal => {
    const told = rateFault(overRates(pools), now);
    const { violated_policies: names, retryAfterS } = told.extra;
    return { key: `${names?.join()} ${retryAfterS}`, fault: () => told };
  };
  return { unpaidOf, limitedBy };
}

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
  const { unpaidOf, limitedBy } = openRefusals(payments);
  let timer: NodeJS.Timeout | undefined;

  const headersOf = (caller: Caller, access: Access): Record<string, string> => {
    const now = clock.now();
    const { pools, policyText } = meter.tally(caller, access, now);
    return { ratelimit: rateLimitText(pools, now), "ratelimit-policy": policyText };
  };

  async function refuse(asker: Asker, error: Fault): Promise<Fault> {
    // A key that is none does not hide the address it came from.
    const caller = callers.find(asker) ?? callers.of({ ...asker, authorization: "" });
    try {
      await meter.takeRates(caller, REFUSED);
      return withHeaders(error, headersOf(caller, REFUSED));
    } catch (limited) {
      return isFault(limited) ? withHeaders(limited, headersOf(caller, REFUSED)) : error;
    }
  }

  return {
    refuse,
    passNow(asker, access, unchanged, isHead) {
      const caller = callers.find(asker);
      // Nothing but a payment opens what has no allowance.
      if (caller === null || (caller.key === null && access.tier !== "free" && access.allowance === null)) return null;
      // Once: on some machines the time of day costs as much as all the rest here.
      const now = clock.now();
      const { pools, policyText } = meter.tally(caller, access, now);
      const outcome = meter.takeNow(pools, !unchanged && !isHead, now);
      if (outcome === null) return null;
      const limits = `${rateLimitText(pools, now)}\r\nratelimit-policy: ${policyText}`;
      if (outcome === "open") {
        const free = access.allowance === null || unchanged || isHead ? "none" : "allowance";
        usage.count(caller.id, access, unchanged ? 304 : 200, caller.key !== null ? "key" : free);
        return { limits, refusal: null };
      }
      usage.count(caller.id, access, outcome === "spent" ? 402 : 429, "none");
      return { limits, refusal: outcome === "spent" ? unpaidOf(access) : limitedBy(pools, now) };
    },
    async pass(call) {
      const { access } = call;
      let caller: Caller;
      try {
        caller = callers.of(call.asker);
      } catch (error) {
        throw isFault(error) && error.code === "invalid_api_key" ? await refuse(call.asker, error) : error;
      }
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
    restored: () => meter.tellAgain(callers.all()),
    async stop() {
      clearInterval(timer);
      ring.stop();
      await meter.returnAll();
      await usage.flush();
    },
  };
}
