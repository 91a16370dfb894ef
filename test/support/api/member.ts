// Walks the shapes of the wire objects: which members there are, and which of them a value shows, measured or not.
import { UNASSESSED } from "../../../schema/shape/quantity.ts";

type Shape = {
  readonly const?: unknown;
  readonly anyOf?: readonly Shape[];
  readonly type?: string;
  readonly properties?: Readonly<Record<string, Shape>>;
  readonly patternProperties?: Readonly<Record<string, Shape>>;
  readonly items?: Shape | boolean;
  readonly prefixItems?: readonly Shape[];
};

/** Every branch of a union, however deep. */
const branches = (shape: Shape): readonly Shape[] => (shape.anyOf ? shape.anyOf.flatMap(branches) : [shape]);
const isWord = (shape: Shape): boolean => shape.const === UNASSESSED;

/** Members within a branch by their name in a path; `*` stands for each element of a list or record. */
function inside(shape: Shape): [string, Shape][] {
  const records = Object.values(shape.patternProperties ?? {}).map((inner): [string, Shape] => ["*", inner]);
  const cells = (shape.prefixItems ?? []).map((inner, index): [string, Shape] => [String(index), inner]);
  const items: [string, Shape][] = typeof shape.items === "object" && !shape.prefixItems ? [["*", shape.items]] : [];
  return [...Object.entries(shape.properties ?? {}), ...records, ...cells, ...items];
}

/** The base of a section, a source and the like are one shape wherever they stand, and carry one name. */
const SHARED = [
  [/^\w+\/(object|id|as_of)$/, "envelope/$1"],
  [/^(?:state|market)\/(?:data\/)?[a-z]+\/(as_of|coverage|unassessed)(?=\/|$)/, "section/$1"],
  [/^(?:state|market)\/(?:data\/)?[a-z]+\/partial(?=\/|$)/, "section/unassessed"],
  [/^.*\/sources\/\*(?=\/|$)/, "source"],
  [/^history\/data\/events\/\*\/source(?=\/|$)/, "source"],
  [/^(?:state|history|evaluation)\/data\/token(?=\/|$)/, "token"],
  [/^history\/data\/series\/[a-z_]+\/(?!rows\/)/, "series/"],
  [/^state\/(?:data\/)?signals\/open\/\*|^history\/event\/signal/, "signal"],
  [/^evaluation\/data\/dimensions\/[a-z]+\//, "dimension/"],
  [/^record\/data\/(?:summary|calibration\/[a-z_]+)\/\*/, "record/row"],
] as const;
export const shared = (path: string): string => SHARED.reduce((at, [found, name]) => at.replace(found, name), path);

/** Paths of every member of a shape, and whether it may be unassessed. */
export function membersOf(shape: object, path: string, found = new Map<string, boolean>()): Map<string, boolean> {
  const all = branches(shape as Shape);
  found.set(path, (found.get(path) ?? false) || all.some(isWord));
  for (const branch of all) {
    for (const [name, inner] of inside(branch)) membersOf(inner, `${path}/${name}`, found);
  }
  return found;
}

/** What was seen of each member. */
type Seen = { readonly value: Set<string>; readonly unassessed: Set<string> };
export const openSeen = (): Seen => ({ value: new Set(), unassessed: new Set() });

/** Notes what a value shows of the members of its shape. Null shows nothing. */
function observe(seen: Seen, shape: object, value: unknown, path: string): void {
  if (value === undefined || value === null) return;
  const all = branches(shape as Shape);
  if (value === UNASSESSED && all.some(isWord)) {
    seen.unassessed.add(path);
    return;
  }
  seen.value.add(path);
  if (typeof value !== "object") return;
  for (const [name, inner] of all.flatMap(inside)) {
    const at = `${path}/${name}`;
    if (name === "*") for (const item of Object.values(value)) observe(seen, inner, item, at);
    else observe(seen, inner, Reflect.get(value, name), at);
  }
}

/** The same, with one name for what is one shape. */
export function observeShared(seen: Seen, shape: object, value: unknown, path: string): void {
  const mine = openSeen();
  observe(mine, shape, value, path);
  for (const at of mine.value) seen.value.add(shared(at));
  for (const at of mine.unassessed) seen.unassessed.add(shared(at));
}

/** Pointers of the members of a section that carry the word, wherever they are. */
export function wordsIn(value: unknown, path = ""): string[] {
  if (value === UNASSESSED) return [path];
  if (typeof value !== "object" || value === null) return [];
  return Object.entries(value).flatMap(([key, item]) => (key === "unassessed" ? [] : wordsIn(item, `${path}/${key}`)));
}
