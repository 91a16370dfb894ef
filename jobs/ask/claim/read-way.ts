// Reads a change without an amount: which way it went, and what a strong or a weak word for it asks.
import { agree, type Claim, type Ref, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { test } from "./read-clause.ts";
import { SLIGHTLY } from "./slightly.ts";

/** How far a price goes that crashes, or rises sharply, for everybody; and up to where for nobody. */
const STRONG = { all: { day: 10, longer: 25 }, none: 1 };
/** The same where only a word beside the verb says that it was much. */
const MUCH = { day: 6, longer: 12 };
/** Up to where it goes slightly for everybody, and up to where for anybody. */
const SLIGHT = { all: 1, none: 5 };

/** To some it says only that there is no doubt. */
const CLEARLY = /^(?:clearly|visibly|obviously|evidently|plainly|unmistakably)$/i;

type Strength = "strong" | "much" | "clear" | "slight" | null;
export const strengthOf = ({ bag }: Clause, isStrong: boolean): Strength => {
  const vague = bag.of("vague");
  if (vague.length === 0) return isStrong ? "strong" : null;
  if (isStrong) return "strong";
  if (vague.every(({ text }) => SLIGHTLY.test(text))) return "slight";
  return vague.every(({ text }) => CLEARLY.test(text)) ? "clear" : "much";
};

/** A change without an amount: up or down, and how strong a word may be said of it. */
export function readWay(one: Ref, dir: 1 | -1, strength: Strength): Claim {
  const further = (pct: number): Claim => test(one, dir > 0 ? ">=" : "<=", dir * pct);
  const way = test(one, dir > 0 ? ">" : "<", 0);
  if (strength === null) return way;
  if (one.aspect !== "change") return { is: "all", of: [way, unknown("vague")] };
  if (strength === "slight") {
    const upTo = (pct: number): Claim => ({ is: "all", of: [way, test(one, dir > 0 ? "<=" : ">=", dir * pct)] });
    return agree([upTo(SLIGHT.all), upTo(SLIGHT.none)]);
  }
  const all = strength === "strong" ? STRONG.all : MUCH;
  const isDay = one.time !== null && "hours" in one.time && one.time.hours <= 24;
  const least = strength === "clear" ? way : further(STRONG.none);
  return agree([least, further(isDay ? all.day : all.longer)]);
}
