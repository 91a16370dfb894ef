// Reads one clause as conditions on measured numbers: by the kind of thing it says, each with what it may not leave over.
import { bagOf, type Kind } from "../bag.ts";
import { MARKET } from "../evidence.ts";
import type { Op } from "../lexicon.ts";
import { type MetricId, type MetricRow, metricRow } from "../metric.ts";
import { type About, agree, type Claim, exact, ofToken, type Ref, type Time, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { isOfVenue } from "./held/venues.ts";
import { CLOSURES_OF, isClosure } from "./kin.ts";
import { readAmount } from "./read-amount.ts";
import { SLIGHTLY } from "./slightly.ts";

export const ref = (
  metric: MetricId,
  aspect: Ref["aspect"],
  time: Time | null = null,
  token: string | null = null,
): Ref => ({
  ...{ metric, aspect, time, token },
});
export const timeOf = ({ time }: Clause, { usual = 24 }: MetricRow): Time => time ?? { hours: usual };
export const DAY: Time = { hours: 24 };
export const test = (one: Ref, op: Op, value: number, about: About = null): Claim => ({
  ...{ is: "test", ref: one, op, target: exact(value), about },
});

/** Whether all it has is among these; what is left over was not read. */
export const holdsOnly = ({ bag }: Clause, ...kinds: readonly Kind[]): boolean =>
  bag.only(
    ...kinds,
    "fill",
    "stop",
    "not",
    "never",
    "hours",
    "span",
    "since",
    "ago",
    "for",
    "spot",
    "futures",
    "value",
    "outer",
    "noun",
  );

export const othersOf = ({ bag, own }: Clause): string[] =>
  bag.of("token").flatMap(({ id }) => (id === own ? [] : [id]));

export function readFacts(clause: Clause): Claim | null {
  const facts = clause.bag.of("fact");
  if (facts.length === 0) return null;
  if (!holdsOnly(clause, "fact", "token", "metric", "market") || othersOf(clause).length > 0) return unknown("unread");
  const all = facts.map(({ id, value }): Claim => ({ is: "fact", id, value }));
  return all.length === 1 && all[0] ? all[0] : { is: "all", of: all };
}

/** "Rose more than X": it went that way, and further than the other. */
export function readFurther(clause: Clause): Claim | null {
  const { bag } = clause;
  const [move, second] = bag.of("move");
  const isMore = bag.of("op").find(({ more }) => more === true);
  const size = isMore ? (isMore.op === ">" ? 1 : -1) : bag.has("than") ? bag.of("more")[0]?.dir : undefined;
  const named = [...othersOf(clause), ...(bag.has("market") ? ["market"] : [])];
  if (!move || second || size === undefined || named.length === 0 || bag.has("number")) return null;
  if (/^(?:higher|lower)$/i.test(move.text)) return null;
  if (!holdsOnly(clause, "move", "op", "more", "than", "token", "market", "metric")) return unknown("unread");
  if (bag.of("metric").some(({ id }) => id !== "price")) return unknown("unsupported");
  const [first] = bag.of("token");
  const time = clause.time ?? DAY;
  if (first && first.id !== clause.own && named.includes(first.id) && bag.items.indexOf(first) < bag.at("move")) {
    const isOwn = bag
      .of("token")
      .slice(1)
      .every(({ id }) => id === clause.own);
    if (named.length > 1 || !isOwn || bag.of("token").length < 2) return unknown("other_token");
    const theirs = test(ref("price", "change", time, first.id), move.dir > 0 ? ">" : "<", 0);
    return {
      is: "all",
      of: [theirs, test(ref("price", "versus", time, first.id), move.dir * size > 0 ? "<" : ">", 0)],
    };
  }
  // "The market lost less than SOL": all coins together are what is told of.
  if (bag.has("market") && bag.at("market") < bag.at("move")) {
    const isDay = "hours" in time && time.hours === 24;
    if (named.length > 1 || !isDay || first?.id !== clause.own || bag.items.indexOf(first) < bag.at("move"))
      return unknown("unread");
    const theirs = test(ref("market_change", "level", DAY), move.dir > 0 ? ">" : "<", 0);
    return {
      is: "all",
      of: [theirs, test(ref("price", "versus", time, "market"), move.dir * size > 0 ? "<" : ">", 0)],
    };
  }
  const way = test(ref("price", "change", time), move.dir > 0 ? ">" : "<", 0);
  const further = named.map((token) => test(ref("price", "versus", time, token), move.dir * size > 0 ? ">" : "<", 0));
  return { is: "all", of: [way, ...further] };
}

/** "Outperformed X": who is before the verb does it. */
export function readVersus(clause: Clause): Claim | null {
  const { bag, own } = clause;
  const [verb, second] = bag.of("versus");
  if (!verb) return null;
  if (
    second ||
    !holdsOnly(clause, "versus", "token", "market", "by", "op", "number", "metric", "join", "both", "about")
  )
    return unknown("unread");
  if (bag.of("metric").some(({ id }) => id !== "price")) return unknown("unsupported");
  const at = bag.at("versus");
  const tokens = bag.items.flatMap((item, place) =>
    item.is === "token" ? [{ id: item.id, place }] : item.is === "market" ? [{ id: MARKET, place }] : [],
  );
  const [before, after] = [tokens.filter(({ place }) => place < at), tokens.filter(({ place }) => place > at)];
  const isFlipped = before.length === 1 && before[0]?.id !== own && after.length === 1 && after[0]?.id === own;
  if (!isFlipped && before.some(({ id }) => id !== own)) return unknown("other_token");
  const named = isFlipped ? before : after;
  if (!isFlipped && named.some(({ id }) => id === own)) return unknown("unread");
  const against = named.map(({ id }) => id);
  if (against.length === 0) return unknown("no_number");
  // "Was beaten by X": who is after the verb does it.
  const isPassive = bag.items[at + 1]?.is === "by" && /^(?:token|market)$/.test(bag.items[at + 2]?.is ?? "");
  const dir = isFlipped !== isPassive ? -verb.dir : verb.dir;
  const all = against.map((token): Claim => {
    const one = ref("price", "versus", clause.time ?? DAY, token);
    if (!bag.has("number")) return test(one, dir > 0 ? ">" : "<", 0);
    return readAmount(clause, one, ["pct", "points", null], dir > 0 ? 1 : -1);
  });
  return all.length === 1 && all[0] ? all[0] : { is: "all", of: all };
}

/** How the first stands to the second: by a word of size, or by a verb of comparison without a number. */
function sizeWord({ bag }: Clause): { readonly dir: 1 | -1; readonly metric: MetricId | null } | null {
  const bigger = bag.of("bigger")[0];
  if (bigger) return { dir: bigger.dir, metric: bigger.metric };
  const more = bag.of("more")[0];
  if (more) return { dir: more.dir, metric: null };
  const op = bag.of("op")[0];
  if (op) return op.op === ">" ? { dir: 1, metric: null } : op.op === "<" ? { dir: -1, metric: null } : null;
  const move = bag.of("move")[0];
  return move && bag.has("than") ? { dir: move.dir, metric: null } : null;
}

/** "Higher funding than X": the same number of two tokens. */
export function readPair(clause: Clause): Claim | null {
  const { bag } = clause;
  const [other, more] = othersOf(clause);
  const size = sizeWord(clause);
  if (other === undefined || size === null || bag.has("number")) return null;
  const isCompared = bag.has("than") || bag.has("op") || bag.has("bigger");
  if (!isCompared) return null;
  if (more !== undefined) return unknown("unread");
  if (!holdsOnly(clause, "token", "than", "op", "bigger", "more", "metric", "move")) return unknown("unread");
  const named = bag.of("metric").map(({ id }) => id);
  if (named.length > 2 || new Set(named).size > 1) return unknown("unread");
  const isSize = bag.of("op").some(({ text }) => /^(?:bigger|larger|smaller) than$/i.test(text));
  const metric = named[0] ?? size.metric ?? (isSize ? "market_cap" : null);
  // A price is no measure of size between two coins, but which is higher can be told.
  if (metric === null) return unknown("no_number");
  const row = metricRow(metric);
  if (bag.has("move") && !bag.of("move").every(({ text }) => /^(?:higher|lower)$/i.test(text)))
    return unknown("unsupported");
  const time = row.over ? (clause.time ?? { hours: row.usual ?? 24 }) : null;
  const pivot = Math.max(bag.at("than"), bag.at("op"), bag.has("than") || bag.has("op") ? -1 : bag.at("bigger"));
  // Who stands before what compares is compared; left out it is the token that is asked about.
  const isFlipped = bag.items.findIndex((item) => item.is === "token" && item.id === other) < pivot;
  const [mine, theirs] = [ref(metric, "level", time), ref(metric, "level", time, other)];
  const dir = isFlipped ? -size.dir : size.dir;
  if (metric !== "rank") return { is: "pair", left: mine, op: dir > 0 ? ">" : "<", right: theirs };
  // Above in rank is the smaller number; of "lower" and "greater" nobody knows which is meant.
  const isHow = bag
    .of("op")
    .every(({ text }) => /^(?:above|higher than|beats|tops|surpasses|below|beneath)$/i.test(text));
  return isHow && bag.has("op")
    ? { is: "pair", left: mine, op: dir > 0 ? "<" : ">", right: theirs }
    : unknown("ambiguous");
}

const SIDES: Readonly<Partial<Record<MetricId, MetricId>>> = {
  long_liquidations: "short_liquidations",
  short_liquidations: "long_liquidations",
};

/** "More longs than shorts were liquidated", "inflows exceeded outflows": two numbers of one token. */
export function readSides(clause: Clause): Claim | null {
  const { bag } = clause;
  if (bag.has("number") || othersOf(clause).length > 0) return null;
  const parts = bag.of("part").map(({ part }) => part);
  const named = [...new Set(bag.of("metric").map(({ id }) => id))];
  const isClosed = named.some(isClosure) || (clause.metric !== null && isClosure(clause.metric));
  const sides: MetricId[] = bag.items.flatMap((item) =>
    item.is === "part" ? [CLOSURES_OF[item.part]] : item.is === "metric" && item.id !== "liquidations" ? [item.id] : [],
  );
  const distinct = [...new Set(sides)];
  if (!holdsOnly(clause, "part", "metric", "than", "op", "more", "bigger", "most", "token", "venue")) return null;
  if (bag.has("venue")) return null;
  const [first, second] = distinct;
  if (isClosed && bag.has("most") && first && distinct.length === 1 && SIDES[first])
    return pairOf(clause, first, SIDES[first] as MetricId, 1);
  const size = sizeWord(clause);
  if (size === null || !first || !second || distinct.length > 2) return null;
  if (parts.length > 0 && !isClosed) {
    // Accounts, not closures.
    const dir = parts[0] === "long" ? size.dir : -size.dir;
    return parts.length === 2 ? test(ref("long_short", "level"), dir > 0 ? ">" : "<", 1) : null;
  }
  return metricRow(first).unit === metricRow(second).unit ? pairOf(clause, first, second, size.dir) : null;
}

/** "Funding on Bybit is higher than on OKX": the same of two venues. */
export function readVenues(clause: Clause): Claim | null {
  const { bag } = clause;
  const [one, other, more] = bag.of("venue");
  const size = sizeWord(clause);
  const { metric } = clause;
  if (!one || !other || more || size === null || bag.has("number") || metric === null || !isOfVenue(metric))
    return null;
  if (!bag.has("than") && !bag.has("op")) return null;
  // "More red" is lower, and by how much somebody minds.
  if (bag.of("move").some(({ text }) => !/^(?:higher|lower)$/i.test(text))) return null;
  // "Binance holds more of it than Bybit": it has it now.
  if (bag.of("stayed").some(({ text }) => !/^holds?$/i.test(text))) return null;
  if (
    !holdsOnly(clause, "venue", "than", "op", "more", "bigger", "move", "metric", "token", "stayed") ||
    hasOthers(clause)
  )
    return null;
  const at = ({ venue }: typeof one): Ref => ({ ...ref(metric, "level"), venue });
  const pivot = Math.max(bag.at("than"), bag.at("op"));
  // Both before the word of comparison: of which it is said is not told.
  if (bag.items.indexOf(one) > pivot || bag.items.indexOf(other) < pivot) return unknown("unread");
  return { is: "pair", left: at(one), op: size.dir > 0 ? ">" : "<", right: at(other) };
}

/** "Daily volatility is above the monthly one": the same of two times. */
export function readTwoTimes(clause: Clause, times: readonly Time[]): Claim | null {
  const { bag } = clause;
  const metric = clause.metric ?? bag.of("bigger")[0]?.metric;
  const [one, other, more] = times;
  const size = sizeWord(clause);
  if (metric !== "volatility" || !one || !other || more || size === null || bag.has("number")) return null;
  if (!holdsOnly(clause, "metric", "than", "op", "more", "bigger", "token", "move") || othersOf(clause).length > 0)
    return null;
  if (bag.of("move").some(({ text }) => !/^(?:higher|lower)$/i.test(text))) return null;
  return {
    ...{ is: "pair", left: ref(metric, "level", one), op: size.dir > 0 ? ">" : "<" },
    right: ref(metric, "level", other),
  };
}

function pairOf(clause: Clause, left: MetricId, right: MetricId, dir: 1 | -1): Claim {
  const { time } = clause;
  // Options price thirty days: of the realised one a day may be meant as well.
  if (time === null && (left === "volatility" || right === "volatility"))
    return agree([24, 720].map((hours) => pairOf({ ...clause, time: { hours } }, left, right, dir)));
  const timed = (id: MetricId) => (metricRow(id).over ? (time ?? { hours: metricRow(id).usual ?? 24 }) : null);
  return {
    ...{ is: "pair", left: ref(left, "level", timed(left)), op: dir > 0 ? ">" : "<" },
    right: ref(right, "level", timed(right)),
  };
}

/** The same of one other token as a whole: by venue nothing is told of it. */
function readSignOf(clause: Clause, other: string): Claim | null {
  const { bag } = clause;
  if (bag.of("token").length > 1 || bag.has("all") || bag.has("any") || bag.has("most") || bag.has("venue"))
    return unknown("unread");
  const same = readSign({ ...clause, bag: bagOf(bag.items.filter(({ is }) => is !== "token")) });
  return same === null ? null : ofToken(same, other);
}

/** Funding above or below nothing, on one venue, on some or on each. */
export function readSign(clause: Clause): Claim | null {
  const { bag } = clause;
  const [said, ...more] = bag.of("positive");
  if (!said) return null;
  // "Longs are paying, funding positive" says it twice.
  if (more.some(({ sign }) => sign !== said.sign) || bag.has("number")) return unknown("unread");
  const [other] = othersOf(clause);
  if (other !== undefined) return readSignOf(clause, other);
  const slight = bag.of("vague").every(({ text }) => SLIGHTLY.test(text)) ? (["vague"] as const) : [];
  const kinds = [
    "positive",
    "metric",
    "token",
    "venue",
    "all",
    "any",
    "most",
    "turned",
    "join",
    "both",
    "per",
  ] as const;
  if (!holdsOnly(clause, ...kinds, ...slight)) return unknown("unread");
  const isPaid = /pay|paid/.test(said.text);
  const meant = isPaid ? "funding" : /contango|backward|premium|discount/.test(said.text) ? "basis" : null;
  // What the words say by themselves goes before what the clause before them spoke of.
  const metric = (bag.has("metric") ? clause.metric : null) ?? meant ?? clause.metric;
  if (metric === null) return unknown("no_number");
  const op = said.sign > 0 ? ">" : "<";
  const row = metricRow(metric);
  if (bag.has("most")) {
    const isFunding = metric === "funding" && !["all", "any", "venue"].some((kind) => bag.has(kind as Kind));
    return isFunding
      ? { is: "venues", every: false, isMost: true, op, target: exact(0), metric: "funding" }
      : unknown("unread");
  }
  if (bag.has("all") || bag.has("any") || bag.has("venue")) {
    // "Every venue but X" leaves X out.
    if (metric !== "funding" || (bag.has("venue") && (bag.has("all") || bag.has("any")))) return unknown("venue");
    if (!bag.has("venue")) return { is: "venues", every: bag.has("all"), op, target: exact(0), metric: "funding" };
    const each = bag.of("venue").map(({ venue }) => test({ ...ref("funding", "level"), venue }, op, 0));
    return each.length === 1 && each[0] ? each[0] : { is: "all", of: each };
  }
  const one: Claim | null = row.isSigned
    ? test(ref(metric, "level", row.over ? timeOf(clause, row) : null), op, 0)
    : row.change
      ? test(ref(metric, "change", clause.time ?? { hours: row.usual ?? 24 }), op, 0)
      : null;
  if (one === null) return unknown("unsupported");
  // That it is so is measured, and not since when.
  return bag.has("turned") ? { is: "all", of: [one, unknown("unsupported")] } : one;
}

export const hasOthers = (clause: Clause): boolean => othersOf(clause).length > 0;
