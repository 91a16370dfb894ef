// Reads a claim: its clauses, what one takes over from the one before, negation, and whether any word of weight was left unread.
import { type Bag, bagOf } from "./bag.ts";
import { agree, type Claim, type Time, TOKENS_MAX, tokensOf, unknown, type Why } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { type MetricId, metricRow } from "./metric.ts";
import { readSpecial } from "./read-clause.ts";
import { type Read, readItems } from "./read-items.ts";
import { readMeasure } from "./read-measure.ts";
import { readTimes } from "./read-time.ts";
import { rephrase } from "./rephrase.ts";

export type ReadClaim = {
  readonly claim: Claim;
  /** Words that nobody knew what to make of, as they were written. */
  readonly unread: readonly string[];
};

const UNLOCKS: readonly MetricId[] = ["unlock_share", "unlocks", "unlock_value"];
const AHEAD = /^(?:will|next|upcoming|coming|scheduled|due|soon|going to|expected)$/i;

/** Unlocks are known ahead: of them alone the future is no guess. */
function withoutAhead(items: readonly Read[]): readonly Read[] {
  const isUnlock = items.some((item) => item.is === "metric" && UNLOCKS.includes(item.id));
  if (!isUnlock) return items;
  return items.flatMap((item, at): Read[] => {
    if (item.is !== "refuse" || item.why !== "future" || !AHEAD.test(item.text)) return [item];
    // "In the next thirty days" is by then.
    return items[at + 1]?.is === "hours" ? [{ is: "outer", text: item.text }] : [];
  });
}

/** What says something by itself; the rest belongs to the clause before it, but for a bare "no" that would turn it round. */
const SAYS: readonly Read["is"][] = [
  "metric",
  "number",
  "move",
  "op",
  "positive",
  "versus",
  "extreme",
  "times",
  "flat",
  "fact",
  "bigger",
  "more",
];
const says = (items: readonly Read[]): boolean => items.some(({ is }) => SAYS.includes(is));

/** Whether "and" stands between two amounts of one comparison. */
const isInside = (items: readonly Read[]): boolean =>
  items.some(({ is }) => is === "between") && items.filter(({ is }) => is === "number").length === 1;

function clausesOf(items: readonly Read[]): Read[][] {
  const all: Read[][] = [[]];
  for (const item of items) {
    const last = all.at(-1) ?? [];
    if ((item.is === "join" || item.is === "stop") && !isInside(last)) all.push([]);
    else if (item.is !== "fill" && !(item.is === "join" && isInside(last))) last.push(item);
  }
  const clauses: Read[][] = [];
  let lead: Read[] = [];
  for (const clause of all) {
    if (clause.length === 0) continue;
    const last = clauses.at(-1);
    if (says(clause)) {
      clauses.push([...lead, ...clause]);
      lead = [];
    } else if (last && clause.some(({ is }) => is === "not")) clauses.push(clause);
    else if (last) last.push(...clause);
    else lead.push(...clause);
  }
  if (lead.length > 0) clauses.push(lead);
  return clauses;
}

/** "Longs liquidated" and "liquidated" in one clause are one metric. */
const WITHIN: Readonly<Partial<Record<MetricId, readonly MetricId[]>>> = {
  liquidations: ["long_liquidations", "short_liquidations"],
  unlocks: ["unlock_share", "unlock_value"],
  unlock_share: ["unlock_value"],
  netflow: ["inflow", "outflow"],
  market_cap: ["rank", "oi_share"],
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

/** What the clause leaves out and the one before it says: the metric, or which way it went. */
function completed(bag: Bag, before: Before | null): { readonly bag: Bag; readonly metric: MetricId | null } {
  const own = metricsOf(bag);
  if (own.length > 0 || before === null) return { bag, metric: own[0] ?? null };
  const [number] = bag.of("number");
  const row = before.metric === null ? null : metricRow(before.metric);
  const isPct = number?.unit === "pct" || number?.unit === "points";
  // Dollars after a share are of the price.
  if (bag.has("token") || bag.has("versus") || bag.has("extreme") || bag.has("fact")) return { bag, metric: null };
  if (number?.unit === "usd" && row && row.unit !== "usd") return { bag, metric: null };
  const isBare = number !== undefined && !bag.has("move") && !bag.has("op") && !bag.has("positive");
  const moves = before.bag.of("move");
  if (isBare && isPct && moves.length === 1) return { bag: bagOf([...moves, ...bag.items]), metric: before.metric };
  return { bag, metric: before.metric };
}

function readOne(
  items: readonly Read[],
  before: Before | null,
  lent: readonly Time[] | null,
  own: string,
  now: number,
) {
  const negations = items.filter(({ is }) => is === "not" || is === "never").length;
  const { bag, metric } = completed(bagOf(items.filter(({ is }) => is !== "not")), before);
  const times = readTimes(bag, now);
  const state: Before = { metric: metric ?? before?.metric ?? null, bag, times: times ?? [] };
  const isTwo = metricsOf(bag).length > 1;
  if (times === null) return { claim: unknown("time"), state };
  if (negations > 1) return { claim: unknown("unread"), state };
  const said = times[0] ?? null;
  const read = (time: Time | null, all: readonly Time[]): Claim => {
    const clause: Clause = { bag, own, now, time, metric };
    const special = readSpecial(clause, all);
    if (special !== null) return bag.has("never") ? unknown("time") : special;
    return isTwo ? unknown("unread") : all.length > 1 ? unknown("two_numbers") : readMeasure(clause);
  };
  const all = times.flatMap((one) => (one[0] ? [one[0]] : []));
  const readings =
    said === null
      ? lent === null
        ? [read(null, [])]
        : [read(null, []), ...lent.map((time) => read(time, [time]))]
      : said.map((time) => read(time, [time, ...all.slice(1)]));
  const claim = agree(distinct(readings));
  return { claim: negations === 1 ? negated(claim) : claim, state };
}

/** So much or more of it; null where it is no plain amount. */
function furtherOf(claim: Claim): Claim | null {
  if (claim.is === "nearest") {
    const all = claim.of.map(furtherOf);
    return all.every((one) => one !== null) ? { is: "nearest", of: all as Claim[] } : null;
  }
  if (claim.is !== "test" || claim.op !== "=") return null;
  // No unlock in ten days is none by then.
  if (claim.ref.metric === "unlock_hours") return { ...claim, op: "<=" };
  return { ...claim, op: claim.target.value < 0 ? "<=" : ">=" };
}

/** What did not rise five per cent may have risen more: then nobody knows what was meant. */
function negated(claim: Claim): Claim {
  const not: Claim = { is: "not", of: claim };
  // Not on every venue, or on none: some say the one and mean the other.
  if (claim.is === "venues" && claim.every) return agree([not, { is: "not", of: { ...claim, every: false } }]);
  const further = furtherOf(claim);
  return further === null ? not : agree([not, { is: "not", of: further }]);
}

const distinct = (claims: readonly Claim[]): Claim[] => [
  ...new Map(claims.map((claim) => [JSON.stringify(claim), claim])).values(),
];

/** Up, and then down of the same: over which time is not said. */
function isTurned(items: readonly Read[], { metric, bag }: Before, before: Before | null): boolean {
  const [now, was] = [bag.of("move")[0], before?.bag.of("move")[0]];
  if (!now || !was || metric !== before?.metric || items.some(({ is }) => is === "not")) return false;
  return now.dir !== was.dir;
}

/** Reads what a claim says of a token at an instant (epoch milliseconds). Pure. */
export function readClaim(text: string, own: string, now: number): ReadClaim {
  // Who asks and answers by himself says one of two things.
  if (/\?(?=[^?]*\p{L})/u.test(text)) return { claim: unknown("unread"), unread: [] };
  const items = withoutAhead(readItems(rephrase(text, own), own));
  const left = unread(items);
  if (left !== null) return { claim: unknown(left.why), unread: left.words };
  const clauses = clausesOf(items);
  const lasts = clauses.map((clause) => readTimes(bagOf(clause), now)?.[0] ?? null);
  let before: Before | null = null;
  const claims: Claim[] = [];
  for (const [at, clause] of clauses.entries()) {
    // A time said once, at the end or at the start, may be meant for all.
    const lent =
      lasts[at] === null
        ? (lasts.slice(0, at).findLast((one) => one !== null) ??
          lasts.slice(at + 1).find((one) => one !== null) ??
          null)
        : null;
    const { claim, state } = readOne(clause, before, lent, own, now);
    claims.push(isTurned(clause, state, before) && lasts[at] === null ? unknown("ambiguous") : claim);
    before = state;
  }
  const [only] = claims;
  if (only === undefined) return { claim: unknown("no_number"), unread: [] };
  const claim: Claim = claims.length === 1 ? only : { is: "all", of: claims };
  return { claim: tokensOf(claim).length > TOKENS_MAX ? unknown("tokens") : claim, unread: [] };
}
