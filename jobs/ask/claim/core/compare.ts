// Reads two numbers that are held against each other: which is larger, how many times, and by how much.
import { bagOf } from "../../bag.ts";
import { type MetricId, metricRow } from "../../metric.ts";
import type { NumberItem, Read } from "../../read-items.ts";
import { agree, type Claim, type Ref, type Time } from "../claim.ts";
import { DAY, ref, test } from "../read-clause.ts";
import { SLIGHTLY } from "../slightly.ts";
import { type About, isEmpty, type Noun, nounOf, refOf } from "./noun.ts";

type Item<K extends Read["is"]> = Extract<Read, { readonly is: K }>;
type Amount = NumberItem & { readonly text: string };
/** A number and what stands before it: how it is compared, and how near it must be. */
type Sized = {
  readonly number: Amount;
  readonly op: Item<"op"> | null;
  readonly about: Item<"about"> | null;
  readonly from: number;
  readonly to: number;
};

const isFill = ({ is }: Read): boolean => is === "fill";
const nextOf = (items: readonly Read[], at: number): Read | undefined => items.slice(at).find((item) => !isFill(item));

function sizedAt(items: readonly Read[], at: number): Sized | null {
  const number = items[at];
  if (number?.is !== "number" || number.sign !== undefined) return null;
  let from = at;
  let [op, about] = [null as Item<"op"> | null, null as Item<"about"> | null];
  for (let back = at - 1; back >= 0; back -= 1) {
    const item = items[back];
    if (item?.is === "op" && op === null && about === null) op = item;
    else if (item?.is === "about" && op === null && about === null) about = item;
    else if (item === undefined || !isFill(item)) break;
    if (item.is !== "fill") from = back;
  }
  return { number, op, about, from, to: at + 1 };
}

/** "By more than 15 billion", "ten dollars more": how much larger. */
function furtherOf(items: readonly Read[]): { readonly sized: Sized; readonly left: Read[] } | null {
  const at = items.findIndex(({ is }) => is === "number");
  const sized = at < 0 ? null : sizedAt(items, at);
  if (sized === null || !["usd", "coins", "points", "pct", "times", null].includes(sized.number.unit)) return null;
  const isBy = items[sized.from - 1]?.is === "by";
  const next = nextOf(items, sized.to);
  const isMore =
    next?.is === "more" || next?.is === "bigger" || (next?.is === "op" && (next.op === ">" || next.op === "<"));
  if (!isBy && !isMore) return null;
  // "Five times more" is so many times it.
  if (sized.number.unit === "times" && !isBy) return null;
  return { sized, left: [...items.slice(0, isBy ? sized.from - 1 : sized.from), ...items.slice(sized.to)] };
}

const LINKED = /^(?:of|as|that|what|the|those|its|that of|those of|as much as|whatever)$/i;

/** "Three times that of ether", "less than half of it". */
function factorOf(items: readonly Read[]): Sized | null {
  const at = items.findIndex(({ is }) => is === "number");
  const sized = at < 0 ? null : sizedAt(items, at);
  // "Within three per cent of it" is how near.
  if (sized === null || bagOf(items).has("outer")) return null;
  const after = items[at + 1];
  if (sized.number.unit === "times") return sized;
  const isLinked =
    (after?.is === "fill" && LINKED.test(after.text)) ||
    (after?.is === "bigger" && /^as /i.test(after.text)) ||
    (after?.is === "more" && /^as /i.test(after.text));
  return sized.number.unit === "pct" && isLinked ? sized : null;
}

type Pivot = { readonly from: number; readonly to: number; readonly dir: 1 | -1; readonly metric: MetricId | null };
const COMPARATIVE = /^(?:higher|lower)$/i;

/** Where the one ends and the other begins. */
function pivotOf(items: readonly Read[]): Pivot | null {
  const than = items.findIndex(({ is }) => is === "than");
  if (than >= 0) {
    const words = items.flatMap(
      (item, at): { readonly at: number; readonly dir: 1 | -1; readonly metric: MetricId | null }[] => {
        if (at > than) return [];
        if (item.is === "more") return [{ at, dir: item.dir, metric: null }];
        if (item.is === "bigger") return [{ at, dir: item.dir, metric: item.metric }];
        return item.is === "move" && COMPARATIVE.test(item.text) ? [{ at, dir: item.dir, metric: null }] : [];
      },
    );
    const [word, other] = words;
    if (!word || other || items.some(({ is }) => is === "op" || is === "versus")) return null;
    return { from: word.at, to: than + 1, dir: word.dir, metric: word.metric };
  }
  const signs = items.flatMap((item, at) => {
    if (item.is === "op" && (item.op === ">" || item.op === "<"))
      return [{ at, dir: item.op === ">" ? (1 as const) : (-1 as const) }];
    return item.is === "versus" ? [{ at, dir: item.dir }] : [];
  });
  const [sign, more] = signs;
  if (!sign || more || nextOf(items, sign.at + 1)?.is === "number") return null;
  const isVersus = items[sign.at]?.is === "versus";
  return isVersus && bagOf(items).of("metric").length < 2
    ? null
    : { from: sign.at, to: sign.at + 1, dir: sign.dir, metric: null };
}

/** Units that say by how much a number is larger. */
const BY: Readonly<Record<string, readonly unknown[]>> = { usd: ["usd"], pct: ["points"], coins: ["coins", null] };

/** What a comparison comes to once both numbers are known: of two falls the further one is the smaller number. */
const pairs =
  (left: Ref, right: Ref, dir: 1 | -1 | null, other: 1 | -1 | null) =>
  (op: ">" | "<" | ">=", times = 1, plus = 0): Claim => {
    // A rise is held against the size of a fall.
    const factor = dir === other ? times : -times;
    const pair = (said: ">" | "<" | ">="): Claim => ({
      ...{ is: "pair", left, op: said, right },
      ...(factor === 1 ? {} : { factor }),
      ...(plus === 0 ? {} : { plus }),
    });
    if (dir !== -1) return pair(op);
    return op === ">=" ? { is: "not", of: pair(">") } : pair(op === ">" ? "<" : ">");
  };
const not = (of: Claim): Claim => ({ is: "not", of });

const NEAR = 0.05;
const FAR = 0.25;
const FAR_OFF = 0.2;
const MUCH = 1.25;
const SLIGHT = { all: 1.1, none: 1.5 };

type At = ReturnType<typeof pairs>;

function timesOf(at: At, { number, op, about }: Sized): Claim | null {
  const value = number.value / (number.unit === "pct" ? 100 : 1);
  if (op !== null && about === null)
    return op.op === "<=" ? not(at(">", value)) : op.op === "=" ? null : at(op.op, value);
  if (op !== null || about?.how === "well") return null;
  const within = (share: number): Claim => ({
    is: "all",
    of: [
      at(">=", value * (about?.how === "bit" ? 1 : 1 - share)),
      not(at(">", value * (about?.how === "almost" ? 1 : 1 + share))),
    ],
  });
  // A share that is told to its tenths is meant to them.
  if (about === null && number.unit === "pct" && number.step > 0 && number.step < 1)
    return within(number.step / 2 / number.value);
  return agree([within(about === null ? NEAR : NEAR * 2), within(FAR)]);
}

function byOf(at: At, dir: 1 | -1, { number, op, about }: Sized): Claim | null {
  const { value, step } = number;
  const past = (off: number): Claim => (dir > 0 ? at(">", 1, off) : at("<", 1, -off));
  if (op !== null && about === null) {
    if (op.op === ">" || op.op === ">=") return past(value);
    return op.op === "=" ? null : { is: "all", of: [dir > 0 ? at(">") : at("<"), not(past(value))] };
  }
  if (op !== null || about?.how === "well") return null;
  const within = (by: number): Claim => ({
    is: "all",
    of: [
      about?.how === "bit" ? past(value) : past(value - by),
      not(past(about?.how === "almost" ? value : value + by)),
    ],
  });
  return about === null ? within(step / 2) : agree([within(value * NEAR), within(value * FAR_OFF)]);
}

/** "A quarter larger": so many times, more than once by that part. */
function partOf(at: At, dir: 1 | -1, sized: Sized): Claim | null {
  const { number, op, about } = sized;
  if (number.unit === "times") return timesOf(at, sized);
  const share = number.value / 100;
  const by = (part: number): number => 1 + dir * Math.max(0, part);
  const past = (part: number): Claim => at(dir > 0 ? ">" : "<", by(part));
  if (share <= 0 || (dir < 0 && share >= 1) || (op && about) || about?.how === "well") return null;
  if (op) {
    if (op.op === ">" || op.op === ">=") return past(share);
    return op.op === "=" ? null : { is: "all", of: [past(0), not(past(share))] };
  }
  const within = (off: number): Claim => ({
    is: "all",
    of: [past(about?.how === "bit" ? share : share - off), not(past(about?.how === "almost" ? share : share + off))],
  });
  return about === null ? within(number.step / 200) : agree([within(share * NEAR), within(share * FAR_OFF)]);
}

function vaguely(at: At, dir: 1 | -1, vague: readonly Read[]): Claim {
  const plain = at(dir > 0 ? ">" : "<");
  if (vague.length === 0) return plain;
  const by = (factor: number): Claim => at(dir > 0 ? ">" : "<", dir > 0 ? factor : 1 / factor);
  if (!vague.every(({ text }) => SLIGHTLY.test(text))) return agree([plain, by(MUCH)]);
  const upTo = (factor: number): Claim => ({ is: "all", of: [plain, not(by(factor))] });
  return agree([upTo(SLIGHT.all), upTo(SLIGHT.none)]);
}

/** Which parts are held against each other, and the word of size between them. */
type Halves = {
  readonly left: readonly Read[];
  readonly right: readonly Read[];
  readonly dir: 1 | -1;
  readonly metric: MetricId | null;
};

function halvesOf(items: readonly Read[], factor: Sized | null): Halves | null {
  if (factor === null) {
    const pivot = pivotOf(items);
    if (pivot === null) return null;
    const than = items.findIndex(({ is }) => is === "than");
    const between = than < 0 ? [] : items.slice(pivot.from + 1, than);
    // "More X than Y": what stands between belongs to the first.
    return {
      left: [...items.slice(0, pivot.from), ...between],
      right: items.slice(pivot.to),
      dir: pivot.dir,
      metric: pivot.metric,
    };
  }
  const rest = items.slice(factor.to).filter((item, at, all) => !(isFill(item) && all.slice(0, at).every(isFill)));
  const [word, ...after] = rest;
  const isWord =
    word?.is === "bigger" ||
    word?.is === "more" ||
    (word?.is === "op" && word.op === ">" && factor.number.unit === "times");
  if ((word?.is === "bigger" || word?.is === "more") && word.dir < 0) return null;
  const before = items.slice(0, factor.from);
  const metrics = rest.flatMap((item, at) => (item.is === "metric" ? [at] : []));
  const [, second] = metrics;
  // "A fifth of its market cap is matched by open interest": the other way round.
  if (before.every(isFill) && !isWord && metrics.length === 2 && second !== undefined)
    return { left: rest.slice(second), right: rest.slice(0, second), dir: 1, metric: null };
  const than = isWord ? after.findIndex(({ is }) => is === "than") : -1;
  // "Five times more longs than shorts": what stands between belongs to the first.
  const right = isWord ? after.slice(than + 1) : rest;
  return {
    left: [...before, ...after.slice(0, Math.max(0, than))],
    right,
    dir: 1,
    metric: word?.is === "bigger" ? word.metric : null,
  };
}

/** "Relative to its market cap, open interest is 8 %": what it is held against stands first. */
function ahead(items: readonly Read[]): readonly Read[] {
  const first = items.findIndex(({ is }) => is !== "fill");
  const stop = items.findIndex(({ is }) => is === "stop");
  const number = items.findLastIndex((item) => item.is === "number" && item.unit === "pct");
  if (items[first]?.is !== "than" || stop < 0 || number < stop) return items;
  const of: Read = { is: "fill", text: "of" };
  return [...items.slice(stop + 1, number + 1), of, ...items.slice(first + 1, stop), ...items.slice(number + 1)];
}

/** Null where no two numbers are held against each other, or one of them is not clear. */
export function readCompared(said: readonly Read[], about: About): Claim | null {
  const nots = said.filter(({ is }) => is === "not");
  if (nots.length > 1) return null;
  const vague = said.filter(({ is }) => is === "vague");
  const plain = said.filter(({ is }) => is !== "vague" && is !== "not");
  const fronted = ahead(plain);
  const further = furtherOf(fronted);
  const items = further?.left ?? fronted;
  const factor = further === null ? factorOf(items) : null;
  if (bagOf(items).of("number").length > (factor === null ? 0 : 1)) return null;
  const halves = halvesOf(items, factor);
  if (halves === null) return null;
  const [left, right] = [nounOf(halves.left, about), nounOf(halves.right, about)];
  if (left === null || right === null || isEmpty(right)) return null;
  const isPast = left.time === null && right.time !== null && [left.metric, halves.metric].includes("volatility");
  const isTraded = halves.metric === "volume_ratio" && [left, right].some((noun) => noun.isFutures || noun.isSpot);
  const told: Told = {
    left: isPast && right.metric === null && right.token === undefined ? { ...left, time: DAY } : left,
    right,
    metric: isTraded ? "volume" : halves.metric,
    dir: halves.dir,
    factor,
    further,
    vague,
  };
  // Of the realised one a day and thirty days may be meant.
  const isOpenTime =
    left.time === null && right.time === null && [left.metric, right.metric, halves.metric].includes("volatility");
  const claims = isOpenTime ? [24, 720].map((hours) => held(told, { hours })) : [held(told, null)];
  const found = claims.flatMap((claim) => (claim === null ? [] : [claim]));
  if (found.length < claims.length) return null;
  const claim = agree(found);
  if (nots.length === 0) return claim;
  return left.dir === null && right.dir === null ? not(claim) : null;
}

const isOfOne = ({ metric }: Ref): boolean => metricRow(metric).isOfOne === true;

type Told = {
  readonly left: Noun;
  readonly right: Noun;
  readonly metric: MetricId | null;
  readonly dir: 1 | -1;
  readonly factor: Sized | null;
  readonly further: { readonly sized: Sized } | null;
  readonly vague: readonly Read[];
};

/** What both come to over a time. */
function held({ left, right, metric, dir, factor, further, vague }: Told, time: Time | null): Claim | null {
  const timed = (noun: Noun): Noun => (time === null ? noun : { ...noun, time });
  const [one, other] = [refOf(timed(left), right, metric), refOf(timed(right), left, metric)];
  if (one === null || other === null || one.ref.metric === "rank" || other.ref.metric === "rank") return null;
  const isMarket = one.ref.metric === "market_change" || other.ref.metric === "market_change";
  if (isMarket && (left.isMarket || !factor)) return null;
  if (!isMarket && metricRow(one.ref.metric).unit !== metricRow(other.ref.metric).unit) return null;
  if ((one.dir === null) !== (other.dir === null)) return null;
  if (JSON.stringify(one.ref) === JSON.stringify(other.ref)) return null;
  // No coin's price is held against a sum.
  if (isOfOne(one.ref) !== isOfOne(other.ref) && one.dir === null) return null;
  if ((one.ref.venue === undefined) !== (other.ref.venue === undefined)) return null;
  const way = one.dir;
  const isFurther = way !== null && one.ref.token !== other.ref.token;
  if (isFurther)
    return factor || one.dir !== other.dir || further || vague.length > 0
      ? null
      : aheadOf(one.ref, other.ref, way, dir);
  const { unit } = metricRow(one.ref.metric);
  const isPart =
    further !== null &&
    (further.sized.number.unit === "times" || (further.sized.number.unit === "pct" && unit !== "pct"));
  if (further && !isPart && (way !== null || !BY[unit]?.includes(further.sized.number.unit))) return null;
  if (further && isPart && (way !== null || (further.sized.number.unit === "times" && dir < 0))) return null;
  const at = pairs(one.ref, other.ref, way, other.dir);
  const size =
    further && isPart
      ? partOf(at, dir, further.sized)
      : factor
        ? timesOf(at, factor)
        : further
          ? byOf(at, dir, further.sized)
          : vaguely(at, dir, vague);
  if (size === null) return null;
  return way === null
    ? size
    : { is: "all", of: [...[one, other].map((each) => test(each.ref, each.dir === -1 ? "<" : ">", 0)), size] };
}

/** "Fell more than ether": that way, and further. */
function aheadOf(mine: Ref, theirs: Ref, dir: 1 | -1, size: 1 | -1): Claim | null {
  if (mine.token !== null || theirs.token === null || mine.metric !== "price" || mine.time === null) return null;
  if (JSON.stringify(mine.time) !== JSON.stringify(theirs.time)) return null;
  return {
    is: "all",
    of: [
      test(mine, dir > 0 ? ">" : "<", 0),
      test(ref("price", "versus", mine.time, theirs.token), dir * size > 0 ? ">" : "<", 0),
    ],
  };
}
