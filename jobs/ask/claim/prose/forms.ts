// Puts items of a sentence in the order in which clauses are read: none of it, two things and their two numbers, one flow over another by so much, what a side lost.

import type { Read } from "../../read-items.ts";
import { CLOSURES_OF, isClosure } from "../kin.ts";

type Metric = Extract<Read, { readonly is: "metric" }>;
type Part = Extract<Read, { readonly is: "part" }>;
type Amount = Extract<Read, { readonly is: "number" }>;

const STOP: Read = { is: "stop", text: "" };
const has = (items: readonly Read[], ...kinds: readonly Read["is"][]): boolean =>
  items.some(({ is }) => kinds.includes(is));
const metricsOf = (items: readonly Read[]): Metric[] => items.flatMap((item) => (item.is === "metric" ? [item] : []));
const numbersOf = (items: readonly Read[]): Amount[] => items.flatMap((item) => (item.is === "number" ? [item] : []));
const partsOf = (items: readonly Read[]): Part[] => items.flatMap((item) => (item.is === "part" ? [item] : []));

const ends = (items: readonly Read[]): readonly Read[] =>
  items.slice(0, 1).filter(({ is }) => is === "stop" || is === "join" || is === "or");

/** Of these there is none where nothing of it was. */
const COUNTED: ReadonlySet<string> = new Set(
  "liquidations long_liquidations short_liquidations inflow outflow transfers transfer_count".split(" "),
);
const metric = (id: Metric["id"], text: string): Read => ({ is: "metric", id, text });

/** "No longs were liquidated": none of them in dollars. */
function none(segment: readonly Read[]): Read[] {
  const [only, second] = metricsOf(segment);
  const [part, more] = partsOf(segment);
  const not = segment.find(({ is, text }) => is === "not" && /^(?:no|none)$/i.test(text));
  const others = [
    "number",
    "move",
    "op",
    "than",
    "versus",
    "more",
    "about",
    "times",
    "flat",
    "most",
    "all",
    "any",
  ] as const;
  if (!not || !only || second || more || !COUNTED.has(only.id) || has(segment, ...others)) return [...segment];
  if (part && only.id !== "liquidations") return [...segment];
  const left = segment.filter((item) => item !== not && item !== part && item !== only);
  const nothing: Amount = { is: "number", value: 0, step: 0, coarse: 0, unit: null, text: "0" };
  return [
    ...left,
    metric(part ? CLOSURES_OF[part.part] : only.id, only.text),
    { is: "op", op: "<=", text: not.text },
    nothing,
  ];
}

/** "Longs lost $71 million in liquidations": as much of them was closed. */
function lost(segment: readonly Read[], before: readonly Read[]): Read[] {
  const [part, more] = partsOf(segment);
  const [number, second] = numbersOf(segment);
  const isClosed = (items: readonly Read[]) => metricsOf(items).some(({ id }) => isClosure(id));
  const named = metricsOf(segment);
  const isOurs = named.length === 0 ? isClosed(before) : named.every(({ id }) => id === "liquidations");
  const [way, other] = segment.filter(({ is }) => is === "move");
  const isLost =
    way === undefined ? has(segment, "for") && !has(segment, "op", "more") : way.is === "move" && way.dir < 0 && !other;
  if (!part || more || second || !isOurs || !isLost || has(segment, "versus", "than", "not", "times"))
    return [...segment];
  const isSum = number !== undefined && (number.unit === "usd" || (number.unit === null && number.value >= 1_000));
  const left = segment.filter(
    (item) => item !== part && item !== way && item.is !== "metric" && item.is !== "to" && item.is !== "for",
  );
  const [end, ...rest] = left;
  const said = metric(CLOSURES_OF[part.part], part.text);
  const first = end !== undefined && (end.is === "stop" || end.is === "join") ? [end, said, ...rest] : [said, ...left];
  if (isSum) return first;
  // "Shorts lost even more": than the other side.
  const side = segment.find(({ is }) => is === "more");
  if (number || side?.is !== "more" || has(segment, "op")) return [...segment];
  const than: Read = { is: "op", op: side.dir > 0 ? ">" : "<", text: side.text };
  const theirs = metric(CLOSURES_OF[part.part === "long" ? "short" : "long"], part.text);
  return [...first.filter((item) => item !== side), than, theirs];
}

/** "Withdrawals outstripped deposits by $61m": the net of both. */
function netBy(segment: readonly Read[]): Read[] {
  const [one, other, third] = metricsOf(segment);
  const [number, second] = numbersOf(segment);
  const op = segment.find(({ is }) => is === "op" || is === "versus");
  const isMore = (op?.is === "op" && op.op === ">") || (op?.is === "versus" && op.dir > 0);
  const isFlow = (item: Metric | undefined) => item?.id === "inflow" || item?.id === "outflow";
  if (!isFlow(one) || !isFlow(other) || third || one?.id === other?.id || !number || second || !isMore)
    return [...segment];
  if (!has(segment, "by") || segment.indexOf(number) < segment.findIndex(({ is }) => is === "by")) return [...segment];
  const net: Read = { is: "metric", id: "netflow", sign: one?.id === "inflow" ? 1 : -1, text: one?.text ?? "" };
  return segment.flatMap((item) =>
    item === one ? [net] : item === other || item === op || item.is === "by" ? [] : [item],
  );
}

/** "Bids outweigh asks, $22 million against $19 million": each with its number. */
function paired(segment: readonly Read[], before: readonly Read[]): Read[] {
  const [left, right, third] = metricsOf(before);
  const [one, other, more] = numbersOf(segment);
  const at = segment.findIndex(({ is }) => is === "than" || is === "to");
  const isPair = left && right && !third && one && other && !more && has(before, "op", "more", "versus", "bigger");
  if (!isPair || has(before, "number", "not") || at < segment.indexOf(one) || at > segment.indexOf(other))
    return [...segment];
  const kinds: readonly Read["is"][] = ["number", "than", "to", "fill", "stop", "join", "about", "noun"];
  if (!segment.every(({ is }) => kinds.includes(is)) || one.unit === "pct" || other.unit === "pct") return [...segment];
  const [end] = segment;
  return [end ?? STOP, left, one, STOP, right, other];
}

/** "Longs pay shorts 0.01 %": funding of so much, with its sign. */
function paid(segment: readonly Read[]): Read[] {
  const [said, more] = segment.filter(({ is }) => is === "positive");
  const [payee] = partsOf(segment);
  const to = payee ? segment[segment.indexOf(payee) - 1] : undefined;
  // "Shorts are paying, to those who are long": said twice.
  if (said?.is === "positive" && /pay|paid/i.test(said.text) && payee && (payee.part === "short") === said.sign > 0)
    return paid(segment.filter((item) => item !== payee && !(item === to && item.is === "to")));
  const [number, second] = numbersOf(segment);
  const isPlain = number?.unit === "pct" && number.sign === undefined && !second && !more;
  if (said?.is !== "positive" || !/pay|paid/i.test(said.text) || !number || !isPlain) return [...segment];
  if (has(segment, "metric", "op", "about", "not", "than", "more", "between", "venue", "all")) return [...segment];
  const funding = metric("funding", said.text);
  return segment.map((item) => (item === said ? funding : item === number ? { ...number, sign: said.sign } : item));
}

/** A sum "by market cap" is one, a place by it is a rank, and of large transfers a sum is what they moved. */
function valued(segment: readonly Read[]): Read[] {
  const [number, second] = numbersOf(segment);
  if (!number || second) return [...segment];
  const isSum = number.unit === "usd" || (number.unit === null && number.value >= 1e6);
  const isPlace = number.unit === "place";
  const named = metricsOf(segment);
  return segment.flatMap((item): Read[] => {
    if (item.is === "metric" && item.id === "rank" && isSum && /^by market/i.test(item.text) && named.length === 1)
      return [metric("market_cap", item.text)];
    if (item.is === "metric" && item.id === "transfer_count" && isSum && number.value >= 1e5)
      return [metric("transfers", item.text)];
    const isBy = item.is === "by" || (item.is === "metric" && item.id === "market_cap");
    return isPlace && isBy && named.length === 1 ? [] : [item];
  });
}

/** The supply that is staked or held is told by that; one that grows is inflation. */
function supplied(segment: readonly Read[]): Read[] {
  const supply = segment.find(({ is, text }) => is === "unread" && /^suppl(?:y|ies)$/i.test(text));
  const [named, second] = metricsOf(segment);
  const [way, other] = segment.filter(({ is }) => is === "move");
  const [number, more] = numbersOf(segment);
  // So much of it circulates: of all that there is.
  if (
    named?.id === "circulating" &&
    !second &&
    !way &&
    number?.unit === "pct" &&
    !more &&
    !has(segment, "than", "times")
  )
    return [
      ...ends(segment),
      named,
      ...segment.filter((item) => item !== supply && item !== named && item.is !== "stop" && item.is !== "join"),
      metric("total_supply", ""),
    ];
  if (!supply || second) return [...segment];
  if (named !== undefined)
    return OF_SUPPLY.has(named.id) && number?.unit === "pct" && !more
      ? segment.filter((item) => item !== supply)
      : [...segment];
  const isGrown =
    way?.is === "move" &&
    GROWN.test(way.text) &&
    !other &&
    !more &&
    !has(segment, "flat", "times", "versus", "to", "not");
  if (!isGrown) return [...segment];
  return segment.flatMap((item) =>
    item === supply ? [metric("inflation", item.text)] : item === way || item.is === "by" ? [] : [item],
  );
}
const GROWN = /^(?:grew|grown|grow|rose|risen|increased|expanded|climbed|swelled)$/i;
const OF_SUPPLY: ReadonlySet<string> = new Set(["circulating", "staked", "top10", "unlock_share", "unlocks"]);

/** ", more than longs" after what has no number: held against it. */
function isTail(segment: readonly Read[], before: readonly Read[]): boolean {
  const said = segment.filter(({ is }) => is !== "fill" && is !== "stop" && is !== "about");
  const [op, part, more] = said;
  const isClosed = metricsOf(before).some(({ id }) => isClosure(id)) && partsOf(before).length === 1;
  return op?.is === "op" && part?.is === "part" && !more && isClosed && !has(before, "number", "op", "than", "not");
}

/** Sentences as they are meant, part for part. Pure. */
export function formed(parts: readonly (readonly Read[])[]): Read[][] {
  const done: Read[][] = [];
  for (const [at, part] of parts.entries()) {
    const before = done.findLast((one) => one.some(({ is }) => is !== "stop" && is !== "join" && is !== "fill")) ?? [];
    const one = lost(supplied(valued(paid(netBy(none(part))))), before);
    if (isTail(one, before)) before.push(...one.filter(({ is }) => is === "op" || is === "part"));
    else done.push(at === 0 ? one : paired(one, before));
  }
  return done;
}
