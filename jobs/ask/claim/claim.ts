// What a claim comes to: conditions on measured numbers, joined and negated, and why one cannot be made of it.
import type { FactId, Op, Refusal } from "../lexicon.ts";
import type { MetricId } from "../metric.ts";
import type { Stated } from "../read-words.ts";

/** Between two instants, epoch milliseconds. */
export type Between = { readonly from: number; readonly to: number; readonly name: string };
/** A time: so many hours up to now, with what else the same words may mean, or between two instants. */
export type Time = ({ readonly hours: number } | Between) & { readonly or?: readonly Between[] };

/** A number that can be measured. */
export type Ref = {
  readonly metric: MetricId;
  /** As it stands or over a time; its change in percent or in dollars; its extremes; how it did against others. */
  readonly aspect: "level" | "change" | "change_usd" | "high" | "low" | "versus";
  readonly time: Time | null;
  /** Another token, or what it is held against; null is the token that is asked about. */
  readonly token: string | null;
  readonly venue?: string;
  /** Of a venue: per eight hours, and not per the interval of its own. */
  readonly per?: "8h";
  /** What an order of the size costs: what it moves, USD. */
  readonly size?: { readonly side: "buy" | "sell"; readonly usd: number; readonly at: "below" | "above" };
};

export type About = "about" | "almost" | "bit" | "well" | null;

export type Claim =
  | {
      readonly is: "test";
      readonly ref: Ref;
      readonly op: Op;
      readonly target: Stated;
      readonly about: About;
      /** Up to where a number that is right by its kind may be meant; past it nobody knows. */
      readonly until?: number;
    }
  | {
      readonly is: "pair";
      readonly left: Ref;
      readonly op: ">" | "<" | ">=";
      readonly right: Ref;
      /** How many times the right one is meant; once without it. */
      readonly factor?: number;
      /** So much more than that, in its unit. */
      readonly plus?: number;
      /** What is added to the right one before it is taken so many times. */
      readonly beside?: Ref;
    }
  | { readonly is: "fact"; readonly id: FactId; readonly value: boolean | string }
  /** Every venue that is told, more than half of them, or one of them at least. */
  | {
      readonly is: "venues";
      readonly every: boolean;
      readonly isMost?: true;
      /** All but this one. */
      readonly except?: string;
      /** All others beside what this one has. */
      readonly against?: string;
      /** Only where so many are told. */
      readonly among?: number;
      readonly op: Op;
      readonly target: Stated;
      readonly metric: "funding";
    }
  | { readonly is: "all" | "any"; readonly of: readonly Claim[] }
  /** Readings of the same words; where it is of the calendar, of the times that one of them may mean. */
  | { readonly is: "agree"; readonly of: readonly Claim[]; readonly isCalendar?: true }
  /** Readings of the same words about different numbers: where one is far nearer to the amount, that was meant. */
  | { readonly is: "nearest"; readonly of: readonly Claim[] }
  | { readonly is: "not"; readonly of: Claim }
  | { readonly is: "unknown"; readonly why: Why };

export type Why =
  | Refusal
  | "unsupported"
  | "no_number"
  | "other_token"
  | "vague"
  | "ambiguous"
  | "calendar"
  | "two_numbers"
  | "tokens"
  | "venue";

export const unknown = (why: Why): Claim => ({ is: "unknown", why });

/** Of those that are named so many are told of, the first first. */
export const TOKENS_MAX = 5;

type Leaf = Exclude<Claim, { readonly of: unknown }>;

/** Its conditions one by one. */
export const leavesOf = (claim: Claim): readonly Leaf[] =>
  "of" in claim ? [claim.of].flat().flatMap(leavesOf) : [claim];

/** The same with each of its conditions as `of` has it. */
export function mapped(claim: Claim, of: (one: Leaf) => Claim): Claim {
  if (claim.is === "not") return { ...claim, of: mapped(claim.of, of) };
  return "of" in claim ? { ...claim, of: claim.of.map((one) => mapped(one, of)) } : of(claim);
}

/** The numbers that it measures, one by one. */
export const refsOf = (claim: Claim): readonly Ref[] =>
  leavesOf(claim).flatMap((one) => {
    if (one.is === "test") return [one.ref];
    if (one.is !== "pair") return [];
    return one.beside === undefined ? [one.left, one.right] : [one.left, one.right, one.beside];
  });

/** The same with each of its numbers as `to` has it. */
export const moved = (claim: Claim, to: (ref: Ref) => Ref): Claim =>
  mapped(claim, (one) => {
    if (one.is === "test") return { ...one, ref: to(one.ref) };
    if (one.is !== "pair") return one;
    const beside = one.beside === undefined ? {} : { beside: to(one.beside) };
    return { ...one, left: to(one.left), right: to(one.right), ...beside };
  });

/** What it says of venues. */
export const venuesOf = (claim: Claim): readonly Extract<Claim, { readonly is: "venues" }>[] =>
  leavesOf(claim).flatMap((one) => (one.is === "venues" ? [one] : []));

/** The venues that it names, one by one. */
export const venueNamesOf = (claim: Claim): readonly string[] => [
  ...refsOf(claim).flatMap(({ venue }) => venue ?? []),
  ...venuesOf(claim).flatMap(({ except, against }) => [except ?? [], against ?? []].flat()),
];

/** What it measures, one by one. */
export const metricsIn = (claim: Claim): readonly MetricId[] => [
  ...refsOf(claim).map(({ metric }) => metric),
  ...venuesOf(claim).map(({ metric }) => metric),
];

/** The other tokens that it is about, each once. Pure. */
export const tokensOf = (claim: Claim): string[] => [...new Set(refsOf(claim).flatMap(({ token }) => token ?? []))];

/** Readings of the same words: only what holds of all of them is said. */
export const agree = (of: readonly Claim[]): Claim => (of.length === 1 && of[0] ? of[0] : { is: "agree", of });

/** The same of another token. */
export const ofToken = (claim: Claim, token: string): Claim =>
  moved(
    mapped(claim, (one) => (one.is === "venues" || one.is === "fact" ? unknown("other_token") : one)),
    (ref) => ({ ...ref, token: ref.token ?? token }),
  );

/** Whether anything of it is about the token that is asked about: of others alone nothing is said. */
export const isOfOwn = (claim: Claim): boolean =>
  leavesOf(claim).some((one) => one.is !== "test" && one.is !== "pair") ||
  refsOf(claim).some(({ token, aspect }) => token === null || aspect === "versus");

/** Whether any part of it says nothing. */
export const isOpen = (claim: Claim): boolean => leavesOf(claim).some(({ is }) => is === "unknown");

/** Hours that a time has where none is told. */
export const DAY_H = 24;

export const exact = (value: number): Stated => ({ value, step: 0, coarse: 0 });
