// Reads a number that has a side of nothing: which side, and how far; who pays whom, and how much; a future above or below its coin.
import { bagOf, type Kind } from "../../bag.ts";
import type { MetricId } from "../../metric.ts";
import { metricRow } from "../../metric.ts";
import type { Read, StatedUnit } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import { type Claim, ofToken, type Ref } from "../claim.ts";
import { isADay } from "../clause/at-venue.ts";
import { readAmount } from "../read-amount.ts";
import { ref, test } from "../read-clause.ts";
import { SLIGHTLY } from "../slightly.ts";
import { type About, NEUTRAL } from "./noun.ts";

const PAID =
  /pay|paid|receiv|earn|collect|charg|cost|pocket|reward|funding|compensat|credit|flow|accru|handed|bill|tab|shell|fork|cough|cash in|pull in|longs to shorts|shorts to longs/i;

const KINDS: readonly Kind[] = [
  ...NEUTRAL,
  ...(["positive", "metric", "number", "op", "about", "token", "venue", "per", "vague", "hours", "span"] as const),
  ...(["futures", "part", "by", "to", "lean", "stayed", "owner", "holder", "side", "spot", "from"] as const),
];
const FUNDINGS: readonly MetricId[] = ["funding", "funding_year"];

/** What has the side, whether who pays says so, and which other token it is of; null where that is not clear. */
function namedOf(bag: ReturnType<typeof bagOf>, own: string) {
  const isPaid = bag.of("positive").some(({ text }) => PAID.test(text));
  const named = [...new Set(bag.of("metric").map(({ id }) => id))].filter((id) => !(isPaid && id === "price"));
  const [first, other] = named;
  const isYear = bag.of("per").some(({ per }) => per === "year");
  const plain: MetricId | null = first ?? (isPaid || bag.has("venue") ? "funding" : null);
  const metric = plain === "funding" && isYear ? ("funding_year" as const) : plain;
  if (metric === null || other || !metricRow(metric).isSigned) return null;
  if ((isPaid || bag.has("per")) && !FUNDINGS.includes(metric)) return null;
  if (isPaid ? bag.of("part").length > 1 : bag.has("part") || bag.has("owner")) return null;
  const others = [...new Set(bag.of("token").flatMap(({ id }) => (id === own ? [] : [id])))];
  const [token = null, more] = others;
  const isMixed = token !== null && (bag.has("venue") || bag.of("token").some(({ id }) => id === own));
  return more !== undefined || isMixed || bag.of("venue").length > 1 ? null : { metric, token };
}

/** "Funding is slightly negative, at -0.002 %", "shorts pay longs 0.004 % every eight hours". */
export function readSigned(said: readonly Read[], { own, now }: About): Claim | null {
  const bag = bagOf(said);
  const signs = bag.of("positive");
  const [positive] = signs;
  const [number, second] = bag.of("number");
  if (!positive || second || signs.some(({ sign }) => sign !== positive.sign) || !bag.only(...KINDS)) return null;
  const named = namedOf(bag, own);
  const times = readTimes(bag, now);
  const [time] = times?.[0] ?? [];
  if (named === null || times === null || times.length > 1 || (time !== undefined && !("hours" in time))) return null;
  const { metric, token } = named;
  const row = metricRow(metric);
  // So much a day is another rate.
  if (time !== undefined && row.over === undefined && !(number === undefined && time.hours === 24)) return null;
  const base: Ref = ref(metric, "level", row.over ? (time ?? { hours: row.usual ?? 24 }) : null);
  const [venue] = bag.of("venue");
  const isEight = bag.of("per").some(({ per }) => per === "hours");
  const one: Ref = venue ? { ...base, venue: venue.venue, ...(isEight && { per: "8h" as const }) } : base;
  if (venue && (metric !== "funding" || isADay({ bag }))) return null;
  const side = test(one, positive.sign > 0 ? ">" : "<", 0);
  const of = (claim: Claim): Claim => (token === null ? claim : ofToken(claim, token));
  if (!number) {
    const isSlight = bag.of("vague").every(({ text }) => SLIGHTLY.test(text));
    return isSlight && !bag.has("op") && !bag.has("about") && !bag.has("by") ? of(side) : null;
  }
  const units: readonly StatedUnit[] = row.unit === "usd" ? ["usd"] : ["pct", "bps"];
  if ((number.sign !== undefined && number.sign !== positive.sign) || !units.includes(number.unit)) return null;
  const sized = bagOf(bag.items.filter(({ is }) => is === "number" || is === "op" || is === "about"));
  const sign = number.sign === undefined ? positive.sign : 1;
  return of({ is: "all", of: [side, readAmount({ bag: sized, own, now, time: one.time, metric }, one, units, sign)] });
}

/** "The perpetual trades 0.03 % below spot". */
export function readPremium(said: readonly Read[], { own, now }: About): Claim | null {
  const bag = bagOf(said);
  const [future, coin] = [bag.at("futures"), bag.at("spot")];
  const [number, second] = bag.of("number");
  if (
    future < 0 ||
    coin < 0 ||
    !number ||
    second ||
    (number.unit !== "pct" && number.unit !== "bps") ||
    number.sign !== undefined
  )
    return null;
  if (
    !bag.only(
      ...NEUTRAL,
      "futures",
      "spot",
      "number",
      "op",
      "about",
      "metric",
      "token",
      "positive",
      "more",
      "bigger",
      "than",
      "by",
      "to",
    )
  )
    return null;
  if (
    bag.of("metric").some(({ id }) => id !== "price" && id !== "basis") ||
    bag.of("token").some(({ id }) => id !== own)
  )
    return null;
  const place = bag.at("number");
  const sides = bag.items.flatMap((item, at): { readonly at: number; readonly dir: 1 | -1 }[] => {
    if (item.is === "op" && (item.op === ">" || item.op === "<") && at > place)
      return [{ at, dir: item.op === ">" ? 1 : -1 }];
    if (item.is === "more" && at > place) return [{ at, dir: item.dir }];
    if (item.is === "bigger" && item.metric === "price") return [{ at, dir: item.dir }];
    return item.is === "positive" ? [{ at, dir: item.sign }] : [];
  });
  const [side, more] = sides;
  if (!side || more) return null;
  const left = bagOf(
    bag.items.filter((item, at) => at !== side.at && (item.is === "number" || item.is === "op" || item.is === "about")),
  );
  const dir = side.dir * (future < coin ? 1 : -1) > 0 ? 1 : -1;
  return readAmount({ bag: left, own, now, time: null, metric: "basis" }, ref("basis", "level"), ["pct", "bps"], dir);
}
