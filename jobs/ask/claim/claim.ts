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

/** The other tokens that it is about. Pure. */
export function tokensOf(claim: Claim): string[] {
  if ("of" in claim) return [...new Set([claim.of].flat().flatMap(tokensOf))];
  const refs = claim.is === "pair" ? refsOf(claim) : claim.is === "test" ? [claim.ref] : [];
  return refs.flatMap(({ token }) => token ?? []);
}

/** Readings of the same words: only what holds of all of them is said. */
export const agree = (of: readonly Claim[]): Claim => (of.length === 1 && of[0] ? of[0] : { is: "agree", of });

/** The numbers that are held against each other. */
export const refsOf = ({ left, right, beside }: Extract<Claim, { readonly is: "pair" }>): readonly Ref[] =>
  beside === undefined ? [left, right] : [left, right, beside];

/** The same of another token. */
export function ofToken(claim: Claim, token: string): Claim {
  const moved = (one: Ref): Ref => ({ ...one, token: one.token ?? token });
  if (claim.is === "test") return { ...claim, ref: moved(claim.ref) };
  if (claim.is === "pair")
    return {
      ...{ ...claim, left: moved(claim.left), right: moved(claim.right) },
      ...(claim.beside === undefined ? {} : { beside: moved(claim.beside) }),
    };
  if (claim.is === "not") return { ...claim, of: ofToken(claim.of, token) };
  if ("of" in claim) return { ...claim, of: claim.of.map((one) => ofToken(one, token)) };
  return claim.is === "unknown" ? claim : unknown("other_token");
}

/** Whether anything of it is about the token that is asked about: of others alone nothing is said. */
export function isOfOwn(claim: Claim): boolean {
  const own = ({ token, aspect }: Ref) => token === null || aspect === "versus";
  if ("of" in claim) return [claim.of].flat().some(isOfOwn);
  if (claim.is === "pair") return own(claim.left) || own(claim.right);
  return claim.is !== "test" || own(claim.ref);
}

/** Whether any part of it says nothing. */
export const isOpen = (claim: Claim): boolean =>
  claim.is === "unknown" || ("of" in claim && [claim.of].flat().some(isOpen));

export const exact = (value: number): Stated => ({ value, step: 0, coarse: 0 });
