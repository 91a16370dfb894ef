// Parts a clause that says two things without a word between them: how far it went and where it stands, or a row of a table.
import type { Read } from "../read-items.ts";

const LEVELS: readonly Read["is"][] = ["op", "about", "more", "to"];

/** "Market cap 66.8bn FDV 83.1bn": a number after each metric, and nothing between them that joins. */
export function rowApart(clause: readonly Read[]): readonly (readonly Read[])[] | null {
  const said = clause.filter(({ is }) => is !== "token" && is !== "noun");
  const isRow =
    said.length >= 4 &&
    said.length % 2 === 0 &&
    said.every(({ is }, at) => is === (at % 2 === 0 ? "metric" : "number"));
  if (!isRow) return null;
  const tokens = clause.filter(({ is }) => is === "token");
  return said.flatMap((item, at) => (at % 2 === 0 ? [[...tokens, item, ...said.slice(at + 1, at + 2)]] : []));
}

/** "Fell 6 % to $142", "up 4 % at 65k": how far it went and where it stands are said of the same. */
export function levelApart(clause: readonly Read[]): readonly (readonly Read[])[] {
  const has = (kind: Read["is"]) => clause.some(({ is }) => is === kind);
  const numbers = clause.flatMap((item) => (item.is === "number" ? [item] : []));
  const [share, more] = numbers.filter(({ unit }) => unit === "pct" || unit === "points");
  const [level] = numbers.filter((one) => one !== share);
  const isTwo = numbers.length === 2 && share !== undefined && more === undefined && level !== undefined;
  const isPlain = ![
    "between",
    "than",
    "versus",
    "extreme",
    "times",
    "peg",
    "fact",
    "from",
    "top",
    "bigger",
    "part",
    "or",
  ].some((kind) => has(kind as Read["is"]));
  if (!isTwo || !isPlain || !has("move") || (level.unit !== "usd" && level.unit !== null)) return [clause];
  if (clause.filter(({ is }) => is === "metric").length > 1 || level.sign !== undefined) return [clause];
  const at = clause.indexOf(level);
  let from = at;
  while (from > 0 && LEVELS.includes(clause[from - 1]?.is ?? "fill")) from -= 1;
  const about = clause.filter(({ is }) => is === "token" || is === "metric");
  const change = [...clause.slice(0, from), ...clause.slice(at + 1)];
  return [change, [...about, ...clause.slice(from, at + 1).filter(({ is }) => is !== "to")]];
}

/** "Fell in 30 days, at around -18 %", "gained ground over the week, up 12 %": how far, of what is said before. */
export function isApposed(items: readonly Read[], last: readonly Read[]): boolean {
  const kinds: readonly Read["is"][] = ["number", "op", "about", "by", "noun", "move"];
  const count = (of: readonly Read[], is: Read["is"]) => of.filter((item) => item.is === is).length;
  const [number] = items.flatMap((item) => (item.is === "number" ? [item] : []));
  const waysOf = (of: readonly Read[]) => of.flatMap((item) => (item.is === "move" ? [item.dir] : []));
  const isAmount =
    count(items, "number") === 1 && number?.unit === "pct" && items.every(({ is }) => kinds.includes(is));
  const [way, second] = waysOf(last);
  const isSame = way !== undefined && second === undefined && waysOf(items).every((dir) => dir === way);
  const other: readonly Read["is"][] = ["number", "not", "versus", "extreme", "times", "flat", "vague", "op"];
  return isAmount && isSame && count(items, "move") < 2 && !other.some((is) => count(last, is) > 0);
}
