// What words of size, of sides and of time say beside others.

import type { MetricId } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { CLOSURES_OF } from "../kin.ts";
import { fill, isFill, type Place, type Said } from "./said.ts";

/** Words that say nothing more beside those that do. */
export function ofSide(item: Read, { next }: Place, { has, metrics, named, own, isClosed }: Said): Read[] | null {
  // "Long liquidations outpaced short ones".
  if (
    item.is === "part" &&
    isClosed &&
    has("versus") &&
    metrics.some(({ id }) => id === "long_liquidations" || id === "short_liquidations")
  )
    return [{ is: "metric", id: CLOSURES_OF[item.part], text: item.text }];
  if (item.is === "about" && next?.is === "about" && next.how === item.how) return [];
  if (item.is === "all" && /^(?:each|every)$/i.test(item.text) && next?.is === "token" && next.id === own) return [];
  if (item.is === "together" && metrics.length > 1 && has("move") && !named.has("correlation")) return [];
  if (item.is === "lean" && /^overall$/i.test(item.text) && next?.is === "metric") return [fill(item)];
  if (
    item.is === "only" &&
    /^only$/i.test(item.text) &&
    (next?.is === "vague" ||
      next?.is === "positive" ||
      next?.is === "number" ||
      next?.is === "about" ||
      next?.is === "op")
  )
    return [];
  return null;
}

/** What a word of size stands for where nothing is held against anything. */
export function ofSize(item: Read, _: Place, { items, has, named, numbers, own, isMultiple }: Said): Read[] | null {
  // "Has become eight dollars cheaper": by so much it fell.
  if (
    item.is === "bigger" &&
    item.metric === "price" &&
    !has("than", "versus", "usual", "ago") &&
    numbers.length === 1 &&
    has("hours", "span") &&
    items.every((one) => one.is !== "token" || one.id === own)
  )
    return [{ is: "move", dir: item.dir, text: item.text }];
  // "Valued at seven times its locked value": all of it is.
  if (
    item.is === "value" &&
    /^(?:valued|valued at|worth)$/i.test(item.text) &&
    isMultiple &&
    ["tvl", "fdv", "open_interest"].some((id) => named.has(id as MetricId)) &&
    !named.has("market_cap")
  )
    return [{ is: "metric", id: "market_cap", text: item.text }];
  return null;
}

/** Where something is, and what is said twice. */
export function ofPlace(
  item: Read,
  { at, next, before }: Place,
  { items, has, named, numbers, isClosed }: Said,
): Read[] | null {
  // "Negative on exchanges" tells where.
  if (item.is === "metric" && item.id === "reserve" && /^(?:on|at|in) exchanges$/i.test(item.text) && named.size > 1)
    return [{ is: "noun", text: item.text }];
  // "Bleeding: down ten per cent" says it twice.
  if (
    item.is === "move" &&
    next?.is === "move" &&
    next.dir === item.dir &&
    !items.slice(at + 1, items.indexOf(next)).some(({ is }) => is === "number")
  )
    return [];
  if (item.is === "between" && /range/i.test(item.text) && numbers.length === 1)
    return [{ is: "range", text: item.text }];
  // "Longs lost more to liquidations": as much of them was closed.
  if (isClosed && item.is === "move" && /^(?:lost|lose|loses|losing|shed)$/i.test(item.text)) return [];
  if (isClosed && item.is === "to" && next?.is === "metric" && before?.is !== "number") return [];
  if (
    item.is === "crowd" &&
    named.size > 0 &&
    !named.has("breadth") &&
    /^(?:coins|tokens|all coins|all tokens|cryptocurrencies|of coins|of tokens|of all coins|of all tokens)$/i.test(
      item.text,
    ) &&
    !has("market")
  )
    return [fill(item)];
  // "The past hour alone".
  if (item.is === "only" && /^alone$/i.test(item.text) && before?.is === "hours") return [];
  // "Eleven dollars off its high" are so many below it.
  if (
    item.is === "from" &&
    /^off$/i.test(item.text) &&
    has("extreme") &&
    (next?.is === "extreme" || next?.is === "hours") &&
    !has("move", "op")
  )
    return [{ is: "op", op: "<", text: "below" }];
  if (
    item.is === "from" &&
    /^off$/i.test(item.text) &&
    next?.is !== "extreme" &&
    next?.is !== "hours" &&
    next?.is !== "span"
  )
    return [fill(item)];
  return null;
}

/** Whether the same time was told before it in the same part. */
function isTwice(items: readonly Read[], at: number, hours: number): boolean {
  const end = items.slice(0, at).findLastIndex(({ is }) => is === "stop" || is === "join");
  return items.slice(end + 1, at).some((one) => one.is === "hours" && one.hours === hours);
}

const RETURN = /^(?:total |price )?(?:returns?|performance)$/i;

/** "Its return is lower than that of ether": it did worse. */
export function ofReturn(item: Read, { next }: Place, { items, has, metrics, numbers, own }: Said): Read[] | null {
  const isOther = next?.is === "market" || (next?.is === "token" && next.id !== own);
  if (item.is !== "op" || !isOther || numbers.length > 0 || has("than", "versus", "move")) return null;
  const isReturn = items.some((one) => isFill(one) && RETURN.test(one.text));
  if (!isReturn || !metrics.every(({ id }) => id === "price") || (item.op !== ">" && item.op !== "<")) return null;
  return [{ is: "versus", dir: item.op === ">" ? 1 : -1, text: item.text }];
}

const REACHED = /\b(?:reach|reached|reaches|hit)$/i;

/** "Over eight dollars cheaper": a word of size right behind the number. */
const isBiggerAfter = (items: readonly Read[], number: number): boolean => {
  const next = items.slice(number + 1).find((one) => !isFill(one));
  return next?.is === "bigger" || next?.is === "more";
};

/** Times that are told twice, and words that a time or a number gives their meaning. */
export function ofTime(
  item: Read,
  { at, next }: Place,
  { items, has, metrics, named, numbers, isHeldAgainst }: Said,
): Read[] | null {
  // "The trailing week" is the past one.
  if (item.is === "versus" && /^trailing$/i.test(item.text) && (next?.is === "hours" || next?.is === "span"))
    return [fill(item)];
  // Who did not reach it within a time was below it all along.
  if (
    item.is === "op" &&
    item.op === "<" &&
    REACHED.test(item.text) &&
    has("hours", "span") &&
    metrics.every(({ id }) => id === "price")
  )
    return [
      { is: "not", text: "not" },
      { is: "reached", text: "reach" },
    ];
  // A month-long slump over thirty days is of one time.
  if (item.is === "hours" && !isHeldAgainst && isTwice(items, at, item.hours) && !has("since", "from", "extreme"))
    return [fill(item)];
  if (item.is === "hours" && item.hours === 24 && /^(?:on )?the day$/i.test(item.text) && has("span"))
    return [fill(item)];
  if (
    item.is === "op" &&
    /^(?:over|above|under|below)$/i.test(item.text) &&
    next?.is === "number" &&
    isBiggerAfter(items, items.indexOf(next))
  )
    return [{ ...item, text: /over|above/i.test(item.text) ? "more than" : "less than" }];
  // "Funding is in the red".
  if (
    item.is === "move" &&
    /^in the (?:red|black|green)$/i.test(item.text) &&
    metrics.length > 0 &&
    metrics.every(({ id }) => id === "funding" || id === "basis" || id === "funding_year")
  )
    return [{ is: "positive", sign: item.dir, text: item.text }];
  if (
    item.is === "refuse" &&
    /^(?:average|mean|avg)$/i.test(item.text) &&
    named.size === 1 &&
    (named.has("funding") || named.has("funding_year"))
  )
    return [fill(item)];
  if (item.is === "usual" && numbers.length === 1 && named.has("funding")) return [fill(item)];
  if (
    item.is === "reached" &&
    /^(?:saw|seen|see|sees|made|set)$/i.test(item.text) &&
    named.size > 0 &&
    !has("extreme") &&
    !(named.size === 1 && named.has("price"))
  )
    return [fill(item)];
  return null;
}
