// Reads a whole sentence by what it is made of, in whatever order it is told: what is compared with what, over which times, of whom. What is not wholly understood is not read.
import { metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { withoutAhead } from "../ahead.ts";
import { agree, type Claim, isOfOwn, isOpen, metricsIn, unknown } from "../claim.ts";
import { unspent } from "../open/unspent.ts";
import { SAYS } from "../split-clauses.ts";
import { atomsOf } from "./atoms.ts";
import { readCompared } from "./compare.ts";
import { readCounted } from "./counted.ts";
import { readHeld } from "./held.ts";
import { readNeeds } from "./needed.ts";
import type { About } from "./noun.ts";
import { readFrame } from "./owner.ts";
import { has, isEnd, partsOf, whole, withMetrics, withSubjects } from "./parts.ts";
import { readPast } from "./past.ts";
import { unnamed } from "./plain-text.ts";
import { isFramed, isUnreadBeside, withoutRemarks } from "./remarks.ts";
import { readShare } from "./share.ts";
import { readSide } from "./sides.ts";
import { readPremium, readSigned } from "./signed.ts";
import { readSince } from "./since.ts";
import { spread } from "./spread.ts";
import { readApposed, readBoth } from "./two.ts";
import { readVenue } from "./venue.ts";

/** How the clauses of a sentence are read one by one. */
type ReadPart = (items: readonly Read[]) => Claim;
type Context = About & { readonly readPart: ReadPart };

const FRAMES: readonly ((said: readonly Read[], about: About) => Claim | null)[] = [
  readPast,
  readFrame,
  readHeld,
  readVenue,
  readShare,
  readSide,
  readCompared,
  readSince,
  readSigned,
  readPremium,
  readNeeds,
  readCounted,
];
const DEPTH_MAX = 4;
/** No sentence that a person says has more of them; each costs several readings. */
const ITEMS_MAX = 32;

/** "Unlike SOL, ether has positive funding": of both of them. */
function readLike(items: readonly Read[], context: Context, depth: number): Claim | null {
  const at = items.findIndex(({ is }) => is === "like");
  const like = items[at];
  if (like?.is !== "like") return null;
  const place = items.findIndex((item, on) => on > at && item.is !== "fill");
  const named = items[place];
  const rest = [...items.slice(0, at), ...items.slice(place + 1)];
  while (rest[0]?.is === "stop") rest.shift();
  const [subject, more] = [
    ...new Map(rest.flatMap((item) => (item.is === "token" ? [[item.id, item] as const] : []))).values(),
  ];
  if (named?.is !== "token" || !subject || more || subject.id === named.id || has(rest, "like")) return null;
  const one = parse(rest, context, depth + 1);
  const other = parse(
    rest.map((item) => (item.is === "token" ? named : item)),
    context,
    depth + 1,
  );
  if (one === null || other === null) return null;
  return { is: "all", of: [one, like.dir > 0 ? other : { is: "not", of: other }] };
}

/** Beside what says something to the readers of clauses. */
const SAYS_TOO: readonly Read["is"][] = ["superlative", "side", "lean", "together"];

/** What a clause leaves out is taken over from the one before it, and read elsewhere. */
function isTakenOver(first: readonly Read[], later: readonly (readonly Read[])[], own: string): boolean {
  const isNamed = has(first, "metric");
  const isOther = has(first, "market") || first.some((item) => item.is === "token" && item.id !== own);
  const isSided = (part: readonly Read[]) =>
    has(part, "part") || part.some((item) => item.is === "metric" && /^(?:long|short)_/.test(item.id));
  const isClosed = (part: readonly Read[]) => part.some((item) => item.is === "metric" && item.id === "liquidations");
  return [first, ...later].some((part, at) => {
    if (has(part, "extreme") && !has(part, "number", "token", "metric")) return true;
    if (has(part, "futures") && !has(part, "metric")) return true;
    if (at === 0) return false;
    if (!has(part, "metric", "positive", "fact") && (isNamed || isOther)) return true;
    return (isOther && !has(part, "token")) || (isSided(first) && !isSided(part) && isClosed(part));
  });
}

const sameMetric = (a: readonly Read[], b: readonly Read[]): boolean =>
  a.some((item) => item.is === "metric" && b.some((other) => other.is === "metric" && other.id === item.id));

/** Up, and then down with no time: over which is not said. */
function isTurned(parts: readonly (readonly Read[])[]): boolean {
  const dirOf = (part: readonly Read[]) => part.flatMap((item) => (item.is === "move" ? [item.dir] : []))[0];
  return parts.some((part, at) => {
    const [now, was] = [dirOf(part), dirOf(parts[at - 1] ?? [])];
    const isOther = has(part, "metric") && has(parts[at - 1] ?? [], "metric") && !sameMetric(part, parts[at - 1] ?? []);
    return now !== undefined && was !== undefined && now !== was && !isOther && !has(part, "hours", "span");
  });
}

/** Clause by clause, each with the time of another where it has none. */
function readParts(items: readonly Read[], context: Context, depth: number): Claim | null {
  const parts = withMetrics(withSubjects(whole(partsOf(items))), context.own);
  if (
    parts.length === 1 &&
    parts[0] &&
    depth < DEPTH_MAX &&
    parts[0].length < items.length &&
    !has(items, "or", "neither", "nor")
  )
    return parse(parts[0], context, depth + 1);
  if (parts.length < 2 || has(items, "or") || parts.some((part) => !has(part, ...SAYS, ...SAYS_TOO))) return null;
  const [first = [], ...later] = parts;
  if (isTakenOver(first, later, context.own) || isTurned(parts)) return null;
  const lead = items.find(({ is }) => is !== "fill" && is !== "outer");
  const isFronted =
    (lead?.is === "hours" || lead?.is === "span") &&
    items.filter(({ is }) => is === "hours" || is === "span").length === 1;
  const claims = parts.map((part): Claim | null => {
    const plain = parse(part, context, depth + 1);
    const lender = has(part, "hours", "span")
      ? undefined
      : parts.find((one) => has(one, "hours", "span") && !has(one, "ago", "since"));
    const time = lender?.find(({ is }) => is === "hours" || is === "span");
    const timed = time === undefined ? null : parse([...part, time], context, depth + 1);
    if (plain === null || timed === null) return plain ?? timed;
    // A time that stands before all is of all.
    if (isFronted && time === lead) return timed;
    return JSON.stringify(plain) === JSON.stringify(timed) ? plain : agree([plain, timed]);
  });
  return claims.every((claim) => claim !== null) ? { is: "all", of: claims as Claim[] } : null;
}

function parse(items: readonly Read[], context: Context, depth: number): Claim | null {
  const isTwo = items.filter(({ is }) => is === "extreme").length > 1 && !has(items, "nearer", "range");
  if (depth > DEPTH_MAX || isTwo) return null;
  if (has(items, "like")) return readLike(items, context, depth);
  for (const frame of FRAMES) {
    const claim = frame(items, context);
    if (claim !== null && !isOpen(claim)) return claim;
  }
  const several = spread(items);
  if (several !== null) {
    const each = several.each.map((one) => parse(one, context, depth + 1));
    if (each.every((claim) => claim !== null))
      return { is: "all", of: (each as Claim[]).map((of): Claim => (several.isNone ? { is: "not", of } : of)) };
  }
  const deeper = (part: readonly Read[]) => parse(part, context, depth + 1);
  const both = readBoth(items, deeper) ?? readApposed(items, deeper);
  if (both !== null) return both;
  const parted = readParts(items, context, depth);
  if (parted !== null) return parted;
  if (has(items, "neither", "nor")) return null;
  const [first = [], ...later] = partsOf(items);
  if (isTakenOver(first, later, context.own) || isTurned([first, ...later]) || !isPlain(items, context.own))
    return null;
  const claim = context.readPart(items);
  return isOpen(claim) ? null : claim;
}

const SUM = 1e6;
const OF_ELSE =
  /\b(?:numbers?|amounts?|counts?|sum|figures?|supply|stock|exchanges?|venues?|chain|network|wallets?|accounts?|positions?|orders?|contracts?|holdings?|balances?|issued?|owned?|holds?|table|markets?)\b/i;

/** Whether the readers of clauses may take it as it is told: each number is of something that is named, and nothing is held against what they do not know. */
function isPlain(items: readonly Read[], own: string): boolean {
  const next = (at: number, ...passed: readonly Read["is"][]) =>
    items.slice(at + 1).find(({ is }) => is !== "fill" && !passed.includes(is));
  const isNamed = has(items, "metric", "versus", "extreme");
  const isTimed = has(items, "hours", "span") || items.some((item) => item.is === "extreme" && item.ever === true);
  if (
    has(items, "extreme") &&
    (!isTimed ||
      (has(items, "join", "stop", "op", "outer", "not") && items.filter(isEnd).some((end) => end !== items.at(-1))))
  )
    return false;
  if ((has(items, "reached") && has(items, "join")) || (has(items, "not") && has(items, "vague"))) return false;
  // "The number of coins on exchanges fell" is about no price, whatever is not read of it.
  if (!has(items, "metric") && items.some(({ is, text }) => is === "noun" || (is === "fill" && OF_ELSE.test(text))))
    return false;
  const isWay =
    has(items, "move", "flat", "either", "versus", "extreme", "crowd") ||
    items.some((item) => item.is === "metric" && (metricRow(item.id).unit === "pct" || item.id === "circulating"));
  return items.every((item, at) => {
    const after = next(at)?.is;
    if (item.is === "about") return after === "number" || after === "op" || after === "hours";
    if (item.is === "op")
      return (
        after === "number" ||
        (after === "about" && next(at, "about")?.is === "number") ||
        /^or /i.test(item.text) ||
        (item.more === true && (after === "hours" || after === "span")) ||
        has(items, "market") ||
        items.some((one) => one.is === "token" && one.id !== own)
      );
    if (item.is === "outer") return after !== "number";
    if (item.is === "than") return after === "hours" || after === "span";
    // So many per cent of a sum says nothing of which way it went.
    if (item.is === "number" && item.unit === "pct" && item.sign === undefined && !isWay) return false;
    if (item.is !== "number" || isNamed) return true;
    if (item.unit === null) return has(items, "move");
    return item.unit !== "usd" || item.value < SUM;
  });
}

function readSaid(text: string, context: Context): Claim | null {
  const items = withoutRemarks(withoutAhead(atomsOf(text, context.own)));
  if (items.length > ITEMS_MAX || has(items, "unread", "refuse") || isUnreadBeside(items)) return null;
  const claim = parse(items, context, 0);
  return claim !== null && unspent(items, metricsIn(claim)).length > 0 ? null : claim;
}

/** What is told beside clauses that were not read: it may be wrong whatever they say. */
function readBeside(text: string, context: Context): Claim | null {
  const items = withoutRemarks(withoutAhead(atomsOf(text, context.own)), true);
  if (items.length > ITEMS_MAX || has(items, "unread", "refuse")) return null;
  const claim = parse(items, context, 0);
  return claim === null || !isOfOwn(claim) ? null : { is: "all", of: [claim, unknown("unread")] };
}

/** Of parts that are joined one may be wrong whatever the others say that were not read: then all of it is. Null where none is read by itself. */
export function readPieces(text: string, context: Context): Claim | null {
  const bare = unnamed(text, context.own);
  for (const said of bare === null ? [text] : [text, bare]) {
    const items = withoutAhead(atomsOf(said, context.own));
    const parts = whole(partsOf(items));
    if (items.length > ITEMS_MAX || parts.length < 2 || has(items, "or", "neither", "nor", "like")) continue;
    const unread = parts.filter((part) => has(part, "unread", "refuse"));
    const isSafe = unread.every(
      (part) =>
        !isFramed(part) &&
        part.every((item) => item.is !== "refuse" || item.why === "opinion" || item.why === "unread"),
    );
    if (!isSafe || unread.length === 0) continue;
    const times = new Set(items.flatMap((item) => (item.is === "hours" || item.is === "span" ? [item.text] : [])));
    const read = parts.flatMap((part): Claim[] => {
      const isOwn = has(part, "metric") || part.some((item) => item.is === "token" && item.id === context.own);
      const isOther =
        part.some((item) => item.is === "token" && item.id !== context.own) ||
        has(part, "market", "crowd", "not", "never");
      if (has(part, "unread", "refuse") || !isOwn || isOther || (times.size > 0 && !has(part, "hours", "span")))
        return [];
      const claim = parse(part, context, 1);
      return claim === null ? [] : [claim];
    });
    if (read.length > 0) return { is: "all", of: [...read, unknown("unread")] };
  }
  return readBeside(text, context) ?? (bare === null ? null : readBeside(bare, context));
}

/** What it comes to; null where any of it was not understood. Pure. */
export function readCore(text: string, context: Context): Claim | null {
  const claim = readSaid(text, context);
  if (claim !== null) return claim;
  const bare = unnamed(text, context.own);
  return bare === null ? null : readSaid(bare, context);
}
