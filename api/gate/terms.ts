// What calls of a kind are subject to, and how strangers are told of it.
import type { Access } from "./access.ts";
import { type PolicyWindow, rateLimitPolicyText, rateLimitTextOf, windowOf } from "./caller.ts";

export type Terms = {
  readonly policies: readonly PolicyWindow[];
  readonly policyText: string;
  readonly endsAt: number;
  /** The text that was made last, and of what: most strangers are told the same. */
  limits: string;
  of: readonly number[];
};

/** Headers of who is told at that second that so much is left: `left` from `from` on, in the order of the policies. */
export function limitsOf(terms: Terms, left: readonly number[], from: number, second: number): string {
  const { policies, of } = terms;
  let isSame = of[0] === second;
  for (let at = 0; isSame && at < policies.length; at++) isSame = of[at + 1] === left[from + at];
  if (isSame) return terms.limits;
  terms.of = [second, ...left.slice(from, from + policies.length)];
  terms.limits = `${rateLimitTextOf(policies, left, from, second * 1_000)}\r\nratelimit-policy: ${terms.policyText}`;
  return terms.limits;
}

/** The rates that are used up. */
export const overOf = ({ policies }: Terms, left: readonly number[], from: number): readonly PolicyWindow[] =>
  policies.filter(({ kind }, at) => kind === "counted" && (left[from + at] ?? 0) <= 0);

/** What calls of a kind are subject to now: made anew when the first of its windows ends. */
export function openTerms(rateFactor: number): (access: Access, now: number) => Terms {
  const terms = new Map<Access, Terms>();
  return (access, now) => {
    const held = terms.get(access);
    if (held !== undefined && now < held.endsAt) return held;
    const policies = access.policies.map((policy) => windowOf(null, policy, now, rateFactor));
    const endsAt = Math.min(...policies.map((one) => one.endsAt));
    const made = { policies, policyText: rateLimitPolicyText(policies), endsAt, limits: "", of: [] };
    terms.set(access, made);
    return made;
  };
}
