// Which verdict of a token stands: a change counts when it held for two evaluations in a row, or at once towards avoid.
import type { Verdict } from "../../schema/evaluation/rule.ts";

export type Standing = {
  readonly verdict: Verdict;
  /** The verdict that stood before, where this evaluation changes it; empty where it does not. */
  readonly changedFrom: Verdict | "";
};

/** `last` is what the evaluation before said, and the verdict that stood after it; null where there was none. Pure. */
export function standingAfter(
  verdict: Verdict,
  last: { readonly verdict: Verdict; readonly standing: Verdict } | null,
): Standing {
  if (last === null || verdict === last.standing) return { verdict, changedFrom: "" };
  const counts = verdict === "avoid" || verdict === last.verdict;
  return counts ? { verdict, changedFrom: last.standing } : { verdict: last.standing, changedFrom: "" };
}
