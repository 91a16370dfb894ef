// Reads a clause about the dollar that a stablecoin stands for: whether it holds it, and how far off it is.
import { trackedById } from "../../../schema/token/tracked.ts";
import type { Op } from "../lexicon.ts";
import type { NumberItem } from "../read-items.ts";
import { agree, type Claim, exact, type Ref, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { hasOthers, holdsOnly, ref, test } from "./read-clause.ts";

const PEG = 1;
/** So near is on it for everybody, and so far off it for everybody. */
const NEAR = 0.002;
const FAR = 0.01;

/** About so far off is within this part of it for everybody, and past that part for nobody. */
const ABOUT_NEAR = 0.1;
const ABOUT_FAR = 0.3;

const LEVEL = ref("price", "level");
const all = (...of: Claim[]): Claim => ({ is: "all", of });
const either = (...of: Claim[]): Claim => ({ is: "any", of });
const within = (low: Ref, high: Ref, by: number): Claim => all(test(low, ">=", PEG - by), test(high, "<=", PEG + by));
const beyond = (low: Ref, high: Ref, by: number): Claim => either(test(low, "<", PEG - by), test(high, ">", PEG + by));

/** Which side of it a word right before it names. */
function sideOf({ bag }: Clause): -1 | 1 | null {
  const before = bag.items[bag.at("peg") - 1];
  return before?.is !== "op" ? null : before.op === "<" ? -1 : before.op === ">" ? 1 : null;
}

const FURTHER: Readonly<Record<Op, Op>> = { ">": "<", ">=": "<=", "<": ">", "<=": ">=", "=": "=" };

/** So far off: to one side, or to either. */
function readDistance(clause: Clause, { value, step, coarse, unit, sign }: NumberItem): Claim {
  const side = sideOf(clause);
  const ops = clause.bag.of("op").slice(0, side === null ? undefined : -1);
  const scale = unit === "bps" ? 10_000 : unit === "pct" || unit === "points" ? 100 : null;
  const [about] = clause.bag.of("about");
  if (scale === null || sign !== undefined || ops.length > (about ? 0 : 1) || about?.how === "well")
    return unknown("unread");
  if (about && side === null) return unknown("vague");
  const op = ops[0]?.op ?? (clause.bag.has("outer") ? "<=" : "=");
  const off = value / scale;
  const at = (way: -1 | 1, how: Op): Claim => ({
    ...{ is: "test", ref: LEVEL, op: way > 0 ? how : FURTHER[how], about: null },
    target: { value: PEG + way * off, step: step / scale, coarse: coarse / scale },
  });
  if (about && side !== null) {
    const near = (share: number): Claim => {
      const ends = [PEG + side * off * (1 - share), PEG + side * off * (1 + share)];
      return all(test(LEVEL, ">=", Math.min(...ends)), test(LEVEL, "<=", Math.max(...ends)));
    };
    return agree([near(ABOUT_NEAR), near(ABOUT_FAR)]);
  }
  const isNearer = op === "<" || op === "<=";
  if (side !== null) return isNearer ? all(at(side, op), test(LEVEL, side > 0 ? ">" : "<", PEG)) : at(side, op);
  return isNearer ? all(at(1, op), at(-1, op)) : either(at(1, op), at(-1, op));
}

/** "Never more than 0.1 % off it in a day": neither its lowest nor its highest was. */
function readNever({ bag, time }: Clause, { value, unit, sign }: NumberItem): Claim {
  const scale = unit === "bps" ? 10_000 : unit === "pct" || unit === "points" ? 100 : null;
  const ops = bag.of("op");
  const isPlain = sign === undefined && ops.every(({ op }) => op === ">") && ops.length === 1 && !bag.has("about");
  if (scale === null || time === null || !isPlain) return unknown("unread");
  return within(ref("price", "low", time), ref("price", "high", time), value / scale);
}

/** Null where the clause is not about it. */
export function readPeg(clause: Clause): Claim | null {
  const { bag, own, time } = clause;
  const [peg, second] = bag.of("peg");
  if (!peg) return null;
  if (second || !holdsOnly(clause, "peg", "token", "metric", "number", "op", "about", "stayed", "by", "from"))
    return unknown("unread");
  if (hasOthers(clause)) return unknown("other_token");
  if (clause.metric !== null && clause.metric !== "price") return unknown("unsupported");
  if (trackedById(own)?.stablecoin !== true) return unknown("unsupported");
  const [number, more] = bag.of("number");
  if (more) return unknown("two_numbers");
  if (number && bag.has("never")) return readNever(clause, number);
  if (number) return time === null ? readDistance(clause, number) : unknown("time");
  const side = sideOf(clause);
  if (side !== null) {
    if (time !== null || bag.of("op").length > 1) return unknown("time");
    const op = side > 0 ? ">" : "<";
    return agree([test(LEVEL, op, PEG), { is: "test", ref: LEVEL, op, target: exact(PEG + side * NEAR), about: null }]);
  }
  const how = peg.how ?? (bag.has("stayed") ? "on" : null);
  if (how === null || bag.has("op")) return unknown("no_number");
  const [low, high] = time === null ? [LEVEL, LEVEL] : [ref("price", "low", time), ref("price", "high", time)];
  const hold = how === "on" ? within : beyond;
  return agree([NEAR, FAR].map((by) => hold(low, high, by)));
}
