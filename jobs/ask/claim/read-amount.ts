// Reads the amount of a clause: its number, how it is compared, and how near it must be.

import type { Op } from "../lexicon.ts";
import { metricRow } from "../metric.ts";
import type { NumberItem, StatedUnit } from "../read-items.ts";
import type { Stated } from "../read-words.ts";
import { type About, type Claim, exact, type Ref, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";

const MIRROR: Readonly<Record<Op, Op>> = { ">": "<", "<": ">", ">=": "<=", "<=": ">=", "=": "=" };

const BPS = 100;
const toStated = ({ value, step, coarse, or }: NumberItem, factor: number): Stated => ({
  ...{ value: value * factor, step: step * Math.abs(factor), coarse: coarse * Math.abs(factor) },
  ...(or === undefined ? {} : { or: or * factor }),
});

/** How the amount is compared; null where two ways do not fit together. */
export function readOp(
  { bag }: Clause,
  ignored: readonly Op[] = [],
): { readonly op: Op; readonly about: About } | null {
  const [op, second] = bag.of("op").filter((one) => !ignored.includes(one.op));
  const [more] = bag.of("more");
  const [about, other] = bag.of("about");
  if (second || other || (op && more)) return null;
  if (op && about) return about.how === "well" ? { op: op.op, about: "well" } : null;
  if (more) return null;
  if (about?.how === "well") return { op: /below|under|less/i.test(about.text) ? "<" : ">", about: "well" };
  return { op: op?.op ?? "=", about: about?.how ?? null };
}

/** Tens of per cent are said of what is a little off them. */
const TENS = 10;
const TENS_COARSE = 4;
function roundly(number: NumberItem): NumberItem {
  const isTens = number.unit === "pct" && number.step === 1 && number.value >= TENS && number.value % TENS === 0;
  return isTens ? { ...number, coarse: Math.max(number.coarse, TENS_COARSE) } : number;
}

/**
 * The condition that a measured number meets the amount. `sign` -1 is for what is said as a size of something negative;
 * words of comparison that belong to that are `ignored`.
 */
export function readAmount(
  clause: Clause,
  ref: Ref,
  units: readonly StatedUnit[],
  sign: 1 | -1,
  ignored: readonly Op[] = [],
): Claim {
  const numbers = clause.bag.of("number");
  const [number] = numbers;
  if (!number) return unknown("no_number");
  if (clause.bag.has("between")) return readBetween(clause, ref, units, sign);
  if (numbers.length > 1) return unknown("two_numbers");
  // Nothing is nothing in any unit.
  if (!units.includes(number.unit) && !(number.unit === null && number.value === 0)) return unknown("unsupported");
  const how = readOp(clause, ignored);
  if (how === null) return unknown("unread");
  const isBps = metricRow(ref.metric).unit === "bps" && ref.aspect === "level";
  const by = isBps ? (number.unit === "pct" ? BPS : 1) : number.unit === "bps" && units.includes("pct") ? 1 / BPS : 1;
  const factor = by * sign * (number.sign ?? 1);
  const isMirrored = sign < 0;
  const op = isMirrored ? MIRROR[how.op] : how.op;
  const target = toStated(roundly(number), factor);
  const one: Claim = { is: "test", ref, op, target, about: how.about };
  // Less than so much of a fall is still a fall, and of a rise a rise.
  const isLess = (how.op === "<" || how.op === "<=") && how.about === null;
  if (!isLess || !(isMirrored || isDirected(clause, ref, number))) return one;
  return { is: "all", of: [one, { is: "test", ref, op: isMirrored ? "<" : ">", target: exact(0), about: null }] };
}

/** Whether a word of the clause says which way it went: the amount is how far. */
function isDirected({ bag }: Clause, { metric, aspect }: Ref, { sign }: NumberItem): boolean {
  if (sign !== undefined) return false;
  if (aspect === "versus") return true;
  if (aspect === "change" || aspect === "change_usd") return bag.has("move");
  return metric === "netflow" && bag.of("metric").some((one) => one.sign !== undefined);
}

function readBetween(clause: Clause, ref: Ref, units: readonly StatedUnit[], sign: 1 | -1): Claim {
  const [a, b, more] = clause.bag.of("number");
  if (!a || !b || more || clause.bag.has("op") || clause.bag.has("about")) return unknown("two_numbers");
  // "Between 5 and 6 %": the unit of the second is that of both.
  const unit = a.unit ?? b.unit;
  if (!units.includes(unit) || !units.includes(b.unit ?? unit)) return unknown("unsupported");
  // "Between 60 and 65k": thousands, both.
  const isShort = a.value * 100 < b.value;
  const scale = isShort
    ? ([1e3, 1e6, 1e9].find((by) => a.value * by * 10 >= b.value && a.value * by <= b.value * 10) ?? 1)
    : 1;
  const [first, second] = [toStated(a, sign * scale * (a.sign ?? 1)), toStated(b, sign * (b.sign ?? 1))];
  const [low, high] = first.value < second.value ? [first, second] : [second, first];
  return {
    is: "all",
    of: [
      { is: "test", ref, op: ">=", target: low, about: null },
      { is: "test", ref, op: "<=", target: high, about: null },
    ],
  };
}
