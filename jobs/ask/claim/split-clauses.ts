// Splits what a claim says into clauses: what is joined, what goes on about the same, what is said of two at once.
import type { Read } from "../read-items.ts";
import { isApposed, levelApart, rowApart } from "./apart.ts";
import { marked } from "./clause/lent.ts";

/** What says something by itself; the rest belongs to the clause before it, but for a bare "no" that would turn it round. */
export const SAYS: readonly Read["is"][] = [
  "metric",
  "number",
  "move",
  "op",
  "positive",
  "versus",
  "extreme",
  "times",
  "flat",
  "fact",
  "bigger",
  "more",
  "peg",
];
const says = (items: readonly Read[]): boolean => {
  const has = (kind: Read["is"]) => items.some(({ is }) => is === kind);
  return items.some(({ is }) => SAYS.includes(is)) || (has("most") && has("part"));
};

/** Whether "and" stands between two amounts of one comparison. */
const isInside = (items: readonly Read[]): boolean =>
  items.some(({ is }) => is === "between") && items.filter(({ is }) => is === "number").length === 1;

/** Clauses, and whether each is another way beside the one before it; null where it is open what stands beside what. */
export type Clauses = { readonly clauses: readonly (readonly Read[])[]; readonly isOr: readonly boolean[] };

type Part = { items: Read[]; isOr: boolean; readonly fills: string[] };

function partsOf(items: readonly Read[]): Part[] {
  const all: Part[] = [{ items: [], isOr: false, fills: [] }];
  for (const [at, item] of items.entries()) {
    const last = all.at(-1) ?? { items: [], isOr: false, fills: [] };
    const isSplit = item.is === "or" || ((item.is === "join" || item.is === "stop") && !isInside(last.items));
    // A comma before "or" is a part of it.
    if (isSplit && last.items.length === 0) last.isOr ||= item.is === "or";
    else if (isSplit) all.push({ items: [], isOr: item.is === "or", fills: [] });
    else if (item.is === "both" && isTime(items[at + 1] ?? item)) continue;
    else if (item.is === "fill") last.fills.push(item.text);
    else if (!(item.is === "join" && isInside(last.items))) last.items.push(item);
  }
  return all
    .filter((part) => part.items.length > 0)
    .map((part) => ({ ...part, items: marked(nounsLast(part.items), part.fills) }));
}

/** What stands beside what is told by the other words. */
const nounsLast = (items: readonly Read[]): Read[] => [
  ...items.filter(({ is }) => is !== "noun"),
  ...items.filter(({ is }) => is === "noun"),
];

export const isTime = ({ is }: Read): boolean => is === "hours" || is === "span";

/** "Up today and this week", "beat ADA today and ETH this week", "fell today but not this week": the same of another time. */
function isFurther(items: readonly Read[], last: readonly Read[]): boolean {
  const isVersus = last.some(({ is }) => is === "versus");
  const isOnly = items.every(
    (item) => isTime(item) || item.is === "not" || item.is === "noun" || (item.is === "token" && isVersus),
  );
  return isOnly && items.some(isTime) && last.some(isTime) && !last.some(({ is }) => is === "not" || is === "extreme");
}

/** What the further clause does not take over: the time, "both", and who it was held against where it names another. */
const isAside = (item: Read, further: readonly Read[]): boolean =>
  isTime(item) || item.is === "both" || (item.is === "token" && further.some(({ is }) => is === "token"));

/** "Both price and open interest fell": what is said of the second is said of the first. */
function shared(clause: readonly Read[], next: readonly Read[] | undefined): readonly Read[] {
  const isNamed = clause.every(({ is }) => /^(?:metric|both|not|token|noun)$/.test(is));
  const has = (of: readonly Read[], is: Read["is"]) => of.some((item) => item.is === is);
  if (!isNamed || !has(clause, "metric") || next === undefined || !has(next, "metric") || !has(next, "move"))
    return clause;
  const said = next.filter(({ is }) => is !== "metric" && is !== "token" && is !== "not");
  return [...clause.filter(({ is }) => is !== "both"), ...said];
}

export function clausesOf(items: readonly Read[]): Clauses | null {
  const clauses: Read[][] = [];
  const isOr: boolean[] = [];
  let lead: Read[] = [];
  for (const part of partsOf(items)) {
    const last = clauses.at(-1);
    if (last && lead.length === 0 && !part.isOr && isApposed(part.items, last))
      last.push(...part.items.filter(({ is }) => is !== "move"));
    else if (says(part.items)) {
      clauses.push([...lead, ...part.items]);
      isOr.push(part.isOr);
      lead = [];
    } else if (last && isFurther(part.items, last)) {
      clauses.push([...last.filter((item) => !isAside(item, part.items)), ...part.items]);
      isOr.push(part.isOr);
    } else if (part.isOr) return null;
    else if (last && part.items.some(({ is }) => is === "not")) {
      clauses.push(part.items);
      isOr.push(false);
    } else if (last) last.push(...part.items);
    else lead.push(...part.items);
  }
  if (lead.length > 0) {
    clauses.push(lead);
    isOr.push(false);
  }
  const parted = clauses.map((clause, at) => {
    const whole = shared(clause, clauses[at + 1]);
    // Of two ways, or of what is not so, both parts would have to be.
    return isOr.includes(true) || whole.some(({ is }) => is === "not" || is === "never")
      ? [whole]
      : (rowApart(whole) ?? levelApart(whole));
  });
  return { clauses: parted.flat(), isOr: parted.flatMap((parts, at) => parts.map(() => isOr[at] === true)) };
}

/** "Above 70k or 80k", "a day or two": a number without the word that compares it, or what it counts. */
export const isCut = (clause: readonly Read[]): boolean => {
  const said = clause.filter(({ is }) => SAYS.includes(is));
  return said.every((item) => item.is === "number" && item.unit !== "pct");
};
