// The closed list of reasons why a quantity is unassessed.
import { oneOf } from "./shape/text.ts";

export const REASONS = [
  "no_source",
  "source_error",
  "source_rate_limited",
  "not_configured",
  "stale",
  "insufficient_history",
  "insufficient_coverage",
  "unit_unknown",
  "source_unverified",
  "proxy",
  "disagreement",
  "not_tracked",
  "pending",
] as const;

export type Reason = (typeof REASONS)[number];

const STRUCTURAL: ReadonlySet<Reason> = new Set(["no_source", "not_configured", "not_tracked", "insufficient_history"]);

/** Of what nobody measures here: it is told, and does not count as a failure to measure. */
export const isStructuralReason = (reason: Reason): boolean => STRUCTURAL.has(reason);

export const Reason = oneOf(REASONS, "Why the quantity was not measured.");
