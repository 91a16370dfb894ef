// What a clause comes to that is denied.
import { agree, type Claim } from "../claim.ts";

/** So much or more of it; null where it is no plain amount. */
function furtherOf(claim: Claim): Claim | null {
  if (claim.is === "nearest") {
    const all = claim.of.map(furtherOf);
    return all.every((one) => one !== null) ? { is: "nearest", of: all as Claim[] } : null;
  }
  if (claim.is !== "test" || claim.op !== "=") return null;
  // No unlock in ten days is none by then.
  if (claim.ref.metric === "unlock_hours") return { ...claim, op: "<=" };
  return { ...claim, op: claim.target.value < 0 ? "<=" : ">=" };
}

/** What did not rise five per cent may have risen more: then nobody knows what was meant. */
export function negated(claim: Claim, isNotAll: boolean): Claim {
  const not: Claim = { is: "not", of: claim };
  if (isNotAll) return not;
  // Not on every venue, or on none: some say the one and mean the other.
  if (claim.is === "venues" && claim.every) return agree([not, { is: "not", of: { ...claim, every: false } }]);
  const further = furtherOf(claim);
  return further === null ? not : agree([not, { is: "not", of: further }]);
}

/** Each once. */
export const distinct = (claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map((claim) => [JSON.stringify(claim), claim])).values(),
];
