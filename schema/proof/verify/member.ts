// Members read by a table: each is of its type and there, and what no check will look at is named on the way.
import { isHex } from "../bytes.ts";
import { isObject, type Json } from "./strict-json.ts";

/** What makes a proof false; the message says what it is. */
export class Falsehood extends Error {
  override readonly name = "Falsehood";
}

/** JSON pointers of members that nothing was compared with; an entry of a list is `*`. */
export type Named = Set<string>;

/** Throws Falsehood where the value is not of the type. */
export type Read<T> = (value: Json, path: string, named: Named) => T;

const check =
  <T extends Json>(what: string, isRight: (value: Json) => boolean): Read<T> =>
  (value, path) => {
    if (!isRight(value)) throw new Falsehood(`${path} is not ${what}`);
    return value as T;
  };

const text = (pattern: RegExp) => (value: Json) => typeof value === "string" && pattern.test(value);

export const anything: Read<Json> = (value) => value;
export const words = check<string>("text", (value) => typeof value === "string");
export const count = check<number>("a whole number", (value) => Number.isInteger(value) && (value as number) >= 0);
export const digest = check<string>("64 digits of lower-case hex", text(/^[0-9a-f]{64}$/));
export const hex = check<string>("lower-case hex", (value) => typeof value === "string" && isHex(value));
export const address = check<string>("an address in lower case", text(/^0x[0-9a-f]{40}$/));
export const truth = check<boolean>("true or false", (value) => typeof value === "boolean");
export const time = check<string>("a time", text(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/));

export const exactly = <const T extends string>(...choices: readonly T[]): Read<T> =>
  check<T>(choices.join(" or "), (value) => choices.some((choice) => choice === value));

export const nullable =
  <T>(read: Read<T>): Read<T | null> =>
  (value, path, named) =>
    value === null ? null : read(value, path, named);

export const list =
  <T>(read: Read<T>): Read<readonly T[]> =>
  (value, path, named) => {
    if (!Array.isArray(value)) throw new Falsehood(`${path} is not a list`);
    return (value as readonly Json[]).map((item) => read(item, `${path}/*`, named));
  };

/** Of its type, and otherwise not looked at. */
export const unchecked =
  <T>(read: Read<T>): Read<T> =>
  (value, path, named) => {
    named.add(path);
    return read(value, path, new Set());
  };

const OPTIONAL = new WeakSet<object>();

/** May be absent, which it reads as null. */
export const optional = <T>(read: Read<T | null>): Read<T | null> => {
  const mayMiss: Read<T | null> = (value, path, named) => read(value, path, named);
  OPTIONAL.add(mayMiss);
  return mayMiss;
};

type Table = Readonly<Record<string, Read<unknown>>>;
type Members<T extends Table> = { readonly [Name in keyof T]: ReturnType<T[Name]> };

/** Every member of the table is there; a member it does not have is named. */
export const members = <T extends Table>(table: T): Read<Members<T>> => {
  const reads = Object.entries(table).map(([name, of]) => ({ name, of, isOptional: OPTIONAL.has(of) }));
  return (value, path, named) => {
    if (!isObject(value)) throw new Falsehood(`${path === "" ? "the answer" : path} is not an object`);
    for (const name in value) if (!Object.hasOwn(table, name)) named.add(`${path}/${name}`);
    const read: Record<string, unknown> = {};
    for (const { name, of, isOptional } of reads) {
      const given = value[name];
      if (given === undefined && !isOptional) throw new Falsehood(`${path}/${name} is not there`);
      read[name] = of(given ?? null, `${path}/${name}`, named);
    }
    return read as Members<T>;
  };
};
