// Reads the clauses of a claim one after another: each with what it takes over from the one before, over the times that are meant, and denied where it is.
import { bagOf } from "../../bag.ts";
import type { Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import { agree, type Claim, type Time, unknown } from "../claim.ts";
import type { Clause } from "../clause.ts";
import { readTwoChanges } from "../read-change.ts";
import {
  readFacts,
  readFurther,
  readPair,
  readSides,
  readSign,
  readTwoTimes,
  readVenues,
  readVersus,
} from "../read-clause.ts";
import { readExtreme } from "../read-extreme.ts";
import { readMeasure } from "../read-measure.ts";
import { readMultiple } from "../read-multiple.ts";
import { readPeg } from "../read-peg.ts";
import { type Clauses, isCut, isTime } from "../split-clauses.ts";
import { type Before, completed, metricsOf } from "./completed.ts";
import { type Lent, withLent } from "./lent.ts";
import { distinct, negated } from "./negated.ts";

/** All of them, any of them, or of both what holds whichever way they are put together. */
export function joinClaims(claims: readonly Claim[], isOr: readonly boolean[]): Claim {
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

/** What each of them says. Pure. */
export function readClauses(clauses: Clauses["clauses"], isOr: readonly boolean[], own: string, now: number): Claim[] {
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
