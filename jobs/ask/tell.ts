// Helps writers of answers: a sentence has a lead and parts, and what was not measured is left out of it.
import type { EvidenceKind } from "../../schema/evidence/index.ts";
import type { Reason } from "../../schema/reason.ts";
import type { EvidenceItem } from "../../schema/shape/evidence.ts";
import type { Format } from "../../schema/statement/format.ts";
import { leafAt } from "../../schema/statement/leaf.ts";
import { type DraftStatement, unmeasuredPlace } from "../../schema/statement/settle.ts";
import { isFlat, sizeFormat } from "../brief/brief-text.ts";
import type { Readings, Wanted } from "./evidence.ts";
import type { ReadQuestion } from "./read-question.ts";

export type Told = {
  readonly drafts: readonly DraftStatement[];
  /** Members that an answer would have said and that were not measured. */
  readonly lacking: readonly {
    readonly item: EvidenceItem | null;
    readonly kind: EvidenceKind;
    readonly path: string;
    /** Why, where no item says so. */
    readonly reason?: Reason;
  }[];
  /** How many of what was asked for were measured. */
  readonly assessed: number;
};

export type Asked = {
  readonly question: ReadQuestion;
  readonly readings: Readings;
  readonly symbol: string;
  /** Another token than the one that is asked about. */
  readonly about: string | null;
  readonly placesOf: (one: Wanted) => readonly EvidenceItem[];
};

/** The first item of what was wanted. */
export const firstOf = (asked: Asked, wanted: Wanted): EvidenceItem | undefined => asked.placesOf(wanted)[0];

/** A place in the evidence and the words around it; `{}` is where it is shown. */
export type Part =
  | { readonly path: string; readonly format: Format; readonly words: string }
  | { readonly path: string; readonly way: readonly [up: string, down: string]; readonly words: string };

export const part = (path: string, format: Format, words: string): Part => ({ path, format, words });
/** A change: the word for up or down goes before its size. */
export const way = (path: string, words: string, verbs: readonly [string, string] = ["rose", "fell"]): Part => ({
  ...{ path, words, way: verbs },
});

type Shown = { readonly text: string; readonly sign: number } | { readonly lacks: string };

/** The words with what was measured, its own place and any other that they hold; else the path of the first that was not. */
function show(item: EvidenceItem, one: Part): Shown {
  const leaf = leafAt(item, one.path);
  const lacks = leaf === null ? one.path : unmeasuredPlace(one.words, item);
  if (leaf === null || lacks !== null) return { lacks: lacks ?? one.path };
  const place = (format: Format) => `{{${item.id}.${one.path}|${format}}}`;
  if ("format" in one) return { text: one.words.replace("{}", place(one.format)), sign: 0 };
  const value = Number(leaf.value);
  if (isFlat(value)) return { text: one.words.replace("{}", `changed by ${place("pct2")}`), sign: 0 };
  const verb = one.way[value > 0 ? 0 : 1];
  return { text: one.words.replace("{}", `${verb} ${place(sizeFormat(value))}`), sign: Math.sign(value) };
}

/** "A, B and C". */
export const listed = (texts: readonly string[]): string =>
  texts.length < 2 ? texts.join("") : `${texts.slice(0, -1).join(", ")} and ${texts.at(-1)}`;

/** One sentence of what was measured of one item; none where nothing was. */
export function sentence(
  item: EvidenceItem | undefined,
  kind: EvidenceKind,
  lead: string,
  parts: readonly Part[],
): Told {
  if (!item) return { drafts: [], lacking: parts.map(({ path }) => ({ item: null, kind, path })), assessed: 0 };
  const unled = unmeasuredPlace(lead, item);
  const all: readonly Shown[] = unled === null ? parts.map((one) => show(item, one)) : [{ lacks: unled }];
  const there = all.flatMap((shown) => ("text" in shown ? [shown] : []));
  const lacking = all.flatMap((shown) =>
    "lacks" in shown && !isNone(item, shown.lacks) ? [{ item, kind, path: shown.lacks }] : [],
  );
  if (there.length === 0) return { drafts: [], lacking, assessed: 0 };
  const sign = there.find((shown) => shown.sign !== 0)?.sign ?? 0;
  const text = `${lead} ${listed(there.map(({ text: said }) => said))}.`.trim();
  return { drafts: [{ text, stance: sign > 0 ? "up" : sign < 0 ? "down" : "none" }], lacking, assessed: there.length };
}

/** Null is that it does not apply. */
function isNone(item: EvidenceItem, path: string): boolean {
  let value: unknown = item.data;
  for (const name of path.split(".")) {
    if (value === null) return true;
    value = typeof value === "object" ? Reflect.get(value as object, name) : undefined;
  }
  return value === null;
}

export const together = (...told: readonly Told[]): Told => ({
  drafts: told.flatMap(({ drafts }) => drafts),
  lacking: told.flatMap(({ lacking }) => lacking),
  assessed: told.reduce((sum, { assessed }) => sum + assessed, 0),
});

export const NOTHING: Told = { drafts: [], lacking: [], assessed: 0 };
