// What one signal rule is: thresholds, window, cooldown and inputs, all of it data that can be printed as JSON.
import type { InputName } from "./input-name.ts";

export type SignalDirection = "bullish" | "bearish" | "neutral";
export type SignalSeverity = 1 | 2 | 3;

/** The version of every threshold here; a change is a new version and old signals keep theirs. */
export const SIGNAL_RULES_VERSION = "sig-1";

/** Thresholds of severity 1, 2 and 3 as magnitudes; null where the rule has no such severity. */
export type Levels = readonly [number, number, number | null];

/** Every signal leaves the open list after this, whatever its condition does. */
export const SIGNAL_LIFE_S = 86_400;
/** So many evaluations in a row must find the condition false before a signal is resolved. */
export const FALSE_EVALUATIONS_TO_RESOLVE = 2;

export type SignalRule<Kind extends string = string> = {
  readonly kind: Kind;
  readonly rules: typeof SIGNAL_RULES_VERSION;
  /** What `value` is, in words. */
  readonly measure: string;
  readonly unit: "pct" | "multiple" | "ratio" | "usd" | "level";
  readonly window: string;
  /** Thresholds of `value`. */
  readonly levels: Levels;
  /** The other numbers of the rule. */
  readonly parameters: Readonly<Record<string, number | Levels>>;
  readonly direction: string;
  /** Within it, per token and direction, only a higher severity fires. */
  readonly cooldownS: number;
  /** A rule about single things (a transfer, an unlock) fires once for each; `escalates` lets a higher severity follow. */
  readonly once: { readonly per: "transfer" | "unlock" | "scan" | "flip"; readonly escalates: boolean } | null;
  /** A further signal this soon after the last needs `factor` times its value. */
  readonly refire: { readonly withinS: number; readonly factor: number } | null;
  readonly hourlyMax: number | null;
  /** False for events that cannot become untrue; those only expire. */
  readonly resolves: boolean;
  /** One of these unassessed: the rule is not evaluated. */
  readonly requires: readonly InputName[];
  /** Alternatives: unassessed, they stop the rule only where the outcome hinges on them. */
  readonly optional: readonly InputName[];
};

/** What most rules share; a rule spreads it and says where it differs. */
export const plainRule = {
  rules: SIGNAL_RULES_VERSION,
  parameters: {},
  once: null,
  refire: null,
  hourlyMax: null,
  resolves: true,
  optional: [],
} as const;
