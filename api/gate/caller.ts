// The callers known to this process, each with the permits it holds here.
import { DAY_MS } from "../../schema/duration.ts";
import { KEYS } from "../../schema/key.ts";
import { type AllowanceId, LIMITS, type PolicyId, RATE_POLICIES } from "../../schema/limit.ts";
import type { PartnerKey } from "../../schema/partner-key.ts";
import type { Access } from "./access.ts";
import type { EntryPolicy, Use } from "./lease.ts";
import { makePool, type Pool } from "./pool.ts";
import type { Counted } from "./usage.ts";

/** What calls of one kind count against, until the first of its windows ends. */
export type Tally = {
  readonly pools: readonly Pool[];
  /** RateLimit-Policy: the policies themselves. */
  readonly policyText: string;
  readonly endsAt: number;
  /** What of its headers is the same for a second. */
  said: Said | null;
  /** Where its last call was counted. */
  counted: Counted | null;
};
/** What stands before what is left of each policy, and behind the last of them. */
type Said = {
  readonly second: number;
  readonly known: number;
  readonly before: readonly string[];
  readonly end: string;
};

export type Caller = {
  /** `key:<id>`, or `ip:<network>`. */
  readonly id: string;
  readonly key: PartnerKey | null;
  /** What it used here while nothing of it was kept. */
  readonly before: Use | null;
  readonly tallies: Map<Access, Tally>;
  /** Of the current window, and of the next one where it was prepared. */
  readonly pools: Map<PolicyId, Pool>;
  readonly next: Map<PolicyId, Pool>;
};

export const makeCaller = (id: string, key: PartnerKey | null, before: Use | null = null): Caller => ({
  id,
  key,
  before,
  tallies: new Map(),
  pools: new Map(),
  next: new Map(),
});

export const isAllowance = (policy: PolicyId): policy is AllowanceId =>
  policy === "data-free" || policy === "premium-free";

const quotaOf = (key: PartnerKey | null, policy: PolicyId, factor: number): number => {
  if (isAllowance(policy)) return RATE_POLICIES[policy].quota;
  if (key !== null) return policy === "llm" ? key.llm : key.read;
  return RATE_POLICIES[policy].quota * factor;
};

/** A window of a caller's policy by name. */
export const keyOf = (caller: string, keyEnd: string): string => caller + keyEnd;

/** Every window lies within one UTC day. */
export type PolicyWindow = EntryPolicy & { readonly policy: PolicyId; readonly endsAt: number };

/** The policy in the window that `at` lies in, for callers with that key or without one. */
export function windowOf(key: PartnerKey | null, policy: PolicyId, at: number, factor: number): PolicyWindow {
  const windowMs = RATE_POLICIES[policy].windowS * 1_000;
  const window = Math.floor(at / windowMs);
  const endsAt = (window + 1) * windowMs;
  const isJournalled = isAllowance(policy);
  const day = Math.floor(at / DAY_MS);
  return {
    policy,
    in: { day, expiresAt: (day + 1) * DAY_MS + LIMITS.permitsAfterWindowMs },
    quota: quotaOf(key, policy, factor),
    endsAt,
    keyEnd: KEYS.permitsEnd(policy, window),
    kind: isJournalled ? "journalled" : "counted",
    expiresAt: endsAt + (isJournalled ? LIMITS.permitsAfterWindowMs : LIMITS.ratesAfterWindowMs),
  };
}

/** The pool of the window that `at` lies in. */
export function poolFor(caller: Caller, policy: PolicyId, at: number, factor: number): Pool {
  const { quota, endsAt, ...window } = windowOf(caller.key, policy, at, factor);
  const key = keyOf(caller.id, window.keyEnd);
  const uses = caller.before?.key === key ? caller.before.uses : 0;
  const { keyEnd, kind, expiresAt, in: within } = window;
  return makePool({ policy, quota, endsAt, at: { key, caller: caller.id, keyEnd, kind, expiresAt, in: within } }, uses);
}

/** The pool of now; a new window takes over what was prepared for it. */
export function currentPool(caller: Caller, policy: PolicyId, now: number, factor: number): Pool {
  const held = caller.pools.get(policy);
  if (held !== undefined && now < held.endsAt) return held;
  const prepared = caller.next.get(policy);
  caller.next.delete(policy);
  const pool = prepared !== undefined && now < prepared.endsAt ? prepared : poolFor(caller, policy, now, factor);
  caller.pools.set(policy, pool);
  return pool;
}

/** The tally of now; the text of the policies is made once a window, not once a call. */
export function currentTally(caller: Caller, access: Access, now: number, factor: number): Tally {
  const held = caller.tallies.get(access);
  if (held !== undefined && now < held.endsAt) return held;
  const policies = caller.key === null ? access.policies : access.keyRates;
  const pools = policies.map((policy) => currentPool(caller, policy, now, factor));
  const endsAt = Math.min(...pools.map((pool) => pool.endsAt));
  const made: Tally = { pools, policyText: rateLimitPolicyText(pools), endsAt, said: null, counted: null };
  caller.tallies.set(access, made);
  return made;
}

const headText = (policy: PolicyId): string => `"${policy}";r=`;
const tailText = (endsAt: number, now: number): string => `;t=${Math.max(1, Math.ceil((endsAt - now) / 1_000))}`;
const limitText = (policy: PolicyId, left: number, endsAt: number, now: number): string =>
  headText(policy) + Math.max(0, left) + tailText(endsAt, now);

/** RateLimit: what is left of each policy, and for how many seconds it has to last. */
export function rateLimitText(pools: readonly Pool[], now: number): string {
  let text = "";
  for (const { policy, left, endsAt, isKnown } of pools) {
    // What another process may have used is not guessed.
    if (isKnown) text += (text === "" ? "" : ", ") + limitText(policy, left, endsAt, now);
  }
  return text;
}

function sayOf({ pools, policyText }: Tally, now: number, second: number): Said {
  const known = pools.filter(({ isKnown }) => isKnown);
  const tails = known.map(({ endsAt }) => tailText(endsAt, now));
  const before = known.map(({ policy }, at) => (at === 0 ? headText(policy) : `${tails[at - 1]}, ${headText(policy)}`));
  return { second, known: known.length, before, end: `${tails.at(-1) ?? ""}\r\nratelimit-policy: ${policyText}` };
}

/** RateLimit as above, and RateLimit-Policy behind it. */
export function limitsText(tally: Tally, now: number): string {
  const { pools } = tally;
  const second = Math.floor(now / 1_000);
  let known = 0;
  for (const { isKnown } of pools) if (isKnown) known += 1;
  let { said } = tally;
  if (said?.second !== second || said.known !== known) {
    said = sayOf(tally, now, second);
    tally.said = said;
  }
  let text = "";
  let at = 0;
  for (const { isKnown, left } of pools) {
    if (!isKnown) continue;
    text += `${said.before[at]}${Math.max(0, left)}`;
    at += 1;
  }
  return text + said.end;
}

/** The same where what is left was just told: `left` from `from` on, in the order of the policies. */
export const rateLimitTextOf = (
  policies: readonly PolicyWindow[],
  left: readonly number[],
  from: number,
  now: number,
): string => policies.map(({ policy, endsAt }, at) => limitText(policy, left[from + at] ?? 0, endsAt, now)).join(", ");

/** RateLimit-Policy: the policies themselves. */
export const rateLimitPolicyText = (policies: readonly Pick<Pool, "policy" | "quota">[]): string =>
  policies.map(({ policy, quota }) => `"${policy}";q=${quota};w=${RATE_POLICIES[policy].windowS}`).join(", ");
