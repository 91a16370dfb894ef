// Reads a claim: its clauses, what one takes over from the one before, negation, and whether any word of weight was left unread.
import { type Bag, bagOf } from "../bag.ts";
import { CLOSURES_OF, isClosure, isUnlock, type MetricId, metricRow } from "../metric.ts";
import { mendText, type Read, readItems } from "../read-items.ts";
import { readTimes } from "../read-time.ts";
import { withoutAhead } from "./ahead.ts";
import {
  agree,
  type Claim,
  isOfOwn,
  isOpen,
  metricsIn,
  type Time,
  TOKENS_MAX,
  tokensOf,
  unknown,
  type Why,
} from "./claim.ts";
import { withCalendar } from "./clause/calendar.ts";
import { type Lent, withLent } from "./clause/lent.ts";
import { distinct, negated } from "./clause/negated.ts";
import type { Clause } from "./clause.ts";
import { readCore, readPieces } from "./core/read-core.ts";
import { answered } from "./prose/comment.ts";
import { readTwoChanges } from "./read-change.ts";
import {
  readFacts,
  readFurther,
  readPair,
  readSides,
  readSign,
  readTwoTimes,
  readVenues,
  readVersus,
} from "./read-clause.ts";
import { readExtreme } from "./read-extreme.ts";
import { readMeasure } from "./read-measure.ts";
import { readMultiple } from "./read-multiple.ts";
import { readPeg } from "./read-peg.ts";
import { regroup, settled } from "./regroup.ts";
import { inProse, rephrase, TURN_WORDS } from "./rephrase.ts";
import { type Clauses, clausesOf, isCut, isTime } from "./split-clauses.ts";
import { inDollars } from "./turn/cents.ts";
import { leftOut } from "./turn/covered.ts";
import { fronted } from "./turn/fronted.ts";
import { heldBack } from "./turn/held-back.ts";
import { introduced } from "./turn/introduced.ts";
import { whyOpen } from "./turn/kept-open.ts";
import { netted } from "./turn/netted.ts";
import { withoutUnits } from "./turn/per-unit.ts";
import { plainly } from "./turn/plainly.ts";
import { reworded, whyLeft } from "./turn/reworded/reworded.ts";
import { unspent } from "./turn/unspent.ts";

export type ReadClaim = {
  readonly claim: Claim;
  /** Words that nobody knew what to make of, as they were written. */
  readonly unread: readonly string[];
};

/** All of them, any of them, or of both what holds whichever way they are put together. */
function joinClaims(claims: readonly Claim[], isOr: readonly boolean[]): Claim {
  const [only] = claims;
  if (claims.length === 1 && only) return only;
  const later = isOr.slice(1);
  if (!later.includes(true)) return { is: "all", of: claims };
  if (!later.includes(false)) return { is: "any", of: claims };
  const grouped = (splits: boolean): Claim[][] =>
    claims.reduce<Claim[][]>((groups, claim, at) => {
      if (at === 0 || isOr[at] === splits) groups.push([claim]);
      else groups.at(-1)?.push(claim);
      return groups;
    }, []);
  return agree([
    { is: "any", of: grouped(true).map((of): Claim => ({ is: "all", of })) },
    { is: "all", of: grouped(false).map((of): Claim => ({ is: "any", of })) },
  ]);
}

/** "Longs liquidated" and "liquidated" in one clause are one metric. */
const WITHIN: Readonly<Partial<Record<MetricId, readonly MetricId[]>>> = {
  liquidations: ["long_liquidations", "short_liquidations"],
  unlocks: ["unlock_share", "unlock_value"],
  unlock_share: ["unlock_value"],
  netflow: ["inflow", "outflow"],
  circulating: ["issued_share"],
  market_cap: ["rank", "oi_share"],
  volume: ["volume_ratio"],
  price: ["ath", "depth", "volume", "volatility"],
};

function metricsOf(bag: Bag): MetricId[] {
  const named = [...new Set(bag.of("metric").map(({ id }) => id))];
  return named.filter((id) => !(WITHIN[id] ?? []).some((part) => named.includes(part)));
}

type Before = { readonly metric: MetricId | null; readonly bag: Bag; readonly times: readonly (readonly Time[])[] };

const unread = (items: readonly Read[]): { readonly why: Why; readonly words: readonly string[] } | null => {
  const refused = items.flatMap((item) => (item.is === "refuse" || item.is === "unread" ? [item] : []));
  const [first] = refused;
  if (!first) return null;
  return { why: first.is === "refuse" ? first.why : "unread", words: refused.map(({ text }) => text) };
};

/** "It is wilder than ETH, and its book is thinner": than that one's as well. */
function held(bag: Bag, before: Bag, named: string): Bag {
  const others = before.of("token").filter(({ id }) => id !== named);
  const [only, more] = others;
  const isSized =
    bag.has("bigger") && !["than", "op", "number", "move", "versus"].some((kind) => bag.has(kind as Read["is"]));
  const isOf = before.has("bigger") && before.has("than") && !bag.of("token").some(({ id }) => id !== named);
  if (!isSized || !isOf || !only || more) return bag;
  return bagOf([...bag.items, { is: "than", text: "than" }, only]);
}

/** What the clause leaves out and the one before it says: the metric, or which way it went. */
function completed(
  bag: Bag,
  before: Before | null,
  named: string,
): { readonly bag: Bag; readonly metric: MetricId | null } {
  const own = metricsOf(bag);
  // "The price fell by 6 %, and value locked by 4 %": it fell as well.
  const [gone, again] = before?.bag.of("move") ?? [];
  const isGapped = own.length === 1 && bag.has("by") && bag.of("number").some(({ sign }) => sign === undefined);
  if (
    gone &&
    !again &&
    isGapped &&
    !["move", "op", "versus", "than", "times"].some((kind) => bag.has(kind as Read["is"]))
  )
    return { bag: bagOf([gone, ...bag.items]), metric: own[0] ?? null };
  if (own.length > 0 || before === null)
    return { bag: before === null ? bag : held(bag, before.bag, named), metric: own[0] ?? null };
  // How far it went is no rank: "the sixth largest, it lost 6 %".
  if (before.metric === "rank" && bag.has("move")) return { bag, metric: null };
  const [number] = bag.of("number");
  const row = before.metric === null ? null : metricRow(before.metric);
  const isPct = number?.unit === "pct" || number?.unit === "points";
  const others = before.bag.of("token");
  // "Beat ETH this week and lagged it today."
  if (bag.has("versus") && !bag.has("token") && !bag.has("market") && before.bag.has("versus"))
    return {
      bag: bagOf([...bag.items, ...others.filter(({ id }) => id !== named).slice(-1), ...before.bag.of("market")]),
      metric: null,
    };
  // "The market gave up 3 %, and Solana fared worse": than that.
  const isOfOwn = bag.of("token").length > 0 && bag.of("token").every(({ id }) => id === named);
  const theirs = [...others.filter(({ id }) => id !== named), ...before.bag.of("market")];
  if (bag.has("versus") && isOfOwn && !bag.has("market") && before.bag.has("move") && theirs.length === 1)
    return { bag: bagOf([...bag.items, ...theirs]), metric: null };
  // "ETH is worth 363bn, versus 66.8bn for SOL": the same of another token.
  const idsOf = (of: Bag) => new Set(of.has("token") ? of.of("token").map(({ id }) => id) : [named]);
  const isContrast = bag.has("token") && ![...idsOf(bag)].some((id) => idsOf(before.bag).has(id));
  if (isContrast && number && !bag.has("move") && !bag.has("versus") && !bag.has("extreme"))
    return { bag, metric: before.metric };
  if (number?.unit === "usd" && before.metric !== null && isUnlock(before.metric))
    return { bag, metric: "unlock_value" };
  // Dollars after a share are of the price.
  if (bag.has("token") || bag.has("versus") || bag.has("extreme") || bag.has("fact")) return { bag, metric: null };
  if (number?.unit === "usd" && row && row.unit !== "usd") return { bag, metric: null };
  const [was] = before.bag.of("number");
  // "Liquidations $84m (longs $71m)".
  const [part, second] = bag.of("part");
  if (part && !second && number && before.metric !== null && isClosure(before.metric) && !bag.has("move"))
    return { bag: bagOf(bag.items.filter((item) => item !== part)), metric: CLOSURES_OF[part.part] };
  // "Flowed out of exchanges, 61m net": still out of them.
  const signed = before.bag.of("metric").filter(({ sign }) => sign !== undefined);
  if (number && signed.length > 0 && number.sign === undefined && !bag.has("move"))
    return { bag: bagOf([...signed, ...bag.items]), metric: before.metric };
  const isShort = number?.unit === null && was?.unit === "pct" && number.value < 100 && number.step >= 0.01;
  // "Binance funding is negative, at -0.006 %": still of Binance.
  if (before.metric === "funding" && number && !bag.has("venue") && !bag.has("all") && before.bag.has("venue"))
    return { bag: bagOf([...bag.items, ...before.bag.of("venue")]), metric: before.metric };
  // "Up twelve percent in a week, down six today."
  if (isShort && bag.has("move") && before.bag.has("move") && !bag.has("to") && !bag.has("op"))
    return {
      bag: bagOf(bag.items.map((item) => (item === number ? { ...number, unit: "pct" } : item))),
      metric: before.metric,
    };
  const isBare = number !== undefined && !bag.has("move") && !bag.has("op") && !bag.has("positive");
  const moves = before.bag.of("move");
  if (isBare && isPct && moves.length === 1) return { bag: bagOf([...moves, ...bag.items]), metric: before.metric };
  return { bag, metric: before.metric };
}

/** What says by itself what it is; null where it is an amount or a change. */
const readSpecial = (clause: Clause, times: readonly Time[]): Claim | null =>
  readPeg(clause) ??
  readMultiple(clause) ??
  readFacts(clause) ??
  readVersus(clause) ??
  readTwoChanges(clause) ??
  readFurther(clause) ??
  readVenues(clause) ??
  readPair(clause) ??
  readSides(clause) ??
  readSign(clause) ??
  readExtreme(clause, times);

/** "Eleven billion of perps changed hands" is no volume of the spot market. */
function withFutures(items: readonly Read[]): readonly Read[] {
  const has = (kind: Read["is"]) => items.some(({ is }) => is === kind);
  if (!has("futures") || has("spot")) return items;
  const isVolume = (item: Read) => item.is === "metric" && item.id === "volume";
  return items.map((item) => (isVolume(item) ? { is: "metric", id: "perp_volume", text: item.text } : item));
}

function readOne(said: readonly Read[], before: Before | null, lent: Lent, own: string, now: number) {
  const items = withFutures(said);
  const negations = items.filter(({ is }) => is === "not" || is === "never").length;
  const { bag, metric } = completed(bagOf(items.filter(({ is }) => is !== "not")), before, own);
  const times = readTimes(bag, now);
  // "Volume is 1.4bn, DOGE has gained 5 %, and it rose 3 % in an hour": the coin did.
  const isOfCoin = metric === null && bag.has("token") && bag.has("move") && !bag.has("versus") && !bag.has("bigger");
  const state: Before = {
    metric: metric ?? (isOfCoin ? "price" : (before?.metric ?? null)),
    bag,
    times: times ?? [],
  };
  const isTwo = metricsOf(bag).length > 1;
  if (times === null) return { claim: unknown("time"), state };
  if (negations > 1) return { claim: unknown("unread"), state };
  // Of anything but the price nothing is measured since a day of the calendar began: so many hours are meant.
  const hours = times[0]?.filter((time) => "hours" in time) ?? [];
  const meant = hours.length > 0 && metric !== null && metric !== "price" ? hours : (times[0] ?? null);
  const read = (time: Time | null, all: readonly Time[]): Claim => {
    const clause: Clause = { bag, own, now, time, metric };
    const compared = all.length > 1 ? readTwoTimes(clause, all) : null;
    if (compared !== null) return compared;
    const special = readSpecial(clause, all);
    if (special !== null && all.length > 1 && !bag.has("extreme")) return unknown("two_numbers");
    if (special !== null) return bag.has("never") ? unknown("time") : special;
    return isTwo ? unknown("unread") : all.length > 1 ? unknown("two_numbers") : readMeasure(clause);
  };
  const all = times.flatMap((one) => (one[0] ? [one[0]] : []));
  const readings =
    meant === null
      ? withLent(read(null, []), items, lent, (time) => read(time, [time]))
      : meant.map((time) => read(time, [time, ...all.slice(1)]));
  const claim = agree(distinct(readings));
  const isNotAll = items.some(({ is }, at) => is === "not" && items[at + 1]?.is === "all");
  return { claim: negations === 1 ? negated(claim, isNotAll) : claim, state };
}

/** Up, and then down of the same: over which time is not said. */
function isTurned(items: readonly Read[], { metric, bag }: Before, before: Before | null): boolean {
  const [now, was] = [bag.of("move")[0], before?.bag.of("move")[0]];
  if (!now || !was || metric !== before?.metric || items.some(({ is }) => is === "not")) return false;
  return now.dir !== was.dir;
}

function readClauses(clauses: Clauses["clauses"], isOr: readonly boolean[], own: string, now: number): Claim[] {
  const lasts = clauses.map((clause) => readTimes(bagOf(clause), now)?.[0] ?? null);
  let before: Before | null = null;
  const claims: Claim[] = [];
  for (const [at, clause] of clauses.entries()) {
    // A time said once, at the end or at the start, may be meant for all.
    const earlier = lasts.slice(0, at).findLastIndex((one) => one !== null);
    const lent =
      lasts[at] === null ? (lasts[earlier] ?? lasts.slice(at + 1).find((one) => one !== null) ?? null) : null;
    const [lead, next] = clauses[earlier] ?? [];
    // "Barely moved in the last hour, gaining 0.4 %": all of it then.
    const isWithin = at > 0 && earlier === at - 1 && clause[0]?.is === "move" && /ing$/i.test(clause[0].text);
    const isAside = !isWithin && lead !== undefined && (!isTime(lead) || next?.is === "number");
    const { claim, state } = readOne(clause, before, { times: lent, isAside, isWithin }, own, now);
    const isLeft =
      (isTurned(clause, state, before) && lasts[at] === null && isOr[at] !== true) ||
      (isOr[at] === true && isCut(clause));
    claims.push(isLeft ? unknown("ambiguous") : claim);
    before = state;
  }
  return claims;
}

/** Everyday words are read as well where a first reading knew none of them. */
function itemsOf(text: string, own: string, isFree: boolean): readonly Read[] {
  if (!isFree) return settled(readItems(rephrase(text, own), own));
  return regroup(settled(readItems(rephrase(inProse(text), own), own, true)));
}

function readOnce(text: string, own: string, now: number, isFree = false): ReadClaim {
  // Who asks and answers by himself says one of two things.
  if (/\?(?=[^?]*\p{L})/u.test(text)) return { claim: unknown("unread"), unread: [] };
  const read = readOf(itemsOf(text, own, isFree), own, now);
  return read.claim.is === "unknown" || isOfOwn(read.claim) ? read : { claim: unknown("other_token"), unread: [] };
}

function readOf(said: readonly Read[], own: string, now: number): ReadClaim {
  const items = withoutAhead(said);
  const refused = unread(items);
  if (refused !== null) return { claim: unknown(refused.why), unread: refused.words };
  const found = clausesOf(items);
  if (found === null) return { claim: unknown("ambiguous"), unread: [] };
  const { clauses, isOr } = found;
  const claims = readClauses(clauses, isOr, own, now);
  if (claims.length === 0) return { claim: unknown("no_number"), unread: [] };
  const isNot = (clause: readonly Read[]) => clause.some(({ is }) => is === "not" || is === "never");
  let claim = joinClaims(claims, isOr);
  // "Did not fall 5 % or close below 60k": of the second it may be meant as well.
  if (isOr.includes(true) && clauses.some(isNot)) {
    const [first = [], ...rest] = clauses;
    const isFirst = isNot(first) && !rest.some(isNot) && !isOr.slice(1).includes(false);
    const plain = clauses.map((clause) => clause.filter(({ is }) => is !== "not"));
    claim = isFirst
      ? agree([claim, { is: "not", of: joinClaims(readClauses(plain, isOr, own, now), isOr) }])
      : unknown("ambiguous");
  }
  if (tokensOf(claim).length > TOKENS_MAX) return { claim: unknown("tokens"), unread: [] };
  const left = isOpen(claim) ? [] : unspent(items, metricsIn(claim));
  return left.length > 0 ? { claim: unknown("unread"), unread: left } : { claim, unread: [] };
}

/** With its slips mended as well: where both say something, both must say the same. */
function readMended(text: string, own: string, now: number): ReadClaim {
  const read = readOnce(text, own, now);
  const meant = mendText(text, own, TURN_WORDS);
  if (meant === text) return read;
  // A slip may have hidden a turn of phrase.
  const mended = readOnce(meant, own, now);
  if (read.claim.is === "unknown") return mended;
  return { claim: agree(distinct([read.claim, mended.claim])), unread: [] };
}

/** By what the sentence is made of alone; null where it is not wholly understood. */
export function readWhole(text: string, own: string, now: number): Claim | null {
  const claim = wholeOf(text, own, now);
  return claim === null ? null : withCalendar(claim, now);
}

function wholeOf(text: string, own: string, now: number): Claim | null {
  if (/\?(?=[^?]*\p{L})/u.test(text)) return null;
  const readPart = (items: readonly Read[]): Claim => readOf(regroup(settled(items)), own, now).claim;
  const claim = readCore(fronted(text), { own, now, readPart });
  if (claim === null || isAstray(text, claim)) return null;
  return !isOfOwn(claim) || tokensOf(claim).length > TOKENS_MAX ? null : claim;
}

/** The parts of it that are understood by themselves; null without one. */
function piecesOf(text: string, own: string, now: number): Claim | null {
  if (text.includes("?")) return null;
  const readPart = (items: readonly Read[]): Claim => readOf(regroup(settled(items)), own, now).claim;
  const claim = readPieces(text, { own, now, readPart });
  if (claim === null || isAstray(text, claim)) return null;
  return !isOfOwn(claim) || tokensOf(claim).length > TOKENS_MAX ? null : claim;
}

const WHOLE_FIRST = /\b(?:discount|outnumber\w*|sometime|at (?:some|one|any) (?:point|stage|time))\b/i;
/** So large a discount is a number below nothing. */
const IS_DISCOUNT = /\bdiscount\b/i;
const ON_EXCHANGES = /\b(?:exchanges|exchange wallets|trading venues|trading platforms)\b/i;

/** What is said of exchanges is of no supply, and of no price that nothing else is said of. */
function isAstray(text: string, claim: Claim): boolean {
  if (!ON_EXCHANGES.test(text)) return false;
  const metrics = metricsIn(claim);
  return metrics.length > 0 && !metrics.some((id) => metricRow(id).isAtExchanges);
}

/** Reads what a claim says of a token at an instant (epoch milliseconds). Pure. */
export function readClaim(said: string, own: string, now: number): ReadClaim {
  const opened = introduced(said, own);
  const { claim, unread } = readSaid(opened, own, now);
  const whole = netted(withoutUnits(claim, said, own));
  const left = leftOut(whole, inDollars(opened), own);
  if (left !== null) return { claim: unknown("unread"), unread: [left] };
  return { claim: withCalendar(heldBack(whole, said, own), now), unread };
}

function readSaid(opened: string, own: string, now: number): ReadClaim {
  const plain = plainly(answered(opened));
  const told = reworded(plain);
  const text = fronted(told);
  const why = whyOpen(plain, fronted(plain)) ?? (told === plain ? null : whyOpen(told, text)) ?? whyLeft(told);
  return why === null ? readPlain(text, own, now) : { claim: unknown(why), unread: [] };
}

/** In each way in which it can be read: where two of them come to different ends nothing is said. */
function readPlain(text: string, own: string, now: number): ReadClaim {
  // What plain clauses have no place for is read as a whole alone.
  const first = WHOLE_FIRST.test(text) ? wholeOf(text, own, now) : null;
  if (first !== null) return { claim: first, unread: [] };
  const read = readMended(text, own, now);
  const isOff = isAstray(text, read.claim) || IS_DISCOUNT.test(text);
  const core = wholeOf(text, own, now);
  const free = readOnce(text, own, now, true).claim;
  const readings = [
    ...(isOpen(read.claim) || isOff ? [] : [read.claim]),
    ...(core === null ? [] : [core]),
    ...(isOpen(free) || isAstray(text, free) ? [] : [free]),
  ];
  if (readings.length > 0) return { claim: agree(distinct(readings)), unread: [] };
  const left: ReadClaim = isOff ? { claim: unknown("unread"), unread: read.unread } : read;
  const pieces = piecesOf(text, own, now);
  return pieces === null ? left : { claim: { is: "all", of: [left.claim, pieces] }, unread: left.unread };
}
