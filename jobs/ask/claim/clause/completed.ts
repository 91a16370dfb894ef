// What a clause leaves out and the one before it says: the metric, which way it went, what it is held against.
import { type Bag, bagOf } from "../../bag.ts";
import { type MetricId, metricRow } from "../../metric.ts";
import type { Read } from "../../read-items.ts";
import type { Time } from "../claim.ts";
import { CLOSURES_OF, isClosure, isUnlock } from "../kin.ts";

/** "Longs liquidated" and "liquidated" in one clause are one metric. */
const PARTS_OF: Readonly<Partial<Record<MetricId, readonly MetricId[]>>> = {
  liquidations: ["long_liquidations", "short_liquidations"],
  unlocks: ["unlock_share", "unlock_value"],
  unlock_share: ["unlock_value"],
  netflow: ["inflow", "outflow"],
  circulating: ["issued_share"],
  market_cap: ["rank", "oi_share"],
  volume: ["volume_ratio"],
  price: ["ath", "depth", "volume", "volatility"],
};

/** What it names, each once. */
export function metricsOf(bag: Bag): MetricId[] {
  const named = [...new Set(bag.of("metric").map(({ id }) => id))];
  return named.filter((id) => !(PARTS_OF[id] ?? []).some((part) => named.includes(part)));
}

/** The clause before: what it was about, and over which times. */
export type Before = {
  readonly metric: MetricId | null;
  readonly bag: Bag;
  readonly times: readonly (readonly Time[])[];
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
export function completed(
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
