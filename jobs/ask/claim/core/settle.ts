// What words of a sentence mean beside each other: which of two names is meant, and what a word says that by itself would say something else.

import type { Read } from "../../read-items.ts";
import { CLOSURES_OF, isClosure } from "../kin.ts";
import { fill, isFill, type Place, type Said, saidOf } from "./said.ts";
import { ofLevel, ofName, ofPassing, ofStanding } from "./settle-metric.ts";
import { ofPlace, ofReturn, ofSide, ofSize, ofTime } from "./settle-word.ts";

const RULES: readonly ((item: Read, place: Place, said: Said) => Read[] | null)[] = [
  ...[ofSide, ofStanding, ofSize, ofName, ofPlace, ofTime, ofReturn, ofPassing, ofLevel],
];

/** Which sign of funding who pays or earns it stands for; null for what pays nothing, or for a side that is named beside it. */
function payersOf(items: readonly Read[]): ReadonlyMap<Read, 1 | -1 | null> {
  const found = new Map<Read, 1 | -1 | null>();
  const verbs = items.filter(({ is }) => is === "pays" || is === "earns");
  const [verb, second] = verbs;
  for (const one of verbs) found.set(one, null);
  const isClosed = items.some((item) => item.is === "metric" && isClosure(item.id));
  if (!verb || second || isClosed || items.some(({ is }) => is === "positive")) return found;
  const at = items.indexOf(verb);
  const before = items.slice(0, at).findLast((item) => item.is === "part");
  const after = items.slice(at + 1).find((item) => item.is === "part");
  const isPassive = items[at + 1]?.is === "by";
  const who = isPassive ? after : before;
  if (who?.is !== "part") return found;
  const isLong = who.part === "long";
  found.set(verb, (verb.is === "pays") === isLong ? 1 : -1);
  for (const item of items) if (item.is === "part") found.set(item, null);
  return found;
}

/** Whether one sum of all that was closed is that of one side. */
function isOneSide({ items, isClosed, numbers, sum, metrics, isHeldAgainst, has }: Said): boolean {
  const isSum =
    numbers.length === 1 && sum !== undefined && (sum.unit === "usd" || (sum.unit === null && sum.value >= 1e4));
  const parts = new Set(items.flatMap((item) => (item.is === "part" ? [item.part] : [])));
  const isOne = isClosed && isSum && parts.size === 1 && metrics.every(({ id }) => id === "liquidations");
  return isOne && !isHeldAgainst && !has("more", "move");
}

/** Pure. */
export function settle(items: readonly Read[], own: string): Read[] {
  const said = saidOf(items, own);
  const paying = payersOf(items);
  const isSided = isOneSide(said);
  return items.flatMap((item, at): Read[] => {
    const paid = paying.get(item);
    if (paid === null) return [fill(item)];
    if (paid !== undefined) return [{ is: "positive", sign: paid, text: `pays: ${item.text}` }];
    if (isSided && item.is === "metric") return [fill(item)];
    if (isSided && item.is === "part") return [{ is: "metric", id: CLOSURES_OF[item.part], text: item.text }];
    const place: Place = {
      at,
      next: items.slice(at + 1).find((one) => !isFill(one)),
      before: items.slice(0, at).findLast((one) => !isFill(one)),
    };
    for (const rule of RULES) {
      const meant = rule(item, place, said);
      if (meant !== null) return meant;
    }
    return [item];
  });
}
