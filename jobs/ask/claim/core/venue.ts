// Reads which of the venues has the lowest or the highest funding, and which of them alone has it on its side of nothing.
import { bagOf } from "../../bag.ts";
import type { Read } from "../../read-items.ts";
import { type Claim, exact, type Ref } from "../claim.ts";
import { ref, test } from "../read-clause.ts";
import { type About, NEUTRAL } from "./noun.ts";

const at = (venue: string): Ref => ({ ...ref("funding", "level"), venue });

/** The one that is told of, and those that it is one of; null where it is not one. */
function toldOf(bag: ReturnType<typeof bagOf>): { readonly one: string; readonly others: readonly string[] } | null {
  const named = bag.of("venue").map(({ venue }) => venue);
  const distinct = [...new Set(named)];
  if (distinct.length === 1) return { one: distinct[0] ?? "", others: [] };
  // "Among Binance, Bybit and OKX, it is Binance": named twice.
  const twice = distinct.filter((venue) => named.filter((other) => other === venue).length === 2);
  const [one, more] = twice;
  return one === undefined || more !== undefined || named.length !== distinct.length + 1
    ? null
    : { one, others: distinct.filter((venue) => venue !== one) };
}

/** Null where no venue is set apart from the others. */
export function readVenue(said: readonly Read[], { own }: About): Claim | null {
  const bag = bagOf(said);
  const told = bag.has("venue") ? toldOf(bag) : null;
  if (told === null || bag.of("token").some(({ id }) => id !== own)) return null;
  const named = bag.of("metric").map(({ id }) => id);
  if (named.some((id) => id !== "funding")) return null;
  const kinds = ["metric", "token", "venue", "join", "all", "number", "any", "per"] as const;
  const isCounted = bag
    .of("number")
    .every(({ unit, value }) => unit === null && Number.isInteger(value) && value > 1 && value < 10);
  if (!isCounted) return null;
  const side = bag.of("superlative")[0]?.side ?? bag.of("extreme").find(({ ever }) => ever !== true)?.side;
  if (side !== undefined && named.length > 0 && bag.only(...NEUTRAL, ...kinds, "superlative", "extreme", "positive")) {
    if (bag.of("superlative").length + bag.of("extreme").length > 1 || bag.has("positive")) return null;
    const op = side > 0 ? ("<" as const) : (">" as const);
    if (told.others.length === 0)
      return { is: "venues", every: true, op, target: exact(0), metric: "funding", against: told.one };
    const each = told.others.map((venue): Claim => ({ is: "pair", left: at(venue), op, right: at(told.one) }));
    return { is: "all", of: each };
  }
  const [only, more] = bag.of("only");
  const [positive, second] = bag.of("positive");
  if (!only || more || !positive || second || !bag.only(...NEUTRAL, ...kinds, "only", "positive")) return null;
  const one = test(at(told.one), positive.sign > 0 ? ">" : "<", 0);
  const op = positive.sign > 0 ? ("<=" as const) : (">=" as const);
  const rest: Claim[] =
    told.others.length > 0
      ? told.others.map((venue) => test(at(venue), op, 0))
      : [{ is: "venues", every: true, op, target: exact(0), metric: "funding", except: told.one }];
  return { is: "all", of: [one, ...rest] };
}
