// Which of two names of a number is meant, and what a name stands for beside other words.

import { type MetricId, metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { isUnlock } from "../kin.ts";
import { fill, type Place, type Said } from "./said.ts";

/** Of what else a number is told, the first is no more than a part or a measure of the second. */
const BESIDE: readonly (readonly [MetricId, readonly MetricId[], RegExp?])[] = [
  ["long_short", ["top_traders"]],
  ["liquidations", ["long_liquidations", "short_liquidations"]],
  ["holders", ["top10"]],
  ["circulating", ["top10", "staked", "inflation", "reserve", "unlocks", "unlock_share"]],
  ["total_supply", ["top10", "staked", "inflation"]],
  ["volume", ["perp_volume"], /^(?:trad|volume|turnover)/i],
  ["volatility", ["implied"], /^(?:vol|volatility|swings|vols|volatilities)$/i],
  ["depth", ["bids", "asks"], /^(?!.*both)/i],
  ["transfer_count", ["largest_transfer"], /^(?:large|big|whale) /i],
];
const IS_MOOD = /^(?:the )?(?:sentiment|mood)$/i;

/** Of two names of one number the one that is meant. */
export function ofName(
  item: Read,
  _: Place,
  { has, named, numbers, isHeldAgainst, isBeside, isOwn }: Said,
): Read[] | null {
  if (item.is === "metric") {
    const beside = BESIDE.find(
      ([id, others, text]) => id === item.id && others.some((one) => named.has(one)) && (text?.test(item.text) ?? true),
    );
    const isPair = numbers.some(({ unit }) => unit === "pct" || unit === "times") || isHeldAgainst;
    const isKept = isPair && !["long_short", "circulating", "total_supply"].includes(item.id);
    if (beside && !isKept && !(isHeldAgainst && item.id === "long_short")) return [fill(item)];
    // "Changes hands a little below spot" tells a price.
    if (item.id === "volume" && /hands/i.test(item.text) && isBeside && has("op", "more", "bigger", "about"))
      return [{ ...item, id: "price" }];
    // The past day has cost it so many per cent.
    if (
      item.id === "price" &&
      /^(?:cost|costs|costing)$/i.test(item.text) &&
      numbers.length === 1 &&
      numbers[0]?.unit === "pct" &&
      !has("move", "extreme", "than", "ago") &&
      has("hours", "span")
    )
      return [{ is: "move", dir: -1, text: item.text }];
    // Futures that trade below spot tell a price.
    if (item.id === "perp_volume" && isBeside && /\btrad(?:es?|ing)$/i.test(item.text) && numbers.length === 0)
      return [{ is: "unread", text: item.text }];
    if (item.id === "fear_greed" && IS_MOOD.test(item.text) && isOwn) return [{ is: "unread", text: item.text }];
  }
  return null;
}

const LOOSE = /^(?:mov|go|went|head|leav|receiv|com|came|arriv)\w*(?: in| out)?$/i;
const EXCHANGE = /exchange|venue|platform|inflow|outflow|deposit|withdraw/i;

/** What tells where a number stands, and of whom. */
export function ofStanding(item: Read, { next }: Place, { has, metrics, named, numbers, sum }: Said): Read[] | null {
  // Beside what large transfers moved, transactions are those transfers.
  if (item.is === "metric" && item.id === "transactions" && (named.has("transfers") || named.has("largest_transfer")))
    return [{ is: "metric", id: "transfer_count", text: item.text }];
  // "Has blown out to" so much tells where it stands.
  if (item.is === "to" && next?.is === "number" && !has("move") && metrics[0] && metricRow(metrics[0].id).isSigned)
    return [];
  if (
    item.is === "metric" &&
    item.id === "liquidations" &&
    /^(?:blown out|wiped|flushed|flushed out|squeezed)$/i.test(item.text) &&
    named.size > 1
  )
    return [fill(item)];
  if (
    item.is === "fill" &&
    /^(?:over|under)$/i.test(item.text) &&
    (next?.is === "spot" || next?.is === "extreme") &&
    numbers.length < 2
  )
    return [{ is: "op", op: /over/i.test(item.text) ? ">" : "<", text: item.text }];
  if (
    item.is === "metric" &&
    item.id === "basis" &&
    /discount/i.test(item.text) &&
    sum !== undefined &&
    sum.sign === undefined &&
    !has("positive")
  )
    return [item, { is: "positive", sign: -1, text: "discount" }];
  if (
    item.is === "metric" &&
    item.id === "basis" &&
    /premium/i.test(item.text) &&
    sum !== undefined &&
    sum.sign === undefined &&
    !has("positive")
  )
    return [item, { is: "positive", sign: 1, text: "premium" }];
  return null;
}

/** What passes nothing, comes to nowhere that is named, or is told of another. */
export function ofPassing(
  item: Read,
  { next }: Place,
  { items, has, metrics, numbers, sum, own }: Said,
): Read[] | null {
  // "Rose over the last day" passes nothing.
  if (
    item.is === "op" &&
    item.event === true &&
    (next?.is === "hours" || next?.is === "span") &&
    /(?:over|through|past)$/i.test(item.text)
  )
    return [{ is: "move", dir: item.op === ">" ? 1 : -1, text: item.text.replace(/ \w+$/, "") }];
  // What moves in and out is of exchanges where they are named.
  if (
    item.is === "metric" &&
    (item.id === "inflow" || item.id === "outflow") &&
    LOOSE.test(item.text) &&
    !items.some((one) => one !== item && EXCHANGE.test(one.text))
  )
    return [{ is: "unread", text: item.text }];
  if (item.is === "bigger" && /^traded (?:more|less)$/i.test(item.text) && numbers.length === 1 && sum?.unit === "usd")
    return [
      { is: "metric", id: "volume", text: item.text },
      { is: "op", op: item.dir > 0 ? ">" : "<", text: "than" },
    ];
  if (
    item.is === "than" &&
    items.some((one) => one.is === "bigger" && /^traded (?:more|less)$/i.test(one.text)) &&
    next?.is === "number"
  )
    return [];
  if (item.is === "than" && has("versus") && next?.is === "token" && next.id !== own) return [];
  if (item.is === "move" && has("versus") && numbers.length === 1 && sum?.unit === "points" && metrics.length === 0)
    return [];
  if (
    (item.is === "market" || item.is === "side") &&
    metrics.some(({ id }) => id === "depth" || id === "bids" || id === "asks")
  )
    return [fill(item)];
  if (
    item.is === "owner" &&
    /^holding$|^held$/i.test(item.text) &&
    (next?.is === "peg" || next?.is === "op" || has("peg")) &&
    !has("holder")
  )
    return [has("peg") ? { is: "stayed", text: item.text } : fill(item)];
  if (item.is === "to" && has("peg") && next?.is === "outer") return [];
  return null;
}

/** "Has sunk below" so much: where it stands, of what no change is measured of. */
export function ofLevel(item: Read, { next, before }: Place, { metrics, named, numbers }: Said): Read[] | null {
  // What an unlock will do to the price nobody measures.
  if (item.is === "op" && item.event === true && metrics.some(({ id }) => isUnlock(id)))
    return [{ is: "unread", text: item.text }];
  // "Has calmed down to" so much: where it stands, of what no change is measured of.
  const isLevel =
    numbers.length === 1 &&
    named.size === 1 &&
    metrics[0] !== undefined &&
    metricRow(metrics[0].id).change === undefined;
  if (isLevel && item.is === "move" && next?.is === "to") return [];
  if (
    isLevel &&
    item.is === "to" &&
    before?.is === "move" &&
    (next?.is === "number" || next?.is === "about" || next?.is === "op")
  )
    return [];
  // "Has sunk below" so much: where it stands.
  if (
    item.is === "move" &&
    next?.is === "op" &&
    named.size === 1 &&
    metrics[0] &&
    metricRow(metrics[0].id).change === undefined
  ) {
    const isDown = next.op === "<" || next.op === "<=";
    if (item.dir < 0 === isDown && numbers.length === 1) return [];
  }
  return null;
}
