// The gate every endpoint is behind: who calls, how often and what for, and what of it is counted.
import type { Env } from "../../schema/env.ts";
import { FAULTS, type Fault, isFault, withHeaders } from "../../schema/fault.ts";
import type { Clock } from "../../schema/io/clock.ts";
import type { Log } from "../../schema/io/log.ts";
import { systemRandom } from "../../schema/io/random.ts";
import type { Redis } from "../../schema/io/redis.ts";
import type { Payments, StoredAnswer } from "../pay/payment.ts";
import type { Access } from "./access.ts";
import { type GatedCall, runCall } from "./call.ts";
import { type Caller, limitsText, rateLimitText } from "./caller.ts";
import { openErrands } from "./errand.ts";
import { openIdempotency } from "./idempotency.ts";
import { openKeyRing } from "./key-ring.ts";
import { openLeases } from "./lease.ts";
import { openMeter, overRates, rateFault } from "./meter.ts";
import { openRefusals, type Refusal } from "./refusal.ts";
import { openCallers, type Requester } from "./requester.ts";
import { openSlowCalls } from "./slow-call.ts";
import { openStrangers } from "./stranger.ts";
import { openUsage } from "./usage.ts";

/** How a call to ready bytes ends, known at once and counted. */
export type Passage = {
  /** Text of the RateLimit header, more headers behind it; empty where none are kept. */
  readonly limits: string;
  /** Why it gets something else than the bytes. */
  readonly refusal: Refusal | null;
};
/** Nobody of whom anything is kept. */
export type Stranger = { readonly id: string };

export type TellPassage = (passage: Passage | null) => void;

export type Gate = {
  /**
   * Counts a call to ready bytes; null where it has to be thought about.
   * `unchanged`: the caller holds the bytes. Its answer uses no allowance then, nor does one to a HEAD.
   */
  passNow(
    requester: Requester,
    access: Access,
    unchanged: boolean,
    isHead: boolean,
    now: number,
  ): Passage | Stranger | null;
  /** Counts a stranger's call, together with all others of this turn; tells null where it has to be thought about. */
  passSoon(stranger: Stranger, access: Access, unchanged: boolean, isHead: boolean, tell: TellPassage): void;
  /** Throws faults of the catalogue. */
  pass(call: GatedCall): Promise<StoredAnswer>;
  /** Counts an answer that was given before the gate. */
  note(requester: Requester, access: Access, status: number): void;
  /**
   * Counts a call that was refused before the gate against the burst of its address, or the reads of its key; gives what
   * it is told: the fault, or that there were too many.
   */
  refuse(requester: Requester, error: Fault): Promise<Fault>;
  /** The same at once, of what is known here; what has to be asked of Redis counts for the calls after it. */
  refuseNow(requester: Requester, error: Fault): Fault;
  /**
   * Counts a call that needs nothing but a place in the burst; gives the headers that tell of it, at once where that is
   * known here. Throws rate_limited.
   */
  enter(requester: Requester): Record<string, string> | Promise<Record<string, string>>;
  start(): Promise<void>;
  /** Redis has its data again, where it had lost it: what is known only here is told again. */
  restored(): void;
  /** Returns what is held and hands on what was counted. */
  stop(): Promise<void>;
};

type GateOptions = {
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
/** What is counted without regard to what it asks for: pages, preflights, and what is refused before that is known. */
const ANY: Access = {
  route: "any",
  method: "",
  tier: "free",
  summary: "",
  rates: ["burst"],
  keyRates: ["read"],
  allowance: null,
  policies: ["burst"],
  slow: false,
  joinMs: 0,
};

/** What the functions of one gate share. */
function openParts({ env, redis, subscriber, clock, log, payments }: GateOptions) {
  const holder = systemRandom.id(clock.now());
  const rateFactor = env.RATE_FACTOR;
  const leases = openLeases(redis, holder, clock);
  const ring = openKeyRing({ redis, subscriber, log });
  const meter = openMeter({ redis, leases, subscriber, clock, holder, rateFactor });
  const strangers = openStrangers({ leases, clock, log, rateFactor });
  const callers = openCallers(env, ring, strangers.leave);
  const usage = openUsage({ redis, clock, log, holder });
  const refusals = openRefusals(payments);
  const idempotency = openIdempotency(redis, holder);
  const [slowCalls, errands] = [openSlowCalls(redis, clock, holder), openErrands(redis, clock, systemRandom)];
  const lane = { payments, meter, idempotency, slowCalls, errands };
  return { ring, meter, strangers, callers, usage, refusals, lane, clock };
}

type Parts = ReturnType<typeof openParts>;

const isFree = (access: Access, unchanged: boolean, isHead: boolean) =>
  access.allowance === null || unchanged || isHead;

function passNow(parts: Parts, requester: Requester, access: Access, unchanged: boolean, isHead: boolean, now: number) {
  const { callers, strangers, meter, usage, refusals } = parts;
  const caller = callers.look(requester);
  // Nothing but a payment opens what has no allowance.
  const isClosed = access.tier !== "free" && access.allowance === null;
  if (caller === null) return null;
  if (typeof caller === "string") {
    return !isClosed && (strangers.isOne(caller, access) || !callers.hasRoom()) ? { id: caller } : null;
  }
  if (caller.key === null && isClosed) return null;
  const tally = meter.tally(caller, access, now);
  const { pools } = tally;
  const outcome = meter.takeNow(pools, !unchanged && !isHead, now);
  if (outcome === null) return null;
  const limits = limitsText(tally, now);
  if (outcome === "open") {
    const free = isFree(access, unchanged, isHead) ? "none" : "allowance";
    usage.countAgain(tally, caller.id, access, unchanged ? 304 : 200, caller.key !== null ? "key" : free);
    return { limits, refusal: null };
  }
  usage.countAgain(tally, caller.id, access, outcome === "spent" ? 402 : 429, "none");
  return { limits, refusal: outcome === "spent" ? refusals.unpaid(access) : refusals.limited(overRates(pools), now) };
}

function passSoon(
  { strangers, usage, refusals }: Parts,
  { id }: Stranger,
  access: Access,
  unchanged: boolean,
  isHead: boolean,
  tell: TellPassage,
): void {
  const uses = !isFree(access, unchanged, isHead);
  strangers.ask(id, access, uses, (entered) => {
    if (entered === null) {
      tell(null);
      return;
    }
    const { outcome, limits, over, now } = entered;
    if (outcome === "open") {
      usage.countStranger(id, access, unchanged ? 304 : 200, uses ? "allowance" : "none");
      tell({ limits, refusal: null });
      return;
    }
    usage.countStranger(id, access, outcome === "spent" ? 402 : 429, "none");
    tell({ limits, refusal: outcome === "spent" ? refusals.unpaid(access) : refusals.limited(over, now) });
  });
}

function headersOf({ meter, clock }: Parts, caller: Caller, access: Access): Record<string, string> {
  const now = clock.now();
  const { pools, policyText } = meter.tally(caller, access, now);
  return { ratelimit: rateLimitText(pools, now), "ratelimit-policy": policyText };
}

/** Two ways of counting one caller must not run at once: nothing is kept of it while a call of it is asked about. */
async function settle({ callers, strangers }: Parts, requester: Requester): Promise<void> {
  if (requester.authorization !== "") return;
  const id = callers.idOf(requester);
  for (let waiting = strangers.settled(id); waiting !== null; waiting = strangers.settled(id)) await waiting;
}

const headersOfAny = (parts: Parts, caller: Caller) => headersOf(parts, caller, ANY);

/** A key that is none does not hide the address it came from. */
const unkeyed = (requester: Requester): Requester => ({ ...requester, authorization: "" });
const anyCaller = ({ callers }: Parts, requester: Requester) =>
  callers.find(requester) ?? callers.of(unkeyed(requester));

async function enterSoon(parts: Parts, requester: Requester): Promise<Record<string, string>> {
  await settle(parts, unkeyed(requester));
  const caller = anyCaller(parts, requester);
  try {
    await parts.meter.takeRates(caller, ANY);
    return headersOfAny(parts, caller);
  } catch (limited) {
    throw isFault(limited) ? withHeaders(limited, headersOfAny(parts, caller)) : limited;
  }
}

/** Null where Redis must be asked. Throws rate_limited. */
function enterNow(parts: Parts, requester: Requester): Record<string, string> | null {
  const { callers, strangers, meter, clock } = parts;
  if (strangers.settled(callers.idOf(unkeyed(requester))) !== null) return null;
  const caller = anyCaller(parts, requester);
  const now = clock.now();
  const { pools } = meter.tally(caller, ANY, now);
  const outcome = meter.takeNow(pools, false, now);
  if (outcome === null) return null;
  const headers = headersOfAny(parts, caller);
  if (outcome === "limited") throw withHeaders(rateFault(overRates(pools), now), headers);
  return headers;
}

async function refuse(parts: Parts, requester: Requester, error: Fault): Promise<Fault> {
  try {
    return withHeaders(error, await enterSoon(parts, requester));
  } catch (limited) {
    return isFault(limited) ? limited : error;
  }
}

function refuseNow(parts: Parts, requester: Requester, error: Fault): Fault {
  try {
    const headers = enterNow(parts, requester);
    if (headers !== null) return withHeaders(error, headers);
    void refuse(parts, requester, error);
    return error;
  } catch (limited) {
    return isFault(limited) ? limited : error;
  }
}

async function pass(parts: Parts, call: GatedCall): Promise<StoredAnswer> {
  const { callers, usage, lane } = parts;
  const { access, requester } = call;
  await settle(parts, requester);
  let caller: Caller;
  try {
    caller = callers.of(requester);
  } catch (error) {
    throw isFault(error) && error.code === "invalid_api_key" ? await refuse(parts, requester, error) : error;
  }
  try {
    const { answer, paidBy } = await runCall(lane, call, caller);
    usage.count(caller.id, access, answer.status, paidBy);
    return { ...answer, headers: [...answer.headers, ...Object.entries(headersOf(parts, caller, access))] };
  } catch (error) {
    usage.count(caller.id, access, isFault(error) ? FAULTS[error.code].status : 500, "none");
    throw isFault(error) ? withHeaders(error, headersOf(parts, caller, access)) : error;
  }
}

export function openGate(options: GateOptions): Gate {
  const parts = openParts(options);
  const { ring, meter, strangers, callers, usage } = parts;
  let timer: NodeJS.Timeout | undefined;
  return {
    passNow: (requester, access, unchanged, isHead, now) => passNow(parts, requester, access, unchanged, isHead, now),
    passSoon: (stranger, access, unchanged, isHead, tell) => passSoon(parts, stranger, access, unchanged, isHead, tell),
    pass: (call) => pass(parts, call),
    refuse: (requester, error) => refuse(parts, requester, error),
    refuseNow: (requester, error) => refuseNow(parts, requester, error),
    enter: (requester) => enterNow(parts, requester) ?? enterSoon(parts, requester),
    note(requester, access, status) {
      if (status === 401) usage.count("unknown", access, status, "none");
      else
        usage.count(
          requester.authorization === "" ? callers.idOf(requester) : callers.of(requester).id,
          access,
          status,
          "none",
        );
    },
    async start() {
      meter.start();
      await ring.start();
      timer = setInterval(() => {
        strangers.sweep();
        void meter.sweep(callers.all());
        void usage.flush();
        callers.trim();
      }, SWEEP_MS);
    },
    restored() {
      strangers.tellAgain();
      meter.tellAgain(callers.all());
    },
    async stop() {
      clearInterval(timer);
      ring.stop();
      await meter.returnAll();
      await usage.flush();
    },
  };
}
