// What is named in a claim must be in what it comes to: a number, another token, a venue, a time or a measure that no condition is about was left out, and then nothing is decided.

import { type MetricId, metricRow } from "../../metric.ts";
import { type Read, readItems } from "../../read-items.ts";
import type { Stated } from "../../read-words.ts";
import { type Claim, isOpen, leavesOf, metricsIn, type Ref, refsOf, venueNamesOf } from "../claim.ts";
import { isKin } from "../kin.ts";
import { strayNouns } from "./unspent.ts";

const IDIOM =
  /\bchang(?:es|ed|ing) hands\b|\b(?:on|at) an? (?:[\w-]+ ){0,3}basis\b|\bbasis points?\b|\bout of (?:100|a hundred)\b|\bat one point\b|\bcan (?:ever )?exist\b|\b(?:wiped|blown) out\b|\b(?:oi|open interest)[- ]weighted\b|\/USD[TC]?\b|\bcloser to \S+ than (?:to )?\S+|\bhas evaporated\b/gi;

/** Each number that it is held against, as it may have been said. */
function amountsOf(claim: Claim): number[] {
  const near = (value: number) => [
    ...[value, value * 100, Math.abs(1 - Math.abs(value)) * 100, 1 / value],
    // "Between 60 and 70 billion."
    ...[1e3, 1e6, 1e9, 1e12].map((scale) => value / scale),
    // A part of its record is so much below it.
    100 - Math.abs(value),
    // So many of one for each of the other are a share of all.
    ...[100 * (value / (1 + value)), 100 / (1 + value)],
  ];
  return leavesOf(claim).flatMap((one) => (one.is === "test" ? near(one.target.value) : []));
}

const SAME = 1e-6;
/** To half its last digit. */
function isSaid(amounts: readonly number[], { value, step }: Pick<Stated, "value" | "step">): boolean {
  const most = Math.max(SAME * Math.abs(value), step * (0.5 + SAME));
  return amounts.some((one) => Math.abs(Math.abs(one) - Math.abs(value)) <= most);
}

function isTimed(refs: readonly Ref[], metrics: readonly MetricId[], hours: number): boolean {
  const rows = metrics.map(metricRow);
  if (!rows.some((row) => row.isTimed)) return true;
  const isOf = ({ time }: Ref) => time !== null && ("from" in time || time.hours === hours);
  return refs.some(isOf) || rows.some(({ made, over }) => made !== undefined || (over !== undefined && hours in over));
}

const COUNT_MAX = 12;
const isCounted = ({ value, unit }: Extract<Read, { readonly is: "number" }>): boolean =>
  unit === "place" || unit === "times" || (unit === null && Number.isInteger(value) && Math.abs(value) <= COUNT_MAX);
/** Whether each number that is told must be one that it is held against. */
const isStated = (claim: Claim): boolean =>
  leavesOf(claim).every((one) => one.is === "test" && metricRow(one.ref.metric).isStated === true);

/** "A week ago it cost more than today." */
const NOW = /^(?:today|this hour)$/i;

function isLeftOut(item: Read, claim: Claim, own: string): boolean {
  const [refs, metrics] = [refsOf(claim), metricsIn(claim)];
  switch (item.is) {
    case "number":
      return isStated(claim) && !isCounted(item) && !isSaid(amountsOf(claim), item);
    case "token":
      return (
        item.id !== own &&
        !refs.some(({ token }) => token === item.id) &&
        !metrics.some((id) => metricRow(id).isWithBitcoin)
      );
    case "venue":
      return !venueNamesOf(claim).includes(item.venue);
    case "hours":
      return !isTimed(refs, metrics, item.hours) && !(NOW.test(item.text) && refs.some(({ time }) => time !== null));
    case "metric":
      return !metricRow(item.id).isCommonName && metrics.length > 0 && !metrics.some((id) => isKin(id, item.id));
    default:
      return false;
  }
}

const CHANGE =
  /\b(?:price|percentage|per ?cent|percent|\d+[- ]?(?:h|d|hour|day|week)) changes?\b|\bchange (?:in|of) (?:the )?price\b|\bthe change of\b|\bchange (?:is|was) (?:above|below|over|under)\b/i;
const isOfChange = ({ metric, aspect }: Ref): boolean =>
  aspect !== "level" || metric === "drawdown" || metric === "market_change";

/** A part that has no condition may have named what the others are of: "In perp volume, SOL is ahead of ADA". */
const isWithoutNumber = (claim: Claim): boolean =>
  claim.is !== "unknown" && leavesOf(claim).some((one) => one.is === "unknown" && one.why === "no_number");

/** The first thing that is named and that no condition is about; null where there is none, or parts of it are open. Pure. */
export function leftOut(claim: Claim, said: string, own: string): string | null {
  const text = said.replace(IDIOM, " ");
  if (isOpen(claim)) {
    if (!isWithoutNumber(claim)) return null;
    return readItems(text, own).find((item) => item.is === "metric" && isLeftOut(item, claim, own))?.text ?? null;
  }
  if (CHANGE.test(text) && !refsOf(claim).some(isOfChange)) return "change";
  const items = readItems(text, own);
  return items.find((item) => isLeftOut(item, claim, own))?.text ?? strayNouns(items)[0] ?? null;
}
