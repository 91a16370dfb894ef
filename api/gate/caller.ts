// The callers known to this process, each with the permits it holds here.

import { KEYS } from "../../schema/key.ts";
import { type AllowanceId, LIMITS, type PolicyId, RATE_POLICIES } from "../../schema/limit.ts";
import type { PartnerKey } from "../../schema/partner-key.ts";
import type { Access } from "./access.ts";
import { makePool, type Pool } from "./pool.ts";

/** What calls of one kind count against, until the first of its windows ends. */
export type Tally = {
  readonly pools: readonly Pool[];
  /** RateLimit-Policy: the policies themselves. */
  readonly policyText: string;
  readonly endsAt: number;
};

export type Caller = {
  /** `key:<id>`, or `ip:<network>`. */
  readonly id: string;
  readonly key: PartnerKey | null;
  readonly tallies: Map<Access, Tally>;
  /** Of the current window, and of the next one where it was prepared. */
  readonly pools: Map<PolicyId, Pool>;
  readonly next: Map<PolicyId, Pool>;
};

export const makeCaller = (id: string, key: PartnerKey | null): Caller => ({
  id,
  key,
  tallies: new Map(),
  pools: new Map(),
  next: new Map(),
});

export const isAllowance = (policy: PolicyId): policy is AllowanceId =>
  policy === "data-free" || policy === "premium-free";

const quotaOf = (caller: Caller, policy: PolicyId, factor: number): number => {
  if (isAllowance(policy)) return RATE_POLICIES[policy].quota;
  if (caller.key !== null) return policy === "llm" ? caller.key.llm : caller.key.read;
  return RATE_POLICIES[policy].quota * factor;
};

/** The pool of the window that `at` lies in. */
export function poolFor(caller: Caller, policy: PolicyId, at: number, factor: number): Pool {
  const windowMs = RATE_POLICIES[policy].windowS * 1_000;
  const window = Math.floor(at / windowMs);
  const endsAt = (window + 1) * windowMs;
  return makePool({
    policy,
    quota: quotaOf(caller, policy, factor),
    endsAt,
    at: {
      key: KEYS.permits(caller.id, policy, window),
      kind: isAllowance(policy) ? "journalled" : "counted",
      expiresAt: endsAt + LIMITS.permitsAfterWindowMs,
    },
  });
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
  const made = { pools, policyText: rateLimitPolicyText(pools), endsAt };
  caller.tallies.set(access, made);
  return made;
}

/** RateLimit: what is left of each policy, and for how many seconds it has to last. */
export function rateLimitText(pools: readonly Pool[], now: number): string {
  let text = "";
  for (const pool of pools) {
    // What another process may have used is not guessed.
    if (!pool.isKnown) continue;
    const seconds = Math.max(1, Math.ceil((pool.endsAt - now) / 1_000));
    text += `${text === "" ? "" : ", "}"${pool.policy}";r=${Math.max(0, pool.left)};t=${seconds}`;
  }
  return text;
}

/** RateLimit-Policy: the policies themselves. */
export const rateLimitPolicyText = (pools: readonly Pool[]): string =>
  pools.map(({ policy, quota }) => `"${policy}";q=${quota};w=${RATE_POLICIES[policy].windowS}`).join(", ");
