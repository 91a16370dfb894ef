// Reads what a clause says of one venue, of several or of all: the funding there, or the open interest.
import type { Kind } from "../../bag.ts";
import { type MetricId, type MetricRow, metricRow } from "../../metric.ts";
import type { StatedUnit } from "../../read-items.ts";
import { type Claim, type Ref, unknown } from "../claim.ts";
import type { Clause } from "../clause.ts";
import { isOfVenue } from "../held/venues.ts";
import { readAmount } from "../read-amount.ts";
import { ref } from "../read-clause.ts";

/** Units that numbers of a metric are stated in. */
export function unitsOf({ unit }: MetricRow): readonly StatedUnit[] {
  // Without a unit it is told in per cent, as the metric is.
  if (unit === "pct") return ["pct", "points", "bps", null];
  if (unit === "usd") return ["usd", null];
  if (unit === "bps") return ["bps", "pct", null];
  if (unit === "coins") return ["coins", null];
  return unit === "ratio" ? ["times", null] : [null];
}

/** So much a day is no price. */
const A_DAY = /^(?:(?:a|per) (?:day|hour|week|month)|daily|hourly|weekly|monthly)$/i;

export const isADay = ({ bag }: Pick<Clause, "bag">): boolean =>
  bag.items.some(({ is, text }) => is === "hours" && A_DAY.test(text));

/** How it went there is not measured. */
const WAYS: readonly Kind[] = ["move", "flat", "either", "times", "by", "from", "market", "never"];

/** An amount of it at each venue that is named, or at all of them. */
export function readAtVenue(clause: Clause, metric: MetricId): Claim {
  const { bag, time } = clause;
  const isYear = bag.of("per").some(({ per }) => per === "year");
  if (!isOfVenue(metric) || isYear || (bag.has("per") && metric !== "funding")) return unknown("venue");
  if (WAYS.some((kind) => bag.has(kind))) return unknown("unsupported");
  // So much a day is another rate than so much in eight hours.
  if (isADay(clause)) return unknown("ambiguous");
  if (time !== null && !("hours" in time && time.hours === 24)) return unknown("time");
  const base: Ref = { ...ref(metric, "level"), ...(bag.has("per") && { per: "8h" as const }) };
  const units = unitsOf(metricRow(metric));
  const venues = [...new Set(bag.of("venue").map(({ venue }) => venue))];
  const each = venues.map((venue) => readAmount(clause, { ...base, venue }, units, 1));
  if (each.length > 0) return each.length === 1 && each[0] ? each[0] : { is: "all", of: each };
  if (metric !== "funding") return unknown("venue");
  const one = readAmount(clause, base, units, 1);
  return one.is === "test" ? { is: "venues", every: true, op: one.op, target: one.target, metric } : unknown("venue");
}
