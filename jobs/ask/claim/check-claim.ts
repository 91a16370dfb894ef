// Holds a claim against the evidence: each condition with what was measured, and what all of them come to. Pure.
import type { EvidenceItem } from "../../../schema/shape/evidence.ts";
import { UNASSESSED } from "../../../schema/shape/quantity.ts";
import { MARKET, MARKET_NAME, type Wanted, want } from "../evidence.ts";
import { sayFinding } from "../finding.ts";
import { metricRow } from "../metric.ts";
import { findNumber, formatOf, isLeast, placeOfRef, sayOver, sayRef, tellTime, verbOf } from "../place.ts";
import { type Claim, DAY_H, leavesOf, type Ref, refsOf, type Why } from "./claim.ts";
import { type Context, type Outcome, shownValue, unmeasured } from "./held/outcome.ts";
import { venueOne, venuePair, venuesAll } from "./held/venues.ts";
import { agreed, allOf, anyOf, flip, judge, judgePair, type Verdict } from "./judge.ts";

export type Held = { readonly verdict: Verdict; readonly outcomes: readonly Outcome[]; readonly why: readonly Why[] };

const FACT_KINDS = { risk: "contract_risk", regime: "market_context", verdict: "standing" } as const;
type FactKind = keyof typeof FACT_KINDS;
const isSingle = (id: string): id is FactKind => Object.hasOwn(FACT_KINDS, id);

/** Everything that must be made for a claim. */
export const wantedBy = (claim: Claim): Wanted[] =>
  leavesOf(claim).flatMap((one) => {
    if (one.is === "venues") return [want("funding")];
    if (one.is === "fact") return [want(isSingle(one.id) ? FACT_KINDS[one.id] : "contract_checks")];
    return refsOf(one).flatMap((ref) => {
      if (ref.venue !== undefined) return [want("funding", ref.token)];
      const placed = placeOfRef(ref);
      return placed === null ? [] : [placed.wanted];
    });
  });

const over = (ref: Ref, item: EvidenceItem): string => {
  const said = sayOver(ref.time);
  if (said !== null) return said;
  return Object.hasOwn(item.data, "window_h") ? ` over {{${item.id}.window_h|hours}}` : "";
};
const subject = (ref: Ref, symbolOf: (token: string | null) => string): string =>
  ref.aspect === "versus"
    ? `The change of ${symbolOf(null)} less that of ${ref.token === MARKET ? MARKET_NAME : symbolOf(ref.token)}`
    : `${symbolOf(ref.token)}'s ${sayRef(ref)}`;

const RESULT: Readonly<Record<Verdict, string>> = {
  supported: "which bears the claim out",
  contradicted: "which does not bear the claim out",
  unknown: "which is too near to what is claimed, or too much of a part, to tell",
};

const FAR_OFF = "which is so far off that something else may be meant";
const IN_PART = "which bears out a part of the claim and not the rest of it";

const name = (ref: Ref): string => (ref.aspect === "level" ? ref.metric : `${ref.metric}_${ref.aspect}`);

function measured(ref: Ref, { placesOf }: Context) {
  const placed = placeOfRef(ref);
  if (placed === null)
    return { reason: "no_source", detail: "It is not measured over that time.", item: null } as const;
  return findNumber(placesOf(placed.wanted), placed.path);
}

/** Who writes thousands for millions is a thousand times off, and means the same number. */
const ELSEWHERE = 1e5;
/** No coin costs so much. */
const NO_PRICE = 1e7;
const FAR_PRICE = 1_000;

/** So far off that the number was meant of something else, whatever was read. */
function isElsewhere(found: number, { ref, target }: Extract<Claim, { is: "test" }>): boolean {
  if (ref.aspect.startsWith("change") || ref.aspect === "versus" || target.value <= 0 || found <= 0) return false;
  const { isOfOne, isLarge } = metricRow(ref.metric);
  if (isOfOne) return target.value >= NO_PRICE && found < NO_PRICE / FAR_PRICE;
  const times = target.value / found;
  return isLarge === true && (times > ELSEWHERE || times < 1 / ELSEWHERE);
}

function testOne(claim: Extract<Claim, { is: "test" }>, context: Context): Outcome {
  const { ref, op, target, about } = claim;
  const shown = {
    metric: name(ref),
    comparator: about === null ? op : `${about} ${op}`,
    value: shownValue(target.value),
    window: tellTime(ref.time),
  };
  const found = measured(ref, context);
  const what = `${sayRef(ref)}${sayOver(ref.time) ?? ""}`;
  if (!("value" in found)) return unmeasured(shown, what, found);
  const isFar = isElsewhere(found.value, claim);
  const result = isFar ? "unknown" : judge(found.value, claim, isLeast(ref));
  const words = `${subject(ref, context.symbolOf)}${over(ref, found.item)} ${verbOf(ref)} {{${found.item.id}.${found.path}|${formatOf(ref)}}}`;
  const checked = { ...shown, measured: found.value, result, evidence: [found.item.id] };
  return { checked, words, missing: null, ...(isFar && { isFar: true as const }) };
}

/** What may be missing of a sum of some venues, were it as much everywhere: all of it may be of one side. */
function missing(item: EvidenceItem, ref: Ref): number {
  const hours = ref.time !== null && "hours" in ref.time ? ref.time.hours : DAY_H;
  const total = item.data[hours === 1 ? "total_1h_usd" : "total_24h_usd"];
  const share = item.data.open_interest_share_pct;
  if (typeof total !== "number" || typeof share !== "number" || share <= 0) return Infinity;
  return Math.max(0, total * (100 / share - 1));
}

function pairOne(claim: Extract<Claim, { is: "pair" }>, context: Context): Outcome {
  const { left, right, op, factor = 1, plus = 0, beside } = claim;
  const refs = beside === undefined ? [left, right] : [left, right, beside];
  const each = refs.map((ref) => ({ ref, found: measured(ref, context) }));
  const shown = { metric: name(left), comparator: op, window: tellTime(left.time) };
  const told = each.flatMap(({ ref, found }) => ("value" in found ? [{ ref, ...found }] : []));
  const [lacking] = each.flatMap(({ ref, found }) => ("value" in found ? [] : [{ ref, found }]));
  const [a, b, c] = told;
  if (lacking || !a || !b)
    return unmeasured(
      { ...shown, value: `${context.symbolOf(right.token)} ${name(right)}` },
      sayRef(lacking?.ref ?? left),
      lacking?.found ?? { reason: "no_source", detail: "It is not measured.", item: null },
    );
  const whole = b.value + (c?.value ?? 0);
  // What the measured number is held against, so that whoever reads the row comes to the same.
  const against = (factor === 1 ? whole : whole * factor) + plus;
  const rest = isLeast(right) ? missing(b.item, right) * factor : 0;
  const result = judgePair({ value: a.value, most: a.value + (isLeast(left) ? missing(a.item, left) : 0) }, op, {
    value: against,
    most: against + rest,
  });
  const tell = ({ ref, item, path }: typeof a) =>
    `${subject(ref, context.symbolOf)}${over(ref, item)} ${verbOf(ref)} {{${item.id}.${path}|${formatOf(ref)}}}`;
  const evidence = [...new Set(told.map(({ item }) => item.id))];
  const checked = { ...shown, value: shownValue(against), measured: a.value, result, evidence };
  return { checked, words: told.map(tell).join(" and "), missing: null };
}

function factOne({ id, value }: Extract<Claim, { is: "fact" }>, context: Context): Outcome {
  const kind = isSingle(id) ? FACT_KINDS[id] : "contract_checks";
  const [item] = context.placesOf(want(kind));
  const path = id === "risk" ? "contract_risk" : id;
  const found = item?.data[path];
  const shown = { metric: path, comparator: "=", value, window: null };
  const what = path.replaceAll("_", " ");
  if (!item || found === undefined || found === null || found === UNASSESSED) {
    const missing = item?.unassessed.find((one) => one.path === `/${path}`);
    const lack = {
      reason: missing?.reason ?? "no_source",
      detail: missing?.detail ?? "It does not apply to this token.",
      item: item ?? null,
    };
    return unmeasured(shown, what, lack);
  }
  const result: Verdict = found === value ? "supported" : "contradicted";
  const finding = sayFinding(path, found);
  const looked = `As looked at on {{${item.id}.as_of|day}} at {{${item.id}.as_of|clock}}, ${finding}`;
  const words = typeof found === "string" ? `The ${what} is {{${item.id}.${path}|name}}` : finding && looked;
  return {
    checked: { ...shown, measured: found as string | boolean, result, evidence: [item.id] },
    words,
    missing: null,
  };
}

/** So many times nearer is far nearer. */
const FAR = 100;
/** How many times an amount is off what was measured; null where nobody knows. */
function distance(claim: Claim, context: Context): number | null {
  if (claim.is === "all") return claim.of[0] ? distance(claim.of[0], context) : null;
  if (claim.is !== "test" || claim.ref.venue !== undefined) return null;
  const found = measured(claim.ref, context);
  const ratio = "value" in found ? found.value / claim.target.value : 0;
  return ratio > 0 ? Math.max(ratio, 1 / ratio) : null;
}

/** The reading that is far nearer than all others; all of them where none is. */
function nearest(of: readonly Claim[], context: Context): readonly Claim[] {
  const [first, second, ...more] = of
    .map((claim) => ({ claim, times: distance(claim, context) }))
    .toSorted((a, b) => (a.times ?? Infinity) - (b.times ?? Infinity));
  const isClear =
    first?.times != null && second?.times != null && more.length === 0 && second.times >= first.times * FAR;
  return isClear ? [first.claim] : of;
}

const one = (outcome: Outcome): Held => ({ verdict: outcome.checked.result, outcomes: [outcome], why: [] });

/** What a claim comes to. */
export function hold(claim: Claim, context: Context): Held {
  if (claim.is === "unknown") return { verdict: "unknown", outcomes: [], why: [claim.why] };
  if (claim.is === "test")
    return one(claim.ref.venue === undefined ? testOne(claim, context) : venueOne(claim, context));
  if (claim.is === "pair")
    return one(
      claim.left.venue === undefined && claim.right.venue === undefined
        ? pairOne(claim, context)
        : venuePair(claim, context),
    );
  if (claim.is === "venues") return one(venuesAll(claim, context));
  if (claim.is === "fact") return one(factOne(claim, context));
  if (claim.is === "not") {
    const held = hold(claim.of, context);
    const outcomes = held.outcomes.map(({ checked, ...rest }): Outcome => {
      return {
        ...rest,
        checked: { ...checked, comparator: denied(checked.comparator), result: flip(checked.result) },
      };
    });
    return { ...held, outcomes, verdict: flip(held.verdict) };
  }
  const parts = (claim.is === "nearest" ? nearest(claim.of, context) : claim.of).map((part) => hold(part, context));
  const verdicts = parts.map(({ verdict }) => verdict);
  const join = { all: allOf, any: anyOf, agree: agreed, nearest: agreed }[claim.is];
  const why = parts.flatMap((part) => part.why);
  const outcomes = parts.flatMap((part) => part.outcomes);
  // Of a reading that was not measured nobody knows whether it comes to the same.
  const isMeasured = why.length === 0 && outcomes.every(({ missing }) => missing === null);
  const isSplit =
    (claim.is === "agree" || claim.is === "nearest") &&
    new Set(isMeasured ? verdicts : verdicts.filter((verdict) => verdict !== "unknown")).size > 1;
  return {
    verdict: join(verdicts),
    outcomes,
    why: isSplit ? [...why, claim.is === "agree" && claim.isCalendar ? "calendar" : "ambiguous"] : why,
  };
}

/** Denied twice it is said. */
const denied = (comparator: string): string =>
  comparator.startsWith("not ") ? comparator.slice("not ".length) : `not ${comparator}`;

/** The sentences of the conditions, each measurement once; none where nothing was measured. */
export function sayOutcomes(outcomes: readonly Outcome[]): string[] {
  const results = new Map<string, Verdict[]>();
  for (const { words, checked } of outcomes)
    if (words !== null) results.set(words, [...(results.get(words) ?? []), checked.result]);
  const far = new Set(outcomes.flatMap(({ words, isFar }) => (isFar ? [words] : [])));
  return [...results].map(([words, [first = "unknown", ...more]]) => {
    if (!more.every((result) => result === first)) return `${words}, ${IN_PART}.`;
    return `${words}, ${first === "unknown" && far.has(words) ? FAR_OFF : RESULT[first]}.`;
  });
}
