// Holds a built value against a recomputed one, leaf by leaf, and remembers which members were held against a value.
import { UNASSESSED } from "../../schema/shape/quantity.ts";
import { membersOf } from "../support/api/member.ts";

type Asserts = { equal(found: unknown, wanted: unknown, message: string): unknown };
const isNode = (value: unknown): value is object => typeof value === "object" && value !== null;

/** NULL is "not measured" in SQL; `seen` gets the path of each leaf that carried a value, `*` for elements of lists. */
export function compare(t: Asserts, built: unknown, wanted: unknown, at: string, seen: Set<string>, path = at): void {
  if (!isNode(wanted)) {
    if (wanted === null) {
      t.equal(built === null || built === UNASSESSED, true, `${path} is not measured: ${JSON.stringify(built)}`);
    } else {
      t.equal(built, wanted, path);
      seen.add(at);
    }
    return;
  }
  if (Array.isArray(wanted)) t.equal(Array.isArray(built) ? built.length : built, wanted.length, `${path} length`);
  for (const [key, value] of Object.entries(wanted)) {
    const mine = isNode(built) ? Reflect.get(built, key) : undefined;
    compare(t, mine, value, `${at}/${Array.isArray(wanted) ? "*" : key}`, seen, `${path}/${key}`);
  }
}

/** Leaves of a shape that no comparison reached, without those within the listed ones. */
export function unreached(shape: object, path: string, seen: ReadonlySet<string>, listed: Iterable<string>): string[] {
  const all = [...membersOf(shape, path).keys()];
  const leaves = all.filter((one) => !all.some((other) => other.startsWith(`${one}/`)));
  const known = [...listed];
  return leaves.filter((leaf) => !seen.has(leaf) && !known.some((one) => leaf === one || leaf.startsWith(`${one}/`)));
}
