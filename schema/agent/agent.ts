// What an agent is: its card says what it takes, what it may come to, and by which rules; the work is in jobs/agent.
import type { Static, TObject } from "typebox";
import type { Comparator } from "../evaluation/rule.ts";
import type { Tier } from "../tier.ts";

/** What a caller can gate on, whichever agent it asked. */
export const VERDICT_CLASSES = ["proceed", "caution", "avoid", "unassessed"] as const;
export type VerdictClass = (typeof VERDICT_CLASSES)[number];

type AgentVerdict = {
  readonly value: string;
  readonly class: VerdictClass;
  /** A sentence without a digit, which summaries begin with. */
  readonly meaning: string;
};

/** In which an agent's numbers are told; months and days of nobody else are ratios with a word. */
export type AgentUnit = "pct" | "usd" | "bps" | "ratio" | "count" | "hours" | "sigmas" | "days" | "months" | "level";

type AgentMetric = {
  readonly unit: AgentUnit;
  /** What a sentence calls it, without a digit. */
  readonly says: string;
  /** Which way is worse: a worse value never makes the class of the verdict milder. */
  readonly worse: "higher" | "lower";
  /** Without it nothing is said to be well, whatever the reason is; where all of these are missing the run is free. */
  readonly isDeciding?: true;
};

type AgentCondition = {
  readonly metric: string;
  readonly comparator: Comparator;
  /** A number, or the name of a limit that the input sets. */
  readonly threshold: number | string;
};

/** Fires where all of its conditions hold; what it is reported by is the first. */
export type AgentRule = {
  readonly code: string;
  readonly verdict: string;
  readonly when: readonly [AgentCondition, ...AgentCondition[]];
  /** Why the threshold is where it is. */
  readonly why: string;
};

/** A limit of the rules that the caller sets, and what it is where nothing is said. */
type AgentLimit = { readonly unit: AgentUnit; readonly says: string };

export type AgentCard<Input extends TObject = TObject, Details extends TObject = TObject> = {
  readonly id: string;
  readonly name: string;
  /** One line with the verdicts it may come to. */
  readonly summary: string;
  readonly description: string;
  readonly tier: Extract<Tier, "premium" | "pro">;
  /** Of its rules: a change is a new one. */
  readonly version: string;
  readonly tags: readonly string[];
  readonly input: Input;
  /** Gravest first: of the rules that fire the one whose verdict stands first counts. */
  readonly verdicts: readonly [AgentVerdict, ...AgentVerdict[]];
  /** Where no rule fires. */
  readonly otherwise: string;
  /** Where what decides was not measured, unless a graver one is certain. */
  readonly lacking: string;
  /** Where nothing that decides was measured; `lacking` without it. */
  readonly unmeasured?: string;
  readonly metrics: Readonly<Record<string, AgentMetric>>;
  readonly limits: Readonly<Record<string, AgentLimit>>;
  readonly rules: readonly AgentRule[];
  /** Shape of `details`. */
  readonly details: Details;
  /** Operations whose data it uses. */
  readonly uses: readonly string[];
  /** What it reads live, beside what is published; empty for nothing. */
  readonly live: readonly string[];
  /** What nobody should take it for. */
  readonly notChecked: readonly string[];
  /** How long a call waits for it. */
  readonly waitMs: number;
  readonly example: {
    readonly input: Static<Input>;
    readonly verdict: string;
    readonly token: { readonly id: string; readonly symbol: string; readonly name: string } | null;
    readonly details: Static<Details>;
  };
};

/** A card as it is written: its verdicts, metrics and limits are names that its rules may use and no others. */
export function agent<
  const V extends string,
  const M extends string,
  Input extends TObject,
  Details extends TObject,
  const L extends string = never,
>(
  card: Omit<
    AgentCard<Input, Details>,
    "verdicts" | "otherwise" | "lacking" | "unmeasured" | "metrics" | "limits" | "rules" | "example"
  > & {
    readonly verdicts: readonly [
      { readonly value: V; readonly class: VerdictClass; readonly meaning: string },
      ...{ readonly value: V; readonly class: VerdictClass; readonly meaning: string }[],
    ];
    readonly otherwise: NoInfer<V>;
    readonly lacking: NoInfer<V>;
    readonly unmeasured?: NoInfer<V>;
    readonly metrics: Readonly<Record<M, AgentMetric>>;
    readonly limits: Readonly<Record<L, AgentLimit>>;
    readonly rules: readonly {
      readonly code: string;
      readonly verdict: NoInfer<V>;
      readonly when: readonly [Condition<M, L>, ...Condition<M, L>[]];
      readonly why: string;
    }[];
    readonly example: AgentCard<Input, Details>["example"];
  },
) {
  return card;
}

type Condition<M extends string, L extends string> = {
  readonly metric: NoInfer<M>;
  readonly comparator: Comparator;
  readonly threshold: number | NoInfer<L>;
};

/** The class of a verdict of a card. */
export const classOf = ({ verdicts }: Pick<AgentCard, "verdicts">, value: string): VerdictClass =>
  verdicts.find((one) => one.value === value)?.class ?? "unassessed";
