// Reads a clause about unlocks, which lie ahead.
import type { Op } from "../lexicon.ts";
import { type Claim, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { readAmount } from "./read-amount.ts";
import { ref } from "./read-clause.ts";

/** By then, or about then: as fine as it is said. */
function unlockIn(hours: number, op: Op): Claim {
  const step = hours % 24 === 0 ? 24 : 1;
  const target = { value: op === "<=" ? hours + step / 2 : hours, step, coarse: step };
  return { is: "test", ref: ref("unlock_hours", "level"), op, target, about: null };
}

/** Unlocks have a time of their own, and amounts of coins or dollars. */
export function readUnlock(clause: Clause): Claim {
  const { bag, time } = clause;
  const [number] = bag.of("number");
  const hours = time !== null && "hours" in time ? time.hours : null;
  if (!number) {
    // This week ends on Sunday for some, and a week from now for others.
    if (hours === null || bag.items.some(({ is, text }) => is === "hours" && /^this /i.test(text)))
      return unknown(hours === null ? "no_number" : "ambiguous");
    const isWithin = bag.has("outer") || bag.of("hours").some(({ text }) => /^(?:within|in under|by)\b/i.test(text));
    return unlockIn(hours, bag.of("op")[0]?.op ?? (isWithin ? "<=" : "="));
  }
  if (number.unit === "usd") {
    const value = readAmount(clause, ref("unlock_value", "level"), ["usd"], 1);
    return hours === null ? value : { is: "all", of: [value, unlockIn(hours, "<=")] };
  }
  if (number.unit !== "pct" && number.unit !== "points") return unknown("unsupported");
  if (hours === null) return readAmount(clause, ref("unlock_share", "level"), ["pct", "points"], 1);
  return readAmount(clause, ref("unlocks", "level", { hours }), ["pct", "points"], 1);
}
