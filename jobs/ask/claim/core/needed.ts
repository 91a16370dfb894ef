// Reads what it would take to be at the highest price again, whether it was on a side of a price at some time, and how wide the range of a time was.
import { bagOf } from "../../bag.ts";
import type { Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import { agree, type Claim, type Ref } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { DAY, ref } from "../read-clause.ts";
import { type About, NEUTRAL } from "./noun.ts";

type Bag = ReturnType<typeof bagOf>;
const isOwn = (bag: Bag, own: string): boolean => bag.of("token").every(({ id }) => id === own);
const not = (of: Claim): Claim => ({ is: "not", of });
const NEAR = 0.05;
const FAR = 0.2;

/** "A rise of more than 100 percent is needed to be back at its record". */
function readNeeded(bag: Bag, { own }: About): Claim | null {
  const [extreme, second] = bag.of("extreme");
  const [number, more] = bag.of("number");
  const [times, again] = bag.of("times");
  if (!bag.has("needed") || extreme?.ever !== true || extreme.side < 0 || second || more || again || !isOwn(bag, own))
    return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "needed",
      "extreme",
      "number",
      "times",
      "op",
      "about",
      "move",
      "token",
      "to",
      "from",
      "reached",
      "metric",
      "more",
      "by",
      "hours",
      "all",
      "stayed",
      "per",
    )
  )
    return null;
  if (
    bag.of("metric").some(({ id }) => id !== "price") ||
    bag.of("move").some(({ dir }) => dir < 0) ||
    bag.of("hours").some(({ text }) => !/^(?:today|now)$/i.test(text))
  )
    return null;
  if ((number === undefined) === (times === undefined)) return null;
  const isGain = bag.has("move") || bag.has("more");
  if (number && number.unit !== "pct" && number.unit !== "times") return null;
  if (number?.unit === "times" && isGain) return null;
  const gain = times ? times.factor - 1 : number?.unit === "times" ? number.value - 1 : (number?.value ?? 0) / 100;
  if (gain <= 0 || (number?.unit === "pct" && !isGain)) return null;
  const at = (op: ">" | "<" | ">=", by: number): Claim => ({
    is: "pair",
    left: ref("ath", "level"),
    op,
    right: ref("price", "level"),
    factor: 1 + by,
  });
  const [op, other] = bag.of("op");
  const [about, third] = bag.of("about");
  const isMore = op ?? (bag.of("more").length > 0 && times ? { op: ">" as const } : undefined);
  if (other || third || (op && about) || about?.how === "well") return null;
  if (isMore) return isMore.op === "<=" ? not(at(">", gain)) : isMore.op === "=" ? null : at(isMore.op, gain);
  const within = (share: number): Claim => ({
    is: "all",
    of: [
      at(">=", about?.how === "bit" ? gain : gain * (1 - share)),
      not(at(">", about?.how === "almost" ? gain : gain * (1 + share))),
    ],
  });
  const isTimes = number?.unit !== "pct";
  return about || isTimes ? agree([within(NEAR), within(FAR)]) : within((number?.step ?? 0) / 200 / gain);
}

/** "At some point in the past week it was above 155". */
function readSometime(bag: Bag, { own, now }: About): Claim | null {
  const [op, more] = bag.of("op");
  const [number, second] = bag.of("number");
  const nots = bag.of("not").length + bag.of("never").length;
  if (!bag.has("sometime") || !op || more || !number || second || nots > 1 || !isOwn(bag, own)) return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "sometime",
      "op",
      "number",
      "token",
      "metric",
      "hours",
      "span",
      "reached",
      "not",
      "never",
      "outer",
      "move",
      "value",
      "side",
      "part",
    )
  )
    return null;
  if (bag.of("metric").some(({ id }) => id !== "price") || !["usd", null].includes(number.unit) || op.op === "=")
    return null;
  const times = readTimes(bag, now);
  if (times === null || times.length > 1) return null;
  const isUp = op.op === ">" || op.op === ">=";
  if (bag.of("move").some(({ dir }) => dir > 0 !== isUp)) return null;
  const claims = (times[0] ?? [DAY]).map((time) => {
    const said = bagOf([{ is: "op", op: op.op, text: op.text }, number]);
    return readAmount(
      { bag: said, own, now, time, metric: "price" },
      ref("price", isUp ? "high" : "low", time),
      ["usd", null],
      1,
    );
  });
  const claim = agree(claims);
  return nots === 1 ? not(claim) : claim;
}

/** "It moved in a range of about 14 dollars". */
function readWidth(bag: Bag, { own, now }: About): Claim | null {
  const [number, second] = bag.of("number");
  if (!bag.has("range") || !number || second || number.unit !== "usd" || number.sign !== undefined || !isOwn(bag, own))
    return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "range",
      "number",
      "op",
      "about",
      "token",
      "metric",
      "hours",
      "span",
      "either",
      "extreme",
      "gap",
      "between",
      "join",
      "by",
      "outer",
    )
  )
    return null;
  if (bag.of("metric").some(({ id }) => id !== "price") || bag.of("extreme").some(({ ever }) => ever === true))
    return null;
  const times = readTimes(bag, now);
  if (times === null || times.length > 1 || (times[0]?.length ?? 0) > 1) return null;
  const time = times[0]?.[0] ?? DAY;
  const [high, low]: Ref[] = [ref("price", "high", time), ref("price", "low", time)];
  if (!high || !low) return null;
  const at = (op: ">" | "<" | ">=", plus: number): Claim => ({ is: "pair", left: high, op, right: low, plus });
  const [op, more] = bag.of("op");
  const [about, again] = bag.of("about");
  if (more || again || (op && about) || about?.how === "well") return null;
  if (op) return op.op === "<=" ? not(at(">", number.value)) : op.op === "=" ? null : at(op.op, number.value);
  const within = (by: number): Claim => ({
    is: "all",
    of: [
      at(">=", about?.how === "bit" ? number.value : number.value - by),
      not(at(">", about?.how === "almost" ? number.value : number.value + by)),
    ],
  });
  return about ? agree([within(number.value * NEAR), within(number.value * FAR)]) : within(number.step / 2);
}

/** "Closer to its low than to its high": below the middle of both. */
function readNearer(bag: Bag, { own, now }: About): Claim | null {
  const [first, second, more] = bag.of("extreme");
  const isHalf = bag.has("range");
  if (
    !bag.has("nearer") ||
    isHalf ||
    !first ||
    !second ||
    more ||
    first.side === second.side ||
    first.ever ||
    second.ever ||
    !isOwn(bag, own)
  )
    return null;
  if (!bag.only(...NEUTRAL, "nearer", "extreme", "token", "metric", "hours", "span", "to", "than", "not", "vague"))
    return null;
  if (bag.of("metric").some(({ id }) => id !== "price") || !bag.has("than") || bag.of("vague").length > 0) return null;
  const said = bag.items.filter(
    (item, at) =>
      item.is !== "hours" || bag.items.findIndex((one) => one.is === "hours" && one.hours === item.hours) === at,
  );
  const times = readTimes(bagOf(said), now);
  if (times === null || times.length > 1 || (times[0]?.length ?? 0) > 1 || bag.of("not").length > 1) return null;
  const time = times[0]?.[0] ?? DAY;
  const claim = below(time, first.side < 0);
  return bag.has("not") ? not(claim) : claim;
}

const below = (time: Ref["time"], isLow: boolean): Claim => ({
  ...{ is: "pair", left: ref("price", "level"), op: isLow ? "<" : ">", right: ref("price", "high", time) },
  ...{ beside: ref("price", "low", time), factor: 0.5 },
});

/** Null where none of these is said. */
export function readNeeds(said: readonly Read[], about: About): Claim | null {
  const bag = bagOf(said);
  return readNearer(bag, about) ?? readNeeded(bag, about) ?? readSometime(bag, about) ?? readWidth(bag, about);
}
