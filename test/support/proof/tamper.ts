// Every way to change a JSON value in one place: members changed, removed, added and given twice, items likewise.

export type Tampering = {
  readonly what: string;
  /** JSON pointer of the member, items of lists as `*`. */
  readonly pointer: string;
  /** The whole with it, for as long as the next way is not asked for. */
  readonly text: () => string;
};

type Holder = Record<string, unknown> | unknown[];

const isHolder = (value: unknown): value is Holder => typeof value === "object" && value !== null;
const flip = (sign: string) => (sign === "0" ? "1" : sign === "a" ? "b" : /[0-9]/.test(sign) ? "0" : "a");

/** Other values of the same and of another type. */
function othersOf(value: unknown): unknown[] {
  if (typeof value === "string") {
    const middle = Math.floor(value.length / 2);
    const changed = `${value.slice(0, middle)}${flip(value[middle] ?? "")}${value.slice(middle + 1)}`;
    return [changed, `${value}00`, value.slice(0, -1), value.toUpperCase(), null, 7].filter((one) => one !== value);
  }
  if (typeof value === "number") return [value + 1, 0, -1, 0.5, null, `${value}`].filter((one) => one !== value);
  if (typeof value === "boolean") return [!value, null];
  if (value === null) return ["said", 7, {}, []];
  return Array.isArray(value) ? [null, {}, ...(value.length > 0 ? [[]] : [])] : [null, [], {}];
}

/** Text forms of a number that two readers could take for different things. */
const NUMBERS = ["1e999", "-0.0", "-0", "1.0", "1E0", "9007199254740993", "01"];
const MARK = "tampered here";

/** Ways to write the whole with one member of the holder other than it was; the value itself is left as it was. */
export function* tamperAt(whole: unknown, holder: Holder, name: string, pointer: string): Generator<Tampering> {
  const said = holder as Record<string, unknown>;
  const value = said[name];
  const told = () => JSON.stringify(whole);
  for (const other of othersOf(value)) {
    said[name] = other;
    yield { what: `changed to ${JSON.stringify(other).slice(0, 40)}`, pointer, text: told };
  }
  if (typeof value === "number") {
    said[name] = MARK;
    for (const form of NUMBERS) {
      yield { what: `written as ${form}`, pointer, text: () => told().replace(JSON.stringify(MARK), () => form) };
    }
  }
  if (typeof value === "string") {
    said[name] = MARK;
    yield { what: "with half a character", pointer, text: () => told().replace(MARK, () => "\\ud800") };
  }
  said[name] = value;
  if (Array.isArray(holder)) {
    const at = Number(name);
    holder.splice(at, 1);
    yield { what: "removed", pointer, text: told };
    holder.splice(at, 0, value, value);
    yield { what: "given twice", pointer, text: told };
    holder.splice(at, 1);
    return;
  }
  const twice = JSON.stringify({ [name]: value }).slice(1, -1);
  said[name] = MARK;
  const once = JSON.stringify({ [name]: MARK }).slice(1, -1);
  yield { what: "given twice", pointer, text: () => told().replace(once, () => `${twice},${twice}`) };
  // Written as if it were not there, and in its place again afterwards.
  said[name] = undefined;
  yield { what: "removed", pointer, text: told };
  said[name] = value;
}

/** Places of a value, outermost first. */
export function* placesOf(value: unknown, pointer = ""): Generator<readonly [Holder, string, string]> {
  if (!isHolder(value)) return;
  for (const name of Object.keys(value)) {
    const path = `${pointer}/${Array.isArray(value) ? "*" : name}`;
    yield [value, name, path];
    yield* placesOf((value as Record<string, unknown>)[name], path);
  }
}
