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
export const Reason = oneOf(REASONS, "Why the quantity was not measured.");
