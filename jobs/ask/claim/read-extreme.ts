// Reads a clause about a high or a low: at it, so far off it, or what it is.
import { HOUR_MS } from "../../../schema/duration.ts";
import { bagOf, type Kind, type Of } from "../bag.ts";
import { agree, type Claim, type Ref, type Time, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { readAmount } from "./read-amount.ts";
import { DAY, holdsOnly, othersOf, ref, test } from "./read-clause.ts";

const upTo = (now: number, hours: number, or?: Time["or"]): Time => ({
  ...{ from: now - hours * HOUR_MS, to: now, name: `${hours} hours` },
  ...(or && { or }),
});

/** The word of comparison right before "high" or "low" says on which side of it something is. */
function sideOf({ bag }: Clause): Of<"op"> | null {
  const before = bag.items.slice(0, bag.at("extreme")).findLast(({ is }) => is !== "hours" && is !== "span");
  return before?.is === "op" ? before : null;
}

function withoutSide(clause: Clause): Clause {
  const side = sideOf(clause);
  return { ...clause, bag: bagOf(clause.bag.items.filter((item) => item !== side)) };
}

/** "Below its high of 80k": below it, and it is 80k. */
function readBeside(clause: Clause, extreme: Ref): Claim {
  const side = sideOf(clause);
  // "Ten dollars below its high" is how far off it is.
  if (side !== null && clause.bag.at("number") < clause.bag.items.indexOf(side)) return unknown("unsupported");
  const amount = readAmount(withoutSide(clause), extreme, ["usd", null], 1);
  if (side === null) return amount;
  if (side.op !== ">" && side.op !== "<") return unknown("unread");
  return { is: "all", of: [{ is: "pair", left: ref("price", "level"), op: side.op, right: extreme }, amount] };
}

function readEver(clause: Clause, side: 1 | -1): Claim {
  const { bag } = clause;
  if (side < 0) return unknown("unsupported");
  const [number] = bag.of("number");
  const [level, top] = [ref("price", "level"), ref("ath", "level")];
  if (number && (number.unit === "pct" || number.unit === "points")) {
    const isBelow =
      bag.of("op").some(({ op }) => op === "<") || bag.of("move").some(({ dir }) => dir < 0) || bag.has("from");
    // "Down to 60 % of it" is a share and no distance.
    if (bag.has("to")) return unknown("unsupported");
    // Nothing is up from its highest.
    if (bag.of("move").some(({ dir }) => dir > 0)) return unknown("unread");
    if (bag.has("outer") && !bag.has("op") && !bag.has("about") && !bag.has("move"))
      return test(ref("drawdown", "level"), ">=", -number.value);
    return isBelow
      ? readAmount(withoutSide(clause), ref("drawdown", "level"), ["pct", "points"], number.sign === -1 ? 1 : -1)
      : unknown("unread");
  }
  if (number) return readDistance(clause, number, 1, top) ?? readBeside(clause, top);
  if (bag.has("op")) {
    const isBelow = bag.of("op").every(({ op }) => op === "<");
    return { is: "pair", left: level, op: isBelow ? "<" : ">", right: top };
  }
  const reached = (hours: number): Claim => ({
    is: "pair",
    left: ref("price", "high", { hours }),
    op: ">=",
    right: top,
  });
  if (clause.time) return { is: "pair", left: ref("price", "high", clause.time), op: ">=", right: top };
  const isNow = !bag.has("reached") && !bag.has("fresh");
  return isNow ? { is: "pair", left: level, op: ">=", right: top } : agree([reached(24), reached(168)]);
}

/** So far below a high or above a low, or within so much of it: per cent, or dollars. */
function readOff(
  clause: Clause,
  { value, step, sign }: Of<"number">,
  side: 1 | -1,
  edge: Ref,
  unit: "pct" | "usd" = "pct",
): Claim {
  const { bag } = clause;
  const at = (op: ">" | "<" | ">=", off: number): Claim => ({
    ...{ is: "pair", left: ref("price", "level"), op, right: edge },
    ...(unit === "pct" ? { factor: 1 - (side * off) / 100 } : { plus: -side * off }),
  });
  const not = (of: Claim): Claim => ({ is: "not", of });
  const beside = sideOf(clause);
  const [move] = bag.of("move");
  // Down from a high, up from a low: the other ways nothing is measured like that.
  if (!beside && bag.of("move").some(({ dir }) => dir === side)) return unknown("unread");
  const isAway = beside ? beside.op === (side > 0 ? "<" : ">") : move?.dir === -side && bag.has("from");
  const isNear = bag.has("outer") && !beside && !move;
  const ops = bag.of("op").filter((op) => op !== beside);
  const [about] = bag.of("about");
  const isPlain = sign === undefined && !bag.has("to") && !bag.has("reached") && ops.length < 2 && !(about && ops[0]);
  if (!isPlain || !(isAway || isNear)) return unknown("unsupported");
  const nearer = (pct: number): Claim => (side > 0 ? at(">=", pct) : not(at(">", pct)));
  const op = ops[0]?.op ?? (isNear ? "<=" : "=");
  const within = (by: number): Claim => ({ is: "all", of: [nearer(value + by), not(nearer(value - by))] });
  if (about)
    return about.how === "well" ? unknown("vague") : agree([within(value * NEAR_OFF), within(value * FAR_OFF)]);
  if (op === "=") return within(step / 2);
  return op === ">" || op === ">=" ? not(nearer(value)) : nearer(value);
}

/** About so far off is up to this part of it for everybody, and past that part for nobody. */
const NEAR_OFF = 0.05;
const FAR_OFF = 0.2;

/** Whether the number says how far off it is: nobody is down from a high by most of it. */
const isDistance = ({ bag }: Clause, side: 1 | -1): boolean => {
  const [move] = bag.of("move");
  const at = bag.at("number");
  return move?.dir === -side && bag.has("from") && at < bag.at("from") && at < bag.at("extreme");
};

/** "Down 10 from its high" may be dollars or per cent, "ten dollars below it" are dollars. */
function readDistance(clause: Clause, number: Of<"number">, side: 1 | -1, edge: Ref): Claim | null {
  const beside = sideOf(clause);
  const isBefore = beside !== null && clause.bag.at("number") < clause.bag.items.indexOf(beside);
  if (!isBefore && !isDistance(clause, side)) return null;
  const dollars = readOff(clause, number, side, edge, "usd");
  if (number.unit === "usd") return dollars;
  return number.unit === null ? agree([dollars, readOff(clause, number, side, edge)]) : unknown("unsupported");
}

const EXTREME_KINDS: readonly Kind[] = [
  "extreme",
  "fresh",
  "reached",
  "token",
  "metric",
  "number",
  "op",
  "about",
  "move",
  "from",
  "to",
  "between",
  "join",
];

/** A high or a low: of a time, or of an amount. */
export function readExtreme(clause: Clause, times: readonly Time[]): Claim | null {
  const { bag, now } = clause;
  const [found, second] = bag.of("extreme");
  if (!found || second) return found ? unknown("unread") : null;
  if (!holdsOnly(clause, ...EXTREME_KINDS) || othersOf(clause).length > 0) return unknown("unread");
  if (clause.metric !== null && clause.metric !== "price") return unknown("unsupported");
  // Nothing is up from its high by so much.
  const isBeyond = bag.of("move").some(({ dir }) => dir === found.side) && !bag.has("to");
  if (isBeyond && bag.has("number") && bag.at("number") < bag.at("extreme")) return unknown("unread");
  if (bag.has("between")) {
    const edge = found.ever ? ref("ath", "level") : ref("price", found.side > 0 ? "high" : "low", clause.time ?? DAY);
    const isPlain = !bag.has("move") && !bag.has("from") && !(found.ever && found.side < 0) && times.length < 2;
    return isPlain ? readAmount(clause, edge, ["usd", null], 1) : unknown("two_numbers");
  }
  if (bag.has("join")) return unknown("unread");
  if (bag.of("number").length > 1) return unknown("two_numbers");
  if (found.ever) return readEver(clause, found.side);
  const aspect = found.side > 0 ? "high" : "low";
  if (bag.has("number")) {
    if (times.length > 1) return unknown("two_numbers");
    const [number] = bag.of("number");
    const edge = ref("price", aspect, clause.time ?? DAY);
    if (number?.unit === "pct" || number?.unit === "points") return readOff(clause, number, found.side, edge);
    return (number && readDistance(clause, number, found.side, edge)) ?? readBeside(clause, edge);
  }
  const [op, other] = bag.of("op");
  // "Under its weekly high": not at it.
  if (op && !other && !bag.has("move") && !bag.has("about") && times.length < 2 && (op.op === "<" || op.op === ">"))
    return { is: "pair", left: ref("price", "level"), op: op.op, right: ref("price", aspect, clause.time ?? DAY) };
  // "From its high" says whence, and what became of it stands elsewhere.
  if (bag.has("op") || bag.has("move") || bag.has("from")) return unknown("no_number");
  const orOf = (hours: number) => times.find((time) => "hours" in time && time.hours === hours)?.or;
  const isAt = (from: Ref, hours: number): Claim => {
    const whole = ref("price", aspect, upTo(now, hours, orOf(hours)));
    // The lowest is reached where the time has nothing below it.
    return found.side > 0
      ? { is: "pair", left: from, op: ">=", right: whole }
      : { is: "pair", left: whole, op: ">=", right: from };
  };
  const hours = times.flatMap((time) => ("hours" in time ? [time.hours] : []));
  if (hours.length !== times.length || times.length > 2) return unknown("time");
  const level = ref("price", "level");
  const [widest, recent] = hours.toSorted((a, b) => b - a);
  if (widest === undefined) return agree([isAt(level, 24), isAt(level, 720)]);
  if (recent !== undefined) return isAt(ref("price", aspect, upTo(now, recent)), widest);
  const isMade = bag.has("fresh") || bag.has("reached");
  if (!isMade) return isAt(level, widest);
  return agree([
    isAt(level, widest),
    isAt(ref("price", aspect, upTo(now, Math.min(24, Math.max(1, widest / 7)))), widest),
  ]);
}
