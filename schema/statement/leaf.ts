// The values in a piece of evidence, each with the unit that the shape of its kind gives it.
import { EVIDENCE, type EvidenceKind, isEvidenceKind } from "../evidence/index.ts";
import { UNASSESSED } from "../shape/quantity.ts";
import { type Format, formatRow, type Unit } from "./format.ts";

/** A piece of evidence as far as statements about it are concerned. */
export type Cited = {
  readonly id: string;
  readonly kind: string;
  readonly data: Readonly<Record<string, unknown>>;
};

export type Leaf = {
  /** Names joined by dots. */
  readonly path: string;
  readonly value: number | string;
  readonly unit: Unit;
  /** A change or a flow: its sign is a direction. */
  readonly isSigned: boolean;
};

type Node = {
  readonly anyOf?: readonly Node[];
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node;
  readonly format?: string;
  readonly "x-unit"?: string;
  readonly "x-signed"?: boolean;
  readonly "x-untrusted"?: boolean;
};

const UNIT_OF: Readonly<Record<string, Unit>> = {
  USD: "usd",
  "percentage points": "pct",
  ratio: "ratio",
  "basis points": "bps",
  count: "count",
  hours: "hours",
  "native coins": "coins",
};

/** A shape and those it may be instead. */
const formsOf = (node: Node): readonly Node[] => [node, ...(node.anyOf ?? []).flatMap(formsOf)];

/** What reads like a number is no name: a sentence that showed it would pass for one of ours. */
const NUMERIC = /^[-+$]?[\d.,]+(?: ?%|[KMBT])?$/;

/** What programs that fill texts in would fill in. */
const FILLED = /\{\{|\}\}|\$\{|<%/;

/** Whether a sentence may quote what a stranger wrote: it may not lead anywhere, be filled in, nor read like a number of ours. */
export const isQuotable = (words: string): boolean =>
  !NUMERIC.test(words) && !FILLED.test(words) && !/:\/\/|www\.|\]\(/i.test(words);

/** Advice, and talk to a machine. */
export const COMMAND =
  /\b(?:buy|sell|should|must|recommend\w*|advis\w+|invest(?:ing)?|ignore|instructions?|system prompt)\b/i;
const NAME_WORDS_MAX = 6;
const NAME = /^[\p{L}\p{M}\p{N} .,&'’()+/_:#-]{1,64}$/u;

const LETTER = /\p{L}/u;

/** Whether it may pass for the name of something in a sentence of ours: names are short words, lead nowhere and ask for nothing. */
const isNameable = (name: string): boolean =>
  NAME.test(name) &&
  LETTER.test(name) &&
  isQuotable(name) &&
  !name.includes("//") &&
  !COMMAND.test(name) &&
  name.split(" ").length <= NAME_WORDS_MAX;

function leafOf(node: Node, path: string, value: number | string): Leaf | null {
  const forms = formsOf(node);
  const isSigned = forms.some((form) => form["x-signed"] === true);
  if (typeof value === "string") {
    if (NUMERIC.test(value)) return null;
    if (forms.some((form) => form["x-untrusted"] === true)) return { path, value, unit: "quote", isSigned };
    return { path, value, unit: forms.some(({ format }) => format === "date-time") ? "time" : "name", isSigned };
  }
  const unit = UNIT_OF[forms.find((form) => form["x-unit"] !== undefined)?.["x-unit"] ?? ""];
  return unit === undefined ? null : { path, value, unit, isSigned };
}

function walk(node: Node, value: unknown, path: string, found: Leaf[]): void {
  if (value === UNASSESSED || value === null || value === undefined) return;
  if (typeof value === "number" || typeof value === "string") {
    const leaf = leafOf(node, path, value);
    if (leaf) found.push(leaf);
    return;
  }
  if (typeof value !== "object") return;
  const forms = formsOf(node);
  for (const [name, inner] of Object.entries(value)) {
    const shape = Array.isArray(value)
      ? forms.find(({ items }) => items !== undefined)?.items
      : forms.find(({ properties }) => properties !== undefined && Object.hasOwn(properties, name))?.properties?.[name];
    if (shape !== undefined) walk(shape, inner, path === "" ? name : `${path}.${name}`, found);
  }
}

const shapeOf = (kind: EvidenceKind): Node => EVIDENCE[kind] as unknown as Node;

/** Evidence never changes: its values are looked up for many sentences. */
const FOUND = new WeakMap<object, readonly Leaf[]>();

/** Every value that was measured and that a sentence may show. */
export function leavesOf({ kind, data }: Cited): readonly Leaf[] {
  const before = FOUND.get(data);
  if (before) return before;
  const found: Leaf[] = [];
  if (isEvidenceKind(kind)) walk(shapeOf(kind), data, "", found);
  FOUND.set(data, found);
  return found;
}

/** One of them by its path; null where it is not there or was not measured. */
export const leafAt = (cited: Cited, path: string): Leaf | null =>
  leavesOf(cited).find((leaf) => leaf.path === path) ?? null;

/** Whether a value may be shown so: in a format of its unit, and without its sign only where it is a change. */
export function fits(leaf: Leaf, format: Format): boolean {
  const { unit, isSize = false } = formatRow(format);
  if (unit !== leaf.unit) return false;
  if (unit === "quote") return isQuotable(String(leaf.value));
  if (unit === "name" && !isNameable(String(leaf.value))) return false;
  return !isSize || leaf.isSigned;
}
