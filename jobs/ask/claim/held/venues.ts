// Holds what is said of one venue, of two and of all of them against what each of them tells: its funding, and the open interest there.
import type { EvidenceItem } from "../../../../schema/shape/evidence.ts";
import { UNASSESSED } from "../../../../schema/shape/quantity.ts";
import { want } from "../../evidence.ts";
import type { Op } from "../../lexicon.ts";
import type { MetricId } from "../../metric.ts";
import { type Claim, exact, type Ref } from "../claim.ts";
import { agreed, allOf, anyOf, judge, type Verdict } from "../judge.ts";
import { type Context, type Outcome, shownValue, unmeasured } from "./outcome.ts";

type Row = Readonly<Record<"venue" | "rate_pct" | "rate_8h_pct" | "open_interest_usd", number | string>>;
type Member = Exclude<keyof Row, "venue">;
const rowsOf = (item: EvidenceItem | undefined): readonly Row[] =>
  Array.isArray(item?.data.venues) ? (item.data.venues as Row[]) : [];

/** What venues tell of themselves: the members that must all bear it out, the first of them shown. */
const TOLD: Readonly<
  Partial<Record<MetricId, { readonly of: readonly Member[]; readonly says: string; readonly format: string }>>
> = {
  // Where eight hours are not named, the rate of the venue's own interval may be meant.
  funding: { of: ["rate_8h_pct", "rate_pct"], says: "Funding per eight hours", format: "pct4" },
  open_interest: { of: ["open_interest_usd"], says: "Open interest", format: "usd_short" },
};

/** Whether a venue tells it of itself. */
export const isOfVenue = (metric: MetricId): boolean => TOLD[metric] !== undefined;

const NO_VENUE = {
  reason: "no_source",
  detail: "No covered venue of that name tells it.",
  item: null,
} as const;

const toldOf = ({ metric, per }: Ref) => {
  const told = TOLD[metric];
  return told && per === "8h" ? { ...told, of: told.of.slice(0, 1) } : told;
};

/** The numbers of a venue, the one that is shown first; null where one of them is not there. */
function numbersOf(ref: Ref, context: Context) {
  const told = toldOf(ref);
  const [item] = context.placesOf(want("funding", ref.token));
  const at = rowsOf(item).findIndex(({ venue }) => venue === ref.venue);
  const values = (told?.of ?? []).map((member) => rowsOf(item)[at]?.[member]);
  const numbers = values.filter((value) => typeof value === "number");
  const [first] = numbers;
  if (!told || !item || first === undefined || numbers.length < values.length) return null;
  const row = `${item.id}.venues.${at}`;
  return { item, first, numbers, says: told.says, shown: `{{${row}.${told.of[0]}|${told.format}}}`, row };
}

/** Every number that it may mean must say the same. */
export function venueOne(claim: Extract<Claim, { is: "test" }>, context: Context): Outcome {
  const { ref } = claim;
  const shown = {
    metric: `${ref.metric} ${ref.venue}`,
    comparator: claim.op,
    value: shownValue(claim.target.value),
    window: null,
  };
  const found = numbersOf(ref, context);
  if (found === null) return unmeasured(shown, `${ref.metric.replaceAll("_", " ")} of that venue`, NO_VENUE);
  const result = agreed(found.numbers.map((value) => judge(value, claim)));
  const words =
    ref.metric === "funding"
      ? `Funding on {{${found.row}.venue|provider}} is ${found.shown} per eight hours`
      : `${found.says} on {{${found.row}.venue|provider}} is ${found.shown}`;
  return { checked: { ...shown, measured: found.first, result, evidence: [found.item.id] }, words, missing: null };
}

/** Two venues: every number that it may mean must stand the same way. */
export function venuePair(claim: Extract<Claim, { is: "pair" }>, context: Context): Outcome {
  const { left, right, op, factor = 1, plus = 0 } = claim;
  const shown = { metric: `${left.metric} ${left.venue}`, comparator: op, window: null };
  const value = `${right.metric} ${right.venue}`;
  const isLike = left.metric === right.metric && claim.beside === undefined;
  const [mine, theirs] = isLike ? [numbersOf(left, context), numbersOf(right, context)] : [null, null];
  if (mine === null || theirs === null)
    return unmeasured({ ...shown, value }, `${left.metric.replaceAll("_", " ")} of those venues`, NO_VENUE);
  const holds = (one: number, other: number): Verdict => {
    const against = other * factor + plus;
    const isSo = op === "<" ? one < against : op === ">" ? one > against : one >= against;
    return isSo ? "supported" : "contradicted";
  };
  const result = agreed(mine.numbers.map((one, at) => holds(one, theirs.numbers[at] ?? theirs.first)));
  const told = ({ shown: number, row }: { shown: string; row: string }) => `${number} on {{${row}.venue|provider}}`;
  const evidence = [...new Set([mine.item.id, theirs.item.id])];
  return {
    checked: { ...shown, value: shownValue(theirs.first), measured: mine.first, result, evidence },
    words: `${mine.says} is ${told(mine)} and ${told(theirs)}`,
    missing: null,
  };
}

/** Of those that are told more than half; what is not told may go either way. */
function mostOf(each: readonly Verdict[]): Verdict {
  const half = each.length / 2;
  const count = (verdict: Verdict) => each.filter((one) => one === verdict).length;
  if (count("supported") > half) return "supported";
  return count("contradicted") >= half ? "contradicted" : "unknown";
}

/** Every venue: one that is not told keeps it open, one that differs decides. */
export function venuesAll(claim: Extract<Claim, { is: "venues" }>, context: Context): Outcome {
  const { every, isMost, op, against } = claim;
  const [item] = context.placesOf(want("funding"));
  const rows = rowsOf(item).filter(({ venue }) => venue !== claim.except && venue !== against);
  const held = rowsOf(item).find(({ venue }) => venue === against)?.rate_8h_pct;
  const target = typeof held === "number" ? exact(held) : claim.target;
  const others = claim.except !== undefined || against !== undefined ? "every other venue" : "every venue";
  const shown = {
    metric: `funding on ${every ? others : isMost ? "most venues" : "some venue"}`,
    comparator: op,
    value: shownValue(target.value),
    window: null,
  };
  const isOther = claim.among !== undefined && rows.length !== claim.among;
  if (!item || rows.length === 0 || isOther || (against !== undefined && typeof held !== "number"))
    return unmeasured(shown, "funding by venue", NO_VENUE);
  const of = (rate: number | string): Verdict =>
    typeof rate === "number"
      ? judge(rate, {
          is: "test",
          ref: { metric: "funding", aspect: "level", time: null, token: null },
          op: op as Op,
          target,
          about: null,
        })
      : "unknown";
  const each = rows.map(({ rate_8h_pct: rate }) => of(rate));
  const result = every ? allOf(each) : isMost ? mostOf(each) : anyOf(each);
  const wanted: Verdict = isMost ? result : every ? "contradicted" : "supported";
  const found = rows[Math.max(0, each.indexOf(result === wanted ? wanted : result))];
  const at = found ? rowsOf(item).indexOf(found) : 0;
  const words =
    typeof found?.rate_8h_pct === "number"
      ? `Funding per eight hours is {{${item.id}.venues.${at}.rate_8h_pct|pct4}} on {{${item.id}.venues.${at}.venue|provider}}, and the other venues that tell it were looked at`
      : null;
  const value = typeof found?.rate_8h_pct === "number" ? found.rate_8h_pct : UNASSESSED;
  return { checked: { ...shown, measured: value, result, evidence: [item.id] }, words, missing: null };
}
