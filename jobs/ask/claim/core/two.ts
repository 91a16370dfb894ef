// Reads two things that are told of one another in one sentence, each with its number.
import type { Read } from "../../read-items.ts";
import type { Claim } from "../claim.ts";
import { has, partsOf, TELLS } from "./parts.ts";

/** How a part is read. */
type Parse = (items: readonly Read[]) => Claim | null;

/** "Inflows of 310 million outpaced outflows of 286.5 million": each is so much, and the one more than the other. */
export function readBoth(items: readonly Read[], parse: Parse): Claim | null {
  const numbers = items.flatMap((item, at) => (item.is === "number" ? [at] : []));
  const [first, second, more] = numbers;
  if (
    first === undefined ||
    second === undefined ||
    more !== undefined ||
    has(items, "or", "not", "between", "stop", "join", "to")
  )
    return null;
  const pivot = items.findIndex(
    (item, at) => at > first && at < second && (item.is === "op" || item.is === "versus" || item.is === "than"),
  );
  const left = items.slice(0, pivot);
  const right = items.slice(pivot + 1);
  if (pivot < 0 || !has(left, "metric") || !has(right, "metric", "part", "token")) return null;
  // A word of comparison right before a number is of that number.
  if (items.slice(pivot + 1).find(({ is }) => is !== "fill")?.is === "number") return null;
  const times = items.filter(({ is }) => is === "hours" || is === "span");
  const timed = (part: readonly Read[]) => (has(part, "hours", "span") ? part : [...part, ...times.slice(0, 1)]);
  const bare = items.filter(({ is }) => is !== "number" && is !== "about");
  const sized = right.some(({ is }) => is === "metric")
    ? right
    : [...left.filter(({ is }) => is === "metric"), ...right];
  const all = [timed(left.filter(({ is }) => is !== "more" && is !== "bigger")), timed(sized), bare].map((part) =>
    parse(part),
  );
  return all.every((claim) => claim !== null) ? { is: "all", of: all as Claim[] } : null;
}

/** "Implied volatility, at 74 percent, is above the realised one": it is so much, and it is above. */
export function readApposed(items: readonly Read[], parse: Parse): Claim | null {
  const parts = partsOf(items);
  const [named = [], inner = [], ...rest] = parts;
  if (rest.length !== 1 || has(items, "or", "neither", "nor") || !has(named, "metric") || has(named, ...TELLS))
    return null;
  const isInner =
    has(inner, "number") &&
    inner.every(({ is }) => ["number", "fill", "about", "op", "value", "per", "positive"].includes(is));
  const [last = []] = rest;
  if (!isInner || (has(last, "metric") && !has(last, "than", "op", "versus")) || !has(last, ...TELLS)) return null;
  const all = [
    [...named, ...inner],
    [...named, ...last],
  ].map((part) => parse(part));
  return all.every((claim) => claim !== null) ? { is: "all", of: all as Claim[] } : null;
}
