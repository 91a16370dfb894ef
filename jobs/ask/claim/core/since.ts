// Reads how a number stands beside what it was at an instant before, or over as long a time before: higher, lower, by so much, so many times.
import { bagOf } from "../../bag.ts";
import { type MetricId, metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import { readTimes } from "../../read-time.ts";
import { agree, type Claim, type Ref, type Time } from "../claim.ts";
import { readAmount } from "../read-amount.ts";
import { ref, test } from "../read-clause.ts";
import { readWay } from "../read-way.ts";
import { SLIGHTLY } from "../slightly.ts";
import { type About, NEUTRAL } from "./noun.ts";

const HIGHER = /^(?:higher|up|above)$/i;
const LOWER = /^(?:lower|down|below)$/i;
/** Names of a day, a week or a month that has passed. */
const BEFORE = /^(?:the )?(?:previous|preceding|prior) |^(?:the )?(?:day|week|month|hour) before/i;

type Sized = { readonly dir: 1 | -1; readonly metric: MetricId | null; readonly at: number };

/** The words that say higher or lower, where only one does. */
function sizeOf(items: readonly Read[], end: number): Sized | null {
  const found = items.slice(0, end).flatMap((item, at): Sized[] => {
    if (item.is === "more") return [{ dir: item.dir, metric: null, at }];
    if (item.is === "bigger") return [{ dir: item.dir, metric: item.metric, at }];
    if (item.is === "op" && (item.op === ">" || item.op === "<") && at === end - 1)
      return [{ dir: item.op === ">" ? 1 : -1, metric: null, at }];
    return item.is === "move" && (HIGHER.test(item.text) || LOWER.test(item.text))
      ? [{ dir: item.dir, metric: null, at }]
      : [];
  });
  const [one, more] = found;
  return one && !more ? one : null;
}

/** The one word that says which way it went. */
function movedOf(items: readonly Read[]): Sized | null {
  const found = items.flatMap((item, at): Sized[] => (item.is === "move" ? [{ dir: item.dir, metric: null, at }] : []));
  const [one, more] = found;
  return one && !more ? one : null;
}

/** Where what it is held against begins: after "than", or after a word of comparison with a time right behind it. */
function pivotOf(items: readonly Read[]): number {
  const than = items.findIndex(({ is }) => is === "than");
  if (than >= 0) return than;
  // "Shrank from the day before".
  const from = items.findIndex(
    ({ is }, at) => is === "from" && items.slice(at + 1).find((one) => one.is !== "fill")?.is === "hours",
  );
  if (from >= 0 && items.slice(from + 1).some(({ is }) => is === "ago")) return from;
  return items.findIndex((item, at) => {
    if (item.is !== "op" || (item.op !== ">" && item.op !== "<")) return false;
    const next = items.slice(at + 1).find(({ is }) => is !== "fill");
    return next?.is === "hours" || next?.is === "span";
  });
}

const ELSE = /exchange|venue|wallet|chain|account|supply|holder|stak/i;
const spanHours = (time: Time): number | null => ("hours" in time ? time.hours : null);

/** "Lower than a week ago", "4.4 percent below where it stood a day ago", "twice what it was the day before". */
export function readSince(said: readonly Read[], { own, now }: About): Claim | null {
  const nots = said.filter(({ is }) => is === "not").length;
  const items = said.filter(({ is }) => is !== "not");
  const pivot = pivotOf(items);
  if (pivot < 0 || nots > 1) return null;
  const isOp = items[pivot]?.is === "op";
  const [mine, theirs] = [bagOf(items.slice(0, isOp ? pivot + 1 : pivot)), bagOf(items.slice(pivot + 1))];
  // Nothing but the instant is told after it.
  if (!theirs.only(...NEUTRAL, "hours", "span", "ago", "token", "metric")) return null;
  if ([...mine.of("token"), ...theirs.of("token")].some(({ id }) => id !== own)) return null;
  if (
    !mine.only(
      ...NEUTRAL,
      "metric",
      "token",
      "more",
      "bigger",
      "move",
      "op",
      "number",
      "about",
      "vague",
      "hours",
      "span",
      "futures",
      "spot",
      "per",
    )
  )
    return null;
  const size = items[pivot]?.is === "from" ? movedOf(items.slice(0, pivot)) : sizeOf(items, isOp ? pivot + 1 : pivot);
  const named = [...new Set([...mine.of("metric"), ...theirs.of("metric")].map(({ id }) => id))];
  const [first, other] = named;
  if (other || size === null) return null;
  const metric = first ?? size.metric ?? "price";
  if (
    size.metric !== null &&
    size.metric !== metric &&
    !(size.metric === "market_cap" || size.metric === "volume_ratio")
  )
    return null;
  if (metric === "price" && mine.has("futures")) return null;
  // "Less of it on exchanges" is about no price.
  if (first === undefined && items.some((item) => item.is === "noun" || (item.is === "fill" && ELSE.test(item.text))))
    return null;
  const row = metricRow(metric);
  const told = theirs.items.filter(({ is }) => is === "hours" || is === "span" || is === "ago");
  const times = readTimes(bagOf([{ is: "than", text: "than" }, ...told]), now);
  const [meant = [], second] = times ?? [];
  if (times === null || second || meant.length === 0) return null;
  const mineTimes = readTimes(mine, now);
  if (mineTimes === null || mineTimes.length > 1) return null;
  const isSum = row.over !== undefined;
  if (row.change === undefined) return null;
  const one = mineTimes[0]?.[0];
  if (isSum) {
    // Of sums as long a time before is meant: the day before the day.
    const hours = meant.map(spanHours).find((value) => value !== null) ?? null;
    const isDayBefore = theirs.of("span").some(({ name }) => name === "yesterday") || hours === 24;
    const length = one !== undefined && "hours" in one ? one.hours : isDayBefore ? 24 : hours;
    const isSame = length !== null && (length === hours || (length === 24 && isDayBefore));
    if (!isSame || length === null) return null;
    return sized(metric, [{ hours: length }], mine, size, nots === 1, { own, now });
  }
  // What stands is held against an instant, and one of a time of its own is not told.
  if (
    one !== undefined &&
    !("hours" in one && /^(?:today|this (?:hour|day|week|month)|intraday)$/i.test(mine.of("hours")[0]?.text ?? ""))
  )
    return null;
  const isInstant = theirs.has("ago") || theirs.has("span") || theirs.of("hours").some(({ text }) => BEFORE.test(text));
  return isInstant ? sized(metric, meant, mine, size, nots === 1, { own, now }) : null;
}

function sized(
  metric: MetricId,
  times: readonly Time[],
  mine: ReturnType<typeof bagOf>,
  size: Sized,
  isNot: boolean,
  { own, now }: About,
): Claim | null {
  const [number, more] = mine.of("number");
  const vague = mine.of("vague");
  if (more || number?.sign !== undefined) return null;
  const claims = times.map((time): Claim | null => {
    const one: Ref = ref(metric, "change", time);
    if (!number) {
      if (mine.has("about") || mine.of("op").length > (mine.items.at(-1)?.is === "op" ? 1 : 0)) return null;
      if (vague.length === 0) return test(one, size.dir > 0 ? ">" : "<", 0);
      return readWay(one, size.dir, vague.every(({ text }) => SLIGHTLY.test(text)) ? "slight" : "much");
    }
    if (vague.length > 0) return null;
    const bag = bagOf(
      mine.items.filter(
        (item) =>
          item.is === "number" ||
          item.is === "about" ||
          (item.is === "op" && mine.items.indexOf(item) < mine.items.indexOf(number)),
      ),
    );
    if (number.unit === "pct")
      return readAmount(
        { bag: bagOf([...bag.items, { is: "move", dir: size.dir, text: "" }]), own, now, time, metric },
        one,
        ["pct"],
        size.dir,
      );
    if (number.unit === "usd" && metric === "price")
      return readAmount(
        { bag: bagOf([...bag.items, { is: "move", dir: size.dir, text: "" }]), own, now, time, metric },
        { ...one, aspect: "change_usd" },
        ["usd"],
        size.dir,
      );
    return null;
  });
  if (claims.some((claim) => claim === null)) return null;
  const claim = agree(claims as Claim[]);
  return isNot ? { is: "not", of: claim } : claim;
}
