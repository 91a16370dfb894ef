// Reads a clause that says how many times, or which share of, another number something is: of another token, or of its own.
import type { Of } from "../bag.ts";
import { type MetricId, metricRow } from "../metric.ts";
import type { Read } from "../read-items.ts";
import { agree, type Claim, type Ref, unknown } from "./claim.ts";
import type { Clause } from "./clause.ts";
import { CLOSURES_OF } from "./kin.ts";
import { readOp } from "./read-amount.ts";
import { holdsOnly, ref } from "./read-clause.ts";

/** So near is so many times for everybody, and so far off for nobody. */
const NEAR = 0.05;
const FAR = 0.25;
const HUNDRED = 100;

type Amount = Of<"number">;
type Sides = { readonly left: Ref; readonly right: Ref };

/** The same number of two tokens: who is named before the amount is measured by who is named after it. */
function ofTokens(clause: Clause, number: Amount, other: string, metric: MetricId): Sides | null {
  const { bag, own } = clause;
  const size = bag.items.indexOf(number);
  const idsOf = (items: readonly Read[]) => items.flatMap((item) => (item.is === "token" ? [item.id] : []));
  const [before, after] = [idsOf(bag.items.slice(0, size)), idsOf(bag.items.slice(size))];
  const row = metricRow(metric);
  const time = row.over ? (clause.time ?? { hours: row.usual ?? 24 }) : null;
  const [mine, theirs] = [ref(metric, "level", time), ref(metric, "level", time, other)];
  if (before.includes(other) && after.includes(own)) return { left: theirs, right: mine };
  return after.includes(other) && !after.includes(own) ? { left: mine, right: theirs } : null;
}

/** Two numbers of the token: what stands right after the amount is the whole. */
function ofItself({ bag, time }: Clause, number: Amount, named: readonly MetricId[]): Sides | null {
  const at = (metric: MetricId): Ref => {
    const row = metricRow(metric);
    return ref(metric, "level", row.over ? (time ?? { hours: row.usual ?? 24 }) : null);
  };
  const size = bag.items.indexOf(number);
  const [part] = bag.of("part");
  if (part && named.length === 1 && named[0] === "liquidations")
    return { left: at(CLOSURES_OF[part.part]), right: at("liquidations") };
  const whole = bag.items.slice(size).find((item) => item.is === "metric");
  const rest = named.filter((id) => id !== whole?.id);
  const [own] = rest;
  if (whole === undefined || own === undefined || rest.length > 1 || part) return null;
  // A share may say first of what it is one, but what is so many times another stands before it.
  const isFirst = bag.items.slice(0, size).some((item) => item.is === "metric" && item.id === own);
  if (number.unit === "times" && !isFirst) return null;
  return metricRow(own).unit === metricRow(whole.id).unit ? { left: at(own), right: at(whole.id) } : null;
}

/** Null where the clause holds no multiple or share of another number. */
export function readMultiple(clause: Clause): Claim | null {
  const { bag, own } = clause;
  const [number, more] = bag.of("number");
  const isShare = number?.unit === "pct";
  if (number === undefined || more || !(isShare || number.unit === "times") || number.sign !== undefined) return null;
  const others = bag.of("token").filter(({ id }) => id !== own);
  const [other] = others;
  const [bigger] = bag.of("bigger");
  // "By market cap" says what is meant, and no rank.
  const named = [...new Set(bag.of("metric").map(({ id, text }) => (/^by market/i.test(text) ? "market_cap" : id)))];
  const isOwn = other === undefined && (named.length === 2 || (bag.has("part") && named[0] === "liquidations"));
  if (bag.has("move") || bag.has("versus") || bag.has("extreme") || !(other || isOwn)) return null;
  const kinds = ["number", "token", "metric", "than", "op", "more", "bigger", "about", "part"] as const;
  if (others.length > 1 || !holdsOnly(clause, ...kinds)) return unknown("unread");
  const [metric = bigger?.metric] = named;
  if (metric === undefined || (other && named.length > 1)) return unknown("no_number");
  // "Its volatility is 88 % against ETH's" says what it is, and no share.
  if (isShare && named.some((id) => metricRow(id).unit === "pct")) return unknown("ambiguous");
  // "Three times smaller" nobody reads alike, and "five per cent above" is no share.
  const size = bag.items.indexOf(number);
  const later = bag.of("op").filter((item) => bag.items.indexOf(item) > size);
  if (bigger?.dir === -1 || bag.of("more").some(({ dir }) => dir < 0) || metric === "rank") return unknown("ambiguous");
  if (later.some(({ op, more: is }) => isShare || op !== ">" || !is)) return unknown("ambiguous");
  const sides = other ? ofTokens(clause, number, other.id, metric) : ofItself(clause, number, named);
  if (sides === null) return unknown("unread");
  const first = bag.of("op").filter((item) => !later.includes(item));
  const how = later.length > 0 && first.length === 0 ? readOp(clause, [">"]) : readOp(clause);
  if (how === null || how.about === "well" || (later.length > 0 && first.length > 0)) return unknown("unread");
  const value = number.value / (isShare ? HUNDRED : 1);
  const at = (op: ">" | "<" | ">=", factor: number): Claim => ({ is: "pair", ...sides, op, factor });
  if (how.about === null && how.op !== "=")
    return how.op === "<=" ? { is: "not", of: at(">", value) } : at(how.op, value);
  const within = (share: number): Claim => ({
    is: "all",
    of: [
      at(">=", value * (how.about === "bit" ? 1 : 1 - share)),
      // Almost so much is no more than it, and a bit more no less.
      { is: "not", of: at(">", value * (how.about === "almost" ? 1 : 1 + share)) },
    ],
  });
  // A share that is told to its tenths is meant to them.
  if (how.about === null && isShare && number.step > 0 && number.step < 1)
    return within(number.step / 2 / number.value);
  return agree([within(how.about === null ? NEAR : NEAR * 2), within(FAR)]);
}
