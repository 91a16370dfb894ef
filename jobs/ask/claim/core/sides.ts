// Reads which side leads: accounts that are long or short, takers that buy or sell, and how closely it moves with bitcoin.
import { bagOf, type Kind } from "../../bag.ts";
import type { NumberItem, Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import { agree, type Claim, type Time } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { ref, test } from "../read-clause.ts";
import { type About, NEUTRAL } from "./noun.ts";

/** The one time it has; undefined where it has none, null where it has several. */
function timeOf(items: readonly Read[], now: number): Time | null | undefined {
  const times = readTimes(bagOf(items), now);
  if (times === null || times.length > 1 || (times[0]?.length ?? 0) > 1) return null;
  return times[0]?.[0];
}
const isHours = (time: Time | null | undefined, hours: number): boolean =>
  time === undefined || (time !== null && "hours" in time && time.hours === hours);

const isTold = (bag: ReturnType<typeof bagOf>, own: string, ...kinds: readonly Kind[]): boolean =>
  bag.only(...NEUTRAL, "metric", "part", "token", "lean", "futures", "owner", ...kinds) &&
  bag.of("metric").every(({ id }) => id === "long_short" || id === "top_traders") &&
  bag.of("token").every(({ id }) => id === own);

/** "More accounts are long than short". */
function readAccounts(
  bag: ReturnType<typeof bagOf>,
  dir: 1 | -1,
  { own, now }: About,
  metric: "long_short" | "top_traders" = "long_short",
): Claim | null {
  const [number, second] = bag.of("number");
  // "For every account that is short there are 1.84 that are long."
  const isEach = dir < 0 && bag.has("all") && number !== undefined && !second && bag.at("number") > bag.at("part");
  if (isEach && isTold(bag, own, "number", "op", "about", "all", "for"))
    return readAmount({ bag, own, now, time: null, metric }, ref(metric, "level"), ["times", null], 1);
  if (number && !second && number.unit === "times" && number.sign === undefined)
    return readTimesMore(bag, number, dir, { own, now }, metric);
  if (!isTold(bag, own, "more", "than", "op", "lean")) return null;
  const signs = bag.items.flatMap((item): (1 | -1)[] => {
    if (item.is === "more") return [item.dir];
    return item.is === "op" && (item.op === ">" || item.op === "<") ? [item.op === ">" ? 1 : -1] : [];
  });
  const [sign, more] = signs;
  return sign === undefined || more ? null : test(ref(metric, "level"), dir * sign > 0 ? ">" : "<", 1);
}

/** "More than twice as many long as short", "longs outnumber shorts by two to one". */
function readTimesMore(
  bag: ReturnType<typeof bagOf>,
  number: NumberItem & { readonly text: string },
  dir: 1 | -1,
  { own, now }: About,
  metric: "long_short" | "top_traders",
): Claim | null {
  if (!isTold(bag, own, "more", "than", "op", "number", "about", "by", "lean")) return null;
  // Who outnumbers nobody by half of one to one is not told so by a person.
  if (number.value <= 1) return null;
  const at = bag.items.indexOf(number);
  // What compares the number stands right before it; what compares the sides does not.
  const near = bag.items.slice(0, at).findLast(({ is }) => is !== "fill");
  const sign = bag.items.filter((item) => item !== near && (item.is === "op" || item.is === "more"));
  const [how, more] = sign;
  if (more || (how?.is === "more" && how.dir < 0) || (how?.is === "op" && how.op !== ">")) return null;
  const left = bagOf([...(near && (near.is === "op" || near.is === "about") && near !== how ? [near] : []), number]);
  const isMirrored = dir < 0;
  if (!isMirrored) {
    const amount = readAmount({ bag: left, own, now, time: null, metric }, ref(metric, "level"), ["times"], 1);
    return { is: "all", of: [test(ref(metric, "level"), ">", 1), amount] };
  }
  const [op] = left.of("op");
  const below = test(ref(metric, "level"), "<", 1);
  if (!op)
    return { is: "all", of: [below, test(ref(metric, "level"), "<", 1 / Math.max(1, number.value - number.step / 2))] };
  if (op.op === "=") return null;
  const flipped = { ">": "<", ">=": "<=", "<": ">", "<=": ">=" } as const;
  return { is: "all", of: [below, test(ref(metric, "level"), flipped[op.op], 1 / number.value)] };
}

/** "Top traders are net short", "lean more heavily long than accounts do". */
function readLean(bag: ReturnType<typeof bagOf>, about: About): Claim | null {
  const { own } = about;
  const named = [...new Set(bag.of("metric").map(({ id }) => id))];
  const sides = [...new Set(bag.of("part").map((one) => one.part))];
  const isCounted =
    bag.of("noun").some(({ text }) => /^accounts?$/i.test(text)) ||
    named[0] === "long_short" ||
    named[0] === "top_traders" ||
    bag.of("op").some(({ text }) => /number/i.test(text)) ||
    bag
      .of("fill")
      .some(({ text }) =>
        /\b(?:traders?|accounts?|investors|people|users|participants|speculators|punters)\b/i.test(text),
      );
  if (sides.length === 2 && isCounted && named.length < 2)
    return readAccounts(
      bag,
      sides[0] === "long" ? 1 : -1,
      about,
      named[0] === "top_traders" ? "top_traders" : "long_short",
    );
  const [first, second] = named;
  const [part, other] = bag.of("part");
  if (!part || other || named.length > 2 || !named.every((id) => id === "top_traders" || id === "long_short"))
    return null;
  if (first === undefined || bag.of("token").some(({ id }) => id !== own)) return null;
  if (!bag.only(...NEUTRAL, "metric", "part", "lean", "token", "more", "than", "vague", "degree", "not")) return null;
  const nots = bag.of("not").length;
  const dir = part.part === "long" ? 1 : -1;
  const [more, again] = bag.of("more");
  const not = (of: Claim): Claim => (nots === 1 ? { is: "not", of } : of);
  if (nots > 1 || again) return null;
  if (second === undefined) {
    if (more || bag.has("than") || bag.has("vague") || bag.has("degree")) return null;
    return not(test(ref(first, "level"), dir > 0 ? ">" : "<", 1));
  }
  if (bag.of("vague").length > 1 || !more || !bag.has("than") || bag.at("than") < bag.at("more")) return null;
  return not({
    is: "pair",
    left: ref(first, "level"),
    op: dir * more.dir > 0 ? ">" : "<",
    right: ref(second, "level"),
  });
}

/** "Takers sold more than they bought". */
function readTaker(bag: ReturnType<typeof bagOf>, { own, now }: About): Claim | null {
  const sides = bag.items.flatMap((item) => {
    if (item.is === "side") return [item.side];
    return item.is === "owner" && /^bought$/i.test(item.text) ? (["buy"] as const) : [];
  });
  const [first, second, more] = sides;
  if (!bag.has("side") || first === undefined || more || first === second) return null;
  if (bag.of("token").some(({ id }) => id !== own) || !isHours(timeOf(bag.items, now), 1)) return null;
  if (
    !bag.only(...NEUTRAL, "side", "owner", "token", "more", "than", "op", "versus", "hours", "span", "lean", "bigger")
  )
    return null;
  const signs = bag.items.flatMap((item): (1 | -1)[] => {
    if (item.is === "more" || item.is === "versus") return [item.dir];
    return item.is === "op" && (item.op === ">" || item.op === "<") ? [item.op === ">" ? 1 : -1] : [];
  });
  const isAggressive = bag.of("lean").some(({ text }) => /aggressive/i.test(text));
  if (second === undefined ? !isAggressive || signs.length > 0 : signs.length !== 1 || isAggressive) return null;
  const dir = (first === "buy" ? 1 : -1) * (signs[0] ?? 1);
  return test(ref("taker", "level", { hours: 1 }), dir > 0 ? ">" : "<", 1);
}

const CLOSE = { any: 0.5, all: 0.7 };
const APART = { any: 0.3, all: 0.1 };

/** "Moved in step with bitcoin", "closely correlated". */
function readTogether(bag: ReturnType<typeof bagOf>, { own, now }: About): Claim | null {
  const isTold = bag.has("together") || (bag.has("degree") && bag.of("metric").some(({ id }) => id === "correlation"));
  const tokens = new Set(bag.of("token").map(({ id }) => id));
  const isBitcoin =
    tokens.has("bitcoin") ||
    bag.of("metric").some(({ id }) => id === "correlation") ||
    bag.of("together").some(({ text }) => /bitcoin/i.test(text));
  if (!isTold || own === "bitcoin" || !isBitcoin || [...tokens].some((id) => id !== own && id !== "bitcoin"))
    return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "together",
      "token",
      "metric",
      "join",
      "hours",
      "span",
      "vague",
      "degree",
      "number",
      "op",
      "about",
      "flat",
      "not",
    )
  )
    return null;
  if (bag.of("metric").some(({ id }) => id !== "correlation") || !isHours(timeOf(bag.items, now), 720)) return null;
  const one = ref("correlation", "level");
  const nots = bag.of("not").length;
  if (bag.has("number")) {
    if (bag.has("vague") || bag.has("degree") || bag.has("flat") || nots > 0) return null;
    return readAmount({ bag, own, now, time: null, metric: "correlation" }, one, ["times", null], 1);
  }
  const isLittle =
    bag.has("flat") ||
    bag.of("degree").some(({ how }) => how === "little") ||
    bag.of("together").some(({ text }) => /^(?:uncorrelated|hardly|barely|did not|moved? independ)/i.test(text));
  const isMuch =
    bag.of("degree").some(({ how }) => how === "much") ||
    bag.of("vague").some(({ text }) => /^(?:strongly|heavily|very|highly)$/i.test(text));
  if (isLittle === isMuch || nots > 0) return null;
  if (isMuch) return agree([test(one, ">", CLOSE.any), test(one, ">", CLOSE.all)]);
  const within = (by: number): Claim => ({ is: "all", of: [test(one, "<", by), test(one, ">", -by)] });
  return agree([within(APART.any), within(APART.all)]);
}

/** Null where no side is told of. */
export function readSide(said: readonly Read[], about: About): Claim | null {
  const bag = bagOf(said);
  return readLean(bag, about) ?? readTaker(bag, about) ?? readTogether(bag, about);
}
