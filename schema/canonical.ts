// The canonical form of an issued object: RFC 8785 bytes and their SHA-256. Whoever has the bytes can recompute the hash.
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

type Canonical = {
  readonly schema: string;
  readonly id: string;
  readonly object: string;
  readonly as_of: string;
  /** Version of the code that made it; objects of before it was named have none. */
  readonly code_version?: string;
  readonly data: object;
  readonly sources: readonly object[];
};

/** Whether I-JSON has an exact form for the value. */
function isExact(value: unknown): boolean {
  if (typeof value === "string") return value.isWellFormed();
  if (typeof value === "number") {
    const isWritten = Number.isFinite(value) && !Object.is(value, -0);
    return isWritten && (!Number.isInteger(value) || Number.isSafeInteger(value));
  }
  if (Array.isArray(value)) return value.every(isExact);
  if (typeof value === "object" && value !== null)
    return Object.entries(value).every(([name, item]) => isExact(name) && (item === undefined || isExact(item)));
  return value === null || typeof value === "boolean";
}

/** Throws TypeError at the first value that I-JSON has no exact form for, with its JSON pointer. */
function assertExact(value: unknown, pointer: string): void {
  if (typeof value === "number") {
    if (!Number.isFinite(value) || Object.is(value, -0))
      throw new TypeError(`${pointer} is ${value}, not an I-JSON number`);
    if (Number.isInteger(value) && !Number.isSafeInteger(value)) throw new TypeError(`${pointer} is beyond 2^53`);
  } else if (typeof value === "string") {
    if (!value.isWellFormed()) throw new TypeError(`${pointer} holds half a character`);
  } else if (Array.isArray(value)) {
    value.forEach((item, index) => {
      assertExact(item, `${pointer}/${index}`);
    });
  } else if (typeof value === "object" && value !== null) {
    for (const [name, item] of Object.entries(value)) {
      assertExact(name, `${pointer} (a name)`);
      if (item !== undefined) assertExact(item, `${pointer}/${name}`);
    }
  } else if (value !== null && typeof value !== "boolean") {
    throw new TypeError(`${pointer} is a ${typeof value}, which JSON has no form for`);
  }
}

/** RFC 8785 bytes of any I-JSON value. Throws TypeError where there is no exact form. */
export function canonicalBytes(value: unknown): Buffer {
  // To say where it is not, each value is named, which takes longer than all else.
  if (!isExact(value)) assertExact(value, "");
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("nothing to canonicalise");
  return Buffer.from(text, "utf8");
}

/** The object that is hashed: what was said, without the members that its kind leaves out as said about it. */
export function canonicalObject(said: Canonical, leftOut: readonly string[]): Canonical {
  const { schema, id, object, as_of, code_version, data, sources } = said;
  const kept = Object.fromEntries(Object.entries(data).filter(([name]) => !leftOut.includes(name)));
  const named = code_version === undefined ? {} : { code_version };
  return { schema, id, object, as_of, ...named, data: kept, sources };
}

/** SHA-256 in lower-case hex; of a text, of its UTF-8. */
export const digestOf = (bytes: Uint8Array | string): string => createHash("sha256").update(bytes).digest("hex");

/** SHA-256 of the canonical text of any JSON value that was parsed: a fingerprint, not a proof. */
export function canonicalDigest(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("the value is not JSON");
  return digestOf(text);
}
