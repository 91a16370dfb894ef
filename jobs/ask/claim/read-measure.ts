// Reads a clause that compares a metric or its change with an amount, or says only which way it went.
import { bagOf, type Kind } from "../bag.ts";
import { type MetricId, metricRow } from "../metric.ts";
import type { NumberItem, Read } from "../read-items.ts";
import { agree, type Claim, exact, ofToken, unknown } from "./claim.ts";
import { isADay, readAtVenue, unitsOf } from "./clause/at-venue.ts";
import type { Clause } from "./clause.ts";
import { isUnlock } from "./kin.ts";
import { readAmount, readOp } from "./read-amount.ts";
import { readChange, readMarket } from "./read-change.ts";
import { DAY, hasOthers, holdsOnly, othersOf, ref, test, timeOf } from "./read-clause.ts";
import { readUnlock } from "./read-unlock.ts";
import { readWay } from "./read-way.ts";

const AMOUNT_KINDS: readonly Kind[] = [
  ...([
    "token",
    "metric",
    "number",
    "op",
    "about",
    "between",
    "join",
    "venue",
    "per",
    "market",
    "part",
    "top",
    "bigger",
  ] as const),
  ...([
    "move",
    "flat",
    "either",
    "times",
    "by",
    "to",
    "vague",
    "more",
    "than",
    "stayed",
    "reached",
    "all",
    "from",
  ] as const),
];

/** "Nearly doubled" is up to it, "about doubled" to either side: so near for everybody, and so near for nobody. */
function readNearly(clause: Clause, metric: MetricId, factor: number, about: "about" | "almost"): Claim {
  const one = ref(metric, "change", timeOf(clause, metricRow(metric)));
  const within = (share: number, past: number): Claim => {
    const ends = [factor + (1 - factor) * share, factor - (1 - factor) * past].map((times) => (times - 1) * 100);
    return { is: "all", of: [test(one, ">=", Math.min(...ends)), test(one, "<=", Math.max(...ends))] };
  };
  const past = about === "about" ? 1 : 0;
  return agree([within(0.1, 0.1 * past), within(0.4, 0.05 + 0.35 * past)]);
}

/** Doubled, halved and the like, against the change: what is near it or far past it is not told. */
function readTimes(clause: Clause, metric: MetricId): Claim {
  const { bag } = clause;
  const [times, second] = bag.of("times");
  const row = metricRow(metric);
  if (!times || second || bag.has("number") || bag.has("vague")) return unknown("two_numbers");
  if (!row.change) return unknown("unsupported");
  const how = readOp(clause);
  if (how !== null && how.op === "=" && (how.about === "almost" || how.about === "about"))
    return readNearly(clause, metric, times.factor, how.about);
  if (how === null || how.about !== null) return unknown("vague");
  const isMore = how.op === ">" || bag.of("more").some(({ dir }) => dir > 0);
  const isUp = times.factor > 1;
  if (how.op === "<" || how.op === "<=") return unknown("vague");
  const pct = (factor: number) => (factor - 1) * 100;
  const FAR = 1.25;
  const one = ref(metric, "change", timeOf(clause, row));
  const op = isMore ? (isUp ? ">" : "<") : isUp ? ">=" : "<=";
  const until = pct(isUp ? times.factor * FAR : times.factor / FAR);
  const meets: Claim = {
    is: "test",
    ref: one,
    op,
    target: exact(pct(times.factor)),
    about: null,
    ...(isMore ? {} : { until }),
  };
  const NEAR = 0.03;
  const near = pct(isUp ? times.factor * (1 - NEAR) : times.factor * (1 + NEAR));
  return isMore ? meets : agree([meets, test(one, op, near)]);
}

/** Below a price that was above before: how it stands, and where it was meanwhile. */
function readCrossing(clause: Clause, level: Claim, op: ">" | "<"): Claim {
  const edge = (aspect: "high" | "low", to: ">" | "<"): Claim => {
    const one = readAmount(clause, ref("price", aspect, clause.time ?? DAY), ["usd", null], 1);
    return one.is === "test" ? { ...one, op: to } : one;
  };
  const passed = edge(op === ">" ? "high" : "low", op);
  const before = edge(op === ">" ? "low" : "high", op === ">" ? "<" : ">");
  const crossed: Claim = { is: "all", of: [passed, before] };
  // Without a time it may have been long ago: what counts is where it stands, unless it was there within the day.
  if (clause.time === null) return agree([level, passed]);
  return clause.bag.has("never") ? crossed : agree([level, crossed]);
}

/** Between two prices all the time. */
function readRange(clause: Clause): Claim {
  const at = (aspect: "low" | "high"): Claim =>
    readAmount(clause, ref("price", aspect, clause.time ?? DAY), ["usd", null], 1);
  const [low, high] = [at("low"), at("high")];
  const [above, below] = [low.is === "all" ? low.of[0] : null, high.is === "all" ? high.of[1] : null];
  if (above?.is !== "test" || below?.is !== "test") return unknown("two_numbers");
  const wider = (one: typeof above, by: number): Claim => ({
    ...one,
    target: exact(one.target.value + (by * one.target.step) / 2),
  });
  // What only rounds to its ends is between them for some.
  return agree([
    { is: "all", of: [above, below] },
    { is: "all", of: [wider(above, -1), wider(below, 1)] },
  ]);
}

const NOW = /^(?:holding|holds?|remains?|stays?|keeping)$/i;

/** A level that was kept over a time, or touched within it. */
function readLevel(clause: Clause, metric: MetricId): Claim {
  const { bag } = clause;
  const row = metricRow(metric);
  const over = row.over ? timeOf(clause, row) : null;
  const isPast = clause.time !== null && !("hours" in clause.time);
  // So much a day is another rate than so much in eight hours, or a year.
  if (row.unit === "pct" && isADay(clause)) return unknown("ambiguous");
  // Of a day it is the loss of that day, and nobody says from where.
  if (metric === "drawdown" && clause.time !== null && bag.of("metric").every(({ text }) => /^drawdown$/i.test(text)))
    return unknown("ambiguous");
  // A drawdown is a size of something negative.
  const isSize = metric === "drawdown" && bag.of("number").every(({ sign }) => sign === undefined);
  const level = readAmount(clause, ref(metric, "level", over), unitsOf(row), isSize ? -1 : 1);
  if (metric !== "price") {
    if (bag.has("never")) return unknown("time");
    if (
      row.over === undefined &&
      clause.time !== null &&
      (isPast || !("hours" in clause.time && (clause.time.hours === 24 || clause.time.hours === row.made)))
    )
      return unknown("time");
    const isKept = bag
      .of("stayed")
      .some(({ text }) => !/^(?:stays?|remains?|holds?)$/i.test(text) || clause.time !== null);
    // Who "saw" so much only had it.
    const isReached = bag.of("reached").some(({ text }) => !/^(?:saw|seen|made|set)$/i.test(text));
    // A sum over a time is reached once, and stays where it is.
    return (isReached || isKept) && row.over === undefined ? agree([level, unknown("unsupported")]) : level;
  }
  const [op] = bag.of("op");
  const side = op?.op === ">" || op?.op === ">=" ? "low" : op?.op === "<" || op?.op === "<=" ? "high" : null;
  // That it never was is that it was not at its furthest.
  if (bag.has("never"))
    return side === null || clause.time === null
      ? unknown("time")
      : readAmount(clause, ref("price", side === "low" ? "high" : "low", clause.time), ["usd", null], 1);
  if (op?.event && (op.op === ">" || op.op === "<")) return readCrossing(clause, level, op.op);
  const kept = (): Claim => readAmount(clause, ref("price", side ?? "low", clause.time ?? DAY), ["usd", null], 1);
  if (isADay(clause)) return unknown("ambiguous");
  // Who holds above it is above it now.
  const isNow = clause.time === null && bag.of("stayed").every(({ text }) => NOW.test(text));
  if (bag.has("stayed") && isNow && side !== null && !bag.has("between")) return level;
  if (bag.has("stayed"))
    return bag.has("between") ? readRange(clause) : side === null ? unknown("unsupported") : kept();
  if (bag.has("reached")) return side === null && !bag.has("between") ? readTouched(clause) : unknown("ambiguous");
  if (isPast) return unknown("time");
  const range = bag.items.find(({ is }) => is === "between");
  if (range && (clause.time !== null || /rang/i.test(range.text))) return agree([level, readRange(clause)]);
  const isLong = clause.time !== null && "hours" in clause.time && clause.time.hours !== 24;
  if (bag.has("for") && clause.time !== null) return side === null ? unknown("time") : kept();
  if (isLong) return side === null ? unknown("time") : agree([level, kept()]);
  if (side === null || !op || (clause.time === null && !/^exceeded$/i.test(op.text))) return level;
  if (op.op === ">=" || op.op === "<=") return agree([level, kept()]);
  // "Was above it today": now, or at some time of the day.
  const far = ref("price", side === "low" ? "high" : "low", clause.time ?? DAY);
  return agree([level, readAmount(clause, far, ["usd", null], 1)]);
}

const RISEN = /^(?:reach(?:ed)?|got to|made it to)$/i;

/** "Hit 65k": it was there within the time, whatever it is now. */
function readTouched(clause: Clause): Claim {
  // Who almost hit it did not.
  if (clause.bag.has("about")) return unknown("vague");
  const at = (aspect: "high" | "low", op: ">=" | "<=", by: number): Claim => {
    const one = readAmount(clause, ref("price", aspect, clause.time ?? DAY), ["usd", null], 1);
    if (one.is !== "test") return one;
    const value = one.target.value + (op === "<=" ? by : -by) * one.target.step;
    return { ...one, op, about: null, target: { ...one.target, value } };
  };
  const [number] = clause.bag.of("number");
  const isFine = number !== undefined && number.step <= FINE * number.value;
  const upTo = at("high", ">=", 0);
  // What only rounds to it was there for some.
  const touched = (by: number): Claim => ({ is: "all", of: [at("high", ">=", by), at("low", "<=", by)] });
  const both = isFine ? touched(ROUNDED) : agree([touched(0), touched(ROUNDED)]);
  // Who was above it all the time may be said to have reached it.
  return clause.bag.of("reached").some(({ text }) => RISEN.test(text)) ? agree([both, upTo]) : both;
}
const ROUNDED = 0.5;
/** A last digit of so small a part is as fine as anybody looks. */
const FINE = 0.01;

/** Of a rank "above the fifth" may mean a smaller number or a larger one. */
const isPlainOp = ({ bag }: Clause): boolean => bag.of("op").every(({ text }) => /^[<>=≤≥]+$/.test(text));

function readRank(clause: Clause): Claim {
  const { bag } = clause;
  if (!bag.has("top"))
    return isPlainOp(clause) ? readAmount(clause, ref("rank", "level"), [null, "place"], 1) : unknown("ambiguous");
  const one = readAmount(clause, ref("rank", "level"), [null], 1);
  return one.is === "test" && one.op === "=" ? { ...one, op: "<=" } : unknown("unread");
}

function metricMeant({ metric, bag }: Clause): MetricId | null {
  if (metric !== null) return metric;
  // "A million wallets" are no dollars.
  if (bag.has("noun")) return null;
  const [number] = bag.of("number");
  if (bag.has("top") || number?.unit === "place") return number && !bag.has("move") ? "rank" : null;
  return "price";
}

/** "Rose over 65k" is about a price that was passed, and "rose over 5 %" about how far it went. */
const isPassed = ({ bag }: Clause, metric: MetricId): boolean => {
  const [number] = bag.of("number");
  const isPlace = bag.of("op").some(({ text }) => /^(?:over|under|above|below|past|beyond|>|<)$/i.test(text));
  return (
    metricRow(metric).unit === "usd" &&
    bag.has("move") &&
    isPlace &&
    number !== undefined &&
    (number.unit === "usd" || number.unit === null)
  );
};

function passed(clause: Clause): Clause {
  const items = clause.bag.items.flatMap((item): Read[] =>
    item.is === "move" ? [] : item.is === "op" ? [{ ...item, event: true as const }] : [item],
  );
  return { ...clause, bag: bagOf(items) };
}

/** Another token than the one that is asked about, alone and held against nothing. */
function ofOther(clause: Clause): Claim {
  const { bag, own } = clause;
  const [other, more] = [...new Set(othersOf(clause))];
  const isAlone = other !== undefined && more === undefined && !bag.of("token").some(({ id }) => id === own);
  const isSaid = bag.has("metric") || bag.has("move") || bag.of("number").some(({ unit }) => unit === "usd");
  if (!isAlone || !isSaid || bag.has("than") || bag.has("market") || bag.has("venue")) return unknown("other_token");
  return ofToken(readMeasure({ ...clause, bag: bagOf(bag.items.filter(({ is }) => is !== "token")) }), other);
}

/** So many dollars are no coin's price: of what else they are is not said. */
const NO_PRICE = 1e6;

/** A bare number up to it may count anything. */
const COUNT_MOST = 12;

/** "Of the three venues" counts something, and is no price. */
const isCount = ({ bag, metric }: Clause, { unit, value }: NumberItem): boolean =>
  unit === null &&
  Number.isInteger(value) &&
  value <= COUNT_MOST &&
  metric === null &&
  !(["token", "op", "about"] as const).some((kind) => bag.has(kind));

/** What is compared with an amount, or only went one way. */
export function readMeasure(clause: Clause): Claim {
  const { bag } = clause;
  if (hasOthers(clause)) return ofOther(clause);
  if (!holdsOnly(clause, ...AMOUNT_KINDS, "outer", "turned")) return unknown("unread");
  if (bag.has("market") && !bag.has("part") && (bag.has("move") || bag.has("flat"))) return readMarket(clause);
  if (bag.has("market") || bag.has("part") || bag.has("turned")) return unknown("unread");
  const meant = metricMeant(clause);
  if (meant === null) return unknown("no_number");
  const named = bag.of("metric");
  const [number] = bag.of("number");
  if (meant === "rank") return readRank(clause);
  if (bag.has("bigger") || bag.has("top")) return unknown("unread");
  // "Came within 0.2 dollars" of something is no price.
  if (bag.has("outer") && !bag.has("between") && !isUnlock(meant) && clause.time === null) return unknown("unread");
  if (meant === "unlock_share" || meant === "unlocks") return readUnlock(clause);
  if (bag.has("venue") || bag.has("all")) return number ? readAtVenue(clause, meant) : unknown("venue");
  const isYear = bag.of("per").some(({ per }) => per === "year");
  const metric = isYear && meant === "funding" ? "funding_year" : meant;
  if (bag.has("per") && metric !== "funding" && metric !== "funding_year" && metric !== "volatility")
    return unknown("unread");
  if (bag.has("times")) return readTimes(clause, metric);
  // "Net outflow of 30m" is a net flow of less than nothing.
  const [signed] = named.filter(({ sign }) => sign !== undefined);
  const row = metricRow(metric);
  if (signed?.sign !== undefined && metric === "netflow") {
    const one = ref("netflow", "level", timeOf(clause, row));
    if (bag.has("move")) return unknown("unsupported");
    return number ? readAmount(clause, one, ["usd", null], signed.sign) : test(one, signed.sign > 0 ? ">" : "<", 0);
  }
  const isLevel =
    row.unit !== "pct" &&
    row.unit !== "bps" &&
    number !== undefined &&
    (number.unit === "pct" || number.unit === "points");
  const isPosition = isPassed(clause, metric);
  // No price has a sign.
  const isSigned =
    metric === "price" && number?.unit === null && bag.of("number").some(({ sign }) => sign !== undefined);
  const isChange =
    bag.has("flat") ||
    bag.has("either") ||
    isLevel ||
    isSigned ||
    (bag.has("move") && !isPosition && !bag.has("to") && !bag.of("op").some(({ event }) => event));
  if (isPosition) return readLevel(passed(clause), metric);
  if (isChange && row.unit === "pct" && row.change === undefined && number && bag.has("move"))
    return unknown("unsupported");
  if (isChange && bag.has("per")) return unknown("unread");
  if (bag.has("never") && (isChange || bag.has("to"))) return unknown("time");
  // "SOL futures fell" may be the price or what is held in them.
  if (isChange && meant === "price" && bag.has("futures")) return unknown("ambiguous");
  if (isChange) return bag.has("reached") && !isLevel ? unknown("unread") : readChange(clause, metric);
  if (bag.has("by") || bag.has("vague")) return unknown("unread");
  if (!number) return unknown("no_number");
  if (meant === "price" && isCount(clause, number)) return unknown("unread");
  const isPlaced =
    bag.has("token") && bag.of("op").some(({ text }) => /^(?:above|over|below|under|past|beyond|[<>=]+)$/i.test(text));
  if (clause.metric === null && meant === "price" && number.value >= NO_PRICE && !bag.has("value") && !isPlaced)
    return unknown("unread");
  // Of the future by itself no price is measured.
  if (meant === "price" && bag.has("futures")) return unknown("ambiguous");
  if (!bag.has("to")) {
    const level = readLevel(clause, metric);
    const isWorth = metric === "price" && clause.metric === null && bag.has("value") && clause.time === null;
    return isWorth ? { is: "nearest", of: [level, readLevel(clause, "market_cap")] } : level;
  }
  // "Rose to 65k": it stands there; that it rose depends on since when.
  const [move] = bag.of("move");
  if (!move) return unknown("unread");
  const level = readLevel({ ...clause, time: null }, metric);
  const way = row.change ? readWay(ref(metric, "change", timeOf(clause, row)), move.dir, null) : unknown("unsupported");
  const there: Claim = { is: "all", of: [level, way] };
  return metric === "price" ? readArrived(clause, move, { level, way, there }) : there;
}

const DIPPED = /^(?:dip\w*|slip\w*|spik\w*|wick\w*|jump\w*|bounc\w*|rebound\w*|flash\w*)$/i;

/** "Dipped to 65k today": it was there, and need not have stayed; "fell to 65k" may mean either. */
function readArrived(
  clause: Clause,
  { dir, text }: Extract<Read, { readonly is: "move" }>,
  { level, way, there }: Readonly<Record<"level" | "way" | "there", Claim>>,
): Claim {
  const aspect = dir > 0 ? "high" : "low";
  const edge = readAmount(clause, ref("price", aspect, clause.time ?? DAY), ["usd", null], 1);
  const was: Claim = { is: "any", of: [level, edge] };
  if (DIPPED.test(text)) return clause.time === null ? agree([there, was]) : was;
  return agree([there, { is: "all", of: [was, way] }, ...(clause.time === null ? [] : [was])]);
}
