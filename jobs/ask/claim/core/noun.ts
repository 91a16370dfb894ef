// What a part of a sentence names: a metric of a token over a time, and which way it went; and the number that it stands for beside another.
import { bagOf, type Kind } from "../../bag.ts";
import { type MetricId, metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import type { Ref, Time } from "../claim.ts";
import { CLOSURES_OF, isClosure } from "../kin.ts";
import { DAY, ref } from "../read-clause.ts";

export type About = { readonly own: string; readonly now: number };

export type Noun = {
  readonly metric: MetricId | null;
  /** Another token; undefined where none is named, null for the one that is asked about. */
  readonly token: string | null | undefined;
  readonly venue: string | null;
  readonly time: Time | null;
  readonly dir: 1 | -1 | null;
  readonly extreme: "high" | "low" | "ath" | null;
  readonly part: "long" | "short" | null;
  readonly isFutures: boolean;
  readonly isSpot: boolean;
  /** All coins together. */
  readonly isMarket: boolean;
};

/** What says nothing of which number is meant. */
export const NEUTRAL: readonly Kind[] = ["fill", "stop", "noun", "for", "value", "both"];
const KINDS: readonly Kind[] = [
  ...NEUTRAL,
  ...([
    "metric",
    "token",
    "venue",
    "hours",
    "span",
    "move",
    "extreme",
    "part",
    "futures",
    "spot",
    "outer",
    "per",
    "by",
    "owner",
    "market",
  ] as const),
];
/** Two names of one thing, the first the one that is meant. */
const WITHIN: readonly (readonly [MetricId, MetricId])[] = [
  ["long_liquidations", "liquidations"],
  ["short_liquidations", "liquidations"],
  ["unlocks", "circulating"],
  ["top_traders", "long_short"],
  ["top10", "holders"],
];

const only = <T>(values: readonly T[]): T | null | undefined => {
  const distinct = [...new Set(values)];
  return distinct.length > 1 ? undefined : (distinct[0] ?? null);
};

/** Null where it is more than one thing, or has words that are none of it. */
export function nounOf(items: readonly Read[], { own, now }: About): Noun | null {
  const bag = bagOf(items);
  if (!bag.only(...KINDS)) return null;
  const named = bag.of("metric");
  if (named.some(({ sign }) => sign !== undefined)) return null;
  const ids = named
    .map(({ id }) => id)
    .filter((id, _, all) => !WITHIN.some(([of, whole]) => whole === id && all.includes(of)));
  const metric = only(ids);
  const token = only(bag.of("token").map(({ id }) => (id === own ? null : id)));
  const venue = only(bag.of("venue").map((one) => one.venue));
  const dir = only(bag.of("move").map((one) => one.dir));
  const part = only(bag.of("part").map((one) => one.part));
  const times = readTimes(bag, now);
  const [extreme, second] = bag.of("extreme");
  if (metric === undefined || token === undefined || venue === undefined || dir === undefined || part === undefined)
    return null;
  if (times === null || times.length > 1 || second) return null;
  const [meant = null] = times[0] ?? [];
  // Of a day of the calendar nothing but the price is told.
  const time = meant !== null && !("hours" in meant) && metric !== null && metric !== "price" ? null : meant;
  if (meant !== time) return null;
  return {
    ...{ metric, venue, time, dir, part },
    token: bag.has("token") ? token : undefined,
    extreme: extreme === undefined ? null : extreme.ever ? "ath" : extreme.side > 0 ? "high" : "low",
    isFutures: bag.has("futures"),
    isSpot: bag.has("spot"),
    isMarket: bag.has("market"),
  };
}

export const isEmpty = (noun: Noun): boolean =>
  noun.metric === null &&
  noun.token === undefined &&
  noun.venue === null &&
  noun.time === null &&
  noun.dir === null &&
  noun.extreme === null &&
  noun.part === null &&
  !noun.isFutures &&
  !noun.isMarket &&
  !noun.isSpot;

function metricOf(noun: Noun, other: Noun): MetricId | null {
  if (noun.extreme !== null) return noun.metric === null || noun.metric === "price" ? "price" : null;
  const said = noun.metric ?? other.metric;
  const metric = said ?? (noun.dir !== null || other.extreme !== null || other.dir !== null ? "price" : null);
  const isClosed = metric !== null && isClosure(metric);
  if (noun.part !== null) return isClosed ? CLOSURES_OF[noun.part] : null;
  if (noun.metric === null && metric !== null && isClosed && metric !== "liquidations") return metric;
  if (metric === "volume" || metric === "perp_volume") {
    if (noun.isFutures) return "perp_volume";
    if (noun.isSpot || noun.metric !== null) return noun.metric ?? "volume";
  }
  return noun.isFutures && metric !== "open_interest" && metric !== "funding" && metric !== "basis" ? null : metric;
}

/** The number of one part beside that of another, which says what it leaves out; null where it is none. */
export function refOf(
  noun: Noun,
  other: Noun,
  fallback: MetricId | null = null,
): { readonly ref: Ref; readonly dir: 1 | -1 | null } | null {
  if (noun.isMarket) {
    const dir = noun.dir ?? other.dir;
    const time = noun.time ?? other.time;
    const isDay = time === null || ("hours" in time && time.hours === 24);
    const isPlain =
      (noun.metric ?? other.metric ?? "price") === "price" && noun.token === undefined && noun.extreme === null;
    return isDay && isPlain && dir !== null ? { ref: ref("market_change", "level", DAY), dir } : null;
  }
  const said = metricOf(noun, other) ?? fallback;
  const metric = said === "volume" && noun.isFutures ? "perp_volume" : said;
  if (metric === null) return null;
  const row = metricRow(metric);
  const token = noun.token !== undefined ? noun.token : (other.token ?? null);
  const time = noun.time ?? other.time;
  if (noun.extreme === "ath") return { ref: ref("ath", "level", null, token), dir: null };
  if (noun.extreme !== null) return { ref: ref("price", noun.extreme, noun.time ?? time ?? DAY, token), dir: null };
  const dir = noun.dir ?? (noun.metric === null ? other.dir : null);
  if (dir !== null) {
    if (row.change === undefined) return null;
    return { ref: ref(metric, "change", time ?? { hours: row.usual ?? 24 }, token), dir };
  }
  const over = row.over ? (time ?? { hours: row.usual ?? 24 }) : null;
  // A time of its own that it is not made of.
  if (
    !row.over &&
    noun.time !== null &&
    !("hours" in noun.time && (row.made === noun.time.hours || noun.time.hours === 24))
  )
    return null;
  const one = ref(metric, "level", over, token);
  return { ref: noun.venue === null ? one : { ...one, venue: noun.venue }, dir: null };
}
