// RFC 8785: the one text of a JSON value, and its SHA-256.
import { createHash } from "node:crypto";
import canonicalize from "canonicalize";

/** The canonical text. Throws where the value is not JSON. */
export function canonicalText(value: unknown): string {
  const text = canonicalize(value);
  if (text === undefined) throw new TypeError("the value is not JSON");
  return text;
}

/** SHA-256 of the canonical text, hex. */
export const canonicalDigest = (value: unknown): string =>
  createHash("sha256").update(canonicalText(value)).digest("hex");
