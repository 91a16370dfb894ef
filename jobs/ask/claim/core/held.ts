// Reads what is said of a whole without another number beside it: whether most of it is, whether it never was, how far two numbers are apart, and a future beside its coin.
import { bagOf } from "../../bag.ts";
import { metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { agree, type Claim } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { ref, test } from "../read-clause.ts";
import { SLIGHTLY } from "../slightly.ts";
import { type About, NEUTRAL, nounOf, refOf } from "./noun.ts";

type Bag = ReturnType<typeof bagOf>;
const isOwn = (bag: Bag, own: string): boolean => bag.of("token").every(({ id }) => id === own);

/** "The greater part of it is staked". */
function readMost(bag: Bag, { own }: About): Claim | null {
  const named = bag.of("metric").map(({ id }) => id);
  const nots = bag.of("not").length;
  if (!bag.has("most") || named.length !== 1 || named[0] !== "staked" || nots > 1 || !isOwn(bag, own)) return null;
  if (!bag.only(...NEUTRAL, "most", "metric", "token", "not")) return null;
  return test(ref("staked", "level"), nots === 1 ? "<" : ">", 50);
}

/** "Has never been worth more than 250 dollars": no more than its highest. */
function readNever(bag: Bag, { own, now }: About): Claim | null {
  const [op, more] = bag.of("op");
  const [number, second] = bag.of("number");
  const isAbove = op?.op === ">" || op?.op === ">=";
  if (!bag.has("never") || !isAbove || more || number?.unit !== "usd" || second || !isOwn(bag, own)) return null;
  if (!bag.only(...NEUTRAL, "never", "op", "number", "token", "metric", "value")) return null;
  if (bag.of("metric").some(({ id }) => id !== "price")) return null;
  const said = bagOf(bag.items.filter(({ is }) => is === "op" || is === "number"));
  const passed = readAmount({ bag: said, own, now, time: null, metric: "ath" }, ref("ath", "level"), ["usd"], 1);
  return { is: "not", of: passed };
}

/** "The gap between its price and its high exceeds 150 dollars". */
function readGap(items: readonly Read[], about: About): Claim | null {
  const bag = bagOf(items);
  const between = bag.at("between");
  const join = items.findIndex(({ is }, at) => is === "join" && at > between);
  const [op, more] = bag.of("op");
  const [number, second] = bag.of("number");
  if (!bag.has("gap") || between < 0 || join < 0 || more || !number || second || number.sign !== undefined) return null;
  if (op?.op === "=" || (op && bag.has("about"))) return null;
  const [near] = bag.of("about");
  const end = op ? items.indexOf(op) : near ? items.indexOf(near) : items.indexOf(number);
  if (end < join || items.slice(0, between).some(({ is }) => is !== "gap" && is !== "fill")) return null;
  if (items.slice(end).some((item) => item !== op && item !== number && item !== near && item.is !== "fill"))
    return null;
  const [left, right] = [nounOf(items.slice(between + 1, join), about), nounOf(items.slice(join + 1, end), about)];
  const [one, other] = left && right ? [refOf(left, right), refOf(right, left)] : [];
  if (!one || !other || one.dir !== null || other.dir !== null) return null;
  const { unit } = metricRow(one.ref.metric);
  const isUnit =
    (unit === "usd" && number.unit === "usd") ||
    (unit === "pct" && (number.unit === "points" || number.unit === "pct"));
  if (unit !== metricRow(other.ref.metric).unit || !isUnit) return null;
  const past = (a: typeof one, b: typeof one, by: number): Claim => ({
    ...{ is: "pair", left: a.ref, op: ">", right: b.ref, plus: by },
  });
  const further = (by: number): Claim => ({ is: "any", of: [past(one, other, by), past(other, one, by)] });
  if (op === undefined) {
    const within = (by: number): Claim => ({
      is: "all",
      of: [further(number.value - by), { is: "not", of: further(number.value + by) }],
    });
    if (near) return near.how === "about" ? agree([within(number.value * 0.05), within(number.value * 0.2)]) : null;
    return within(number.step / 2);
  }
  const apart = further(number.value);
  return op.op === ">" || op.op === ">=" ? apart : { is: "not", of: apart };
}

/** "The perpetual is priced below spot". */
function readFuture(bag: Bag, { own }: About): Claim | null {
  const [future, coin] = [bag.at("futures"), bag.at("spot")];
  if (future < 0 || coin < 0 || bag.of("futures").length > 1 || !isOwn(bag, own)) return null;
  if (!bag.only(...NEUTRAL, "futures", "spot", "op", "more", "bigger", "than", "metric", "token", "vague", "move"))
    return null;
  if (bag.of("metric").some(({ id }) => id !== "price") || !(bag.has("metric") || bag.has("bigger"))) return null;
  const signs = bag.items.flatMap((item): (1 | -1)[] => {
    if (item.is === "more") return [item.dir];
    if (item.is === "bigger") return item.metric === "price" ? [item.dir] : [1, -1];
    if (item.is === "move") return /^(?:higher|lower)$/i.test(item.text) ? [item.dir] : [1, -1];
    return item.is === "op" && (item.op === ">" || item.op === "<") ? [item.op === ">" ? 1 : -1] : [];
  });
  const [sign, more] = signs;
  if (sign === undefined || more || !bag.of("vague").every(({ text }) => SLIGHTLY.test(text))) return null;
  return test(ref("basis", "level"), sign * (future < coin ? 1 : -1) > 0 ? ">" : "<", 0);
}

/** Null where none of these is said. */
export function readHeld(said: readonly Read[], about: About): Claim | null {
  const bag = bagOf(said);
  return readMost(bag, about) ?? readNever(bag, about) ?? readGap(said, about) ?? readFuture(bag, about);
}
