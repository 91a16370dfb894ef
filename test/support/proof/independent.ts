// A second canonicaliser and a second Merkle tree, written from the standards alone: judges of the ones in use.
import { createHash } from "node:crypto";

const SHORT: Readonly<Record<string, string>> = {
  "\b": "\\b",
  "\t": "\\t",
  "\n": "\\n",
  "\f": "\\f",
  "\r": "\\r",
  '"': '\\"',
  "\\": "\\\\",
};

/** RFC 8785, 3.2.2.2: only what must be is escaped. */
function text(value: string): string {
  let out = '"';
  for (let at = 0; at < value.length; at++) {
    const unit = value.charAt(at);
    const code = value.charCodeAt(at);
    out += SHORT[unit] ?? (code < 0x20 ? `\\u00${code.toString(16).padStart(2, "0")}` : unit);
  }
  return `${out}"`;
}

/** RFC 8785, 3.2.3: by UTF-16 code units. */
function before(a: string, b: string): number {
  for (let at = 0; at < Math.min(a.length, b.length); at++) {
    const difference = a.charCodeAt(at) - b.charCodeAt(at);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** RFC 8785 text of a JSON value. */
export function canonicalText(value: unknown): string {
  if (typeof value === "string") return text(value);
  if (value === null || typeof value !== "object") return `${value}`;
  if (Array.isArray(value)) return `[${value.map(canonicalText).join(",")}]`;
  const names = Object.keys(value).sort(before);
  return `{${names.map((name) => `${text(name)}:${canonicalText((value as Record<string, unknown>)[name])}`).join(",")}}`;
}

export const sha256 = (...parts: (string | Uint8Array)[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

/** RFC 6962, 2.1: the hash of a list of leaf data, by definition. */
export function merkleRoot(leaves: readonly Uint8Array[]): Buffer {
  if (leaves.length === 0) return sha256();
  if (leaves.length === 1) return sha256(Buffer.of(0), leaves[0] ?? Buffer.alloc(0));
  const left = 2 ** Math.ceil(Math.log2(leaves.length) - 1);
  return sha256(Buffer.of(1), merkleRoot(leaves.slice(0, left)), merkleRoot(leaves.slice(left)));
}

/** RFC 6962, 2.1.1: the root that a leaf's audit path leads to, by the definition of the path. */
export function rootByPath(index: number, size: number, leaf: Uint8Array, path: readonly Uint8Array[]): Buffer {
  if (size === 1) return sha256(Buffer.of(0), leaf);
  const left = 2 ** Math.ceil(Math.log2(size) - 1);
  const [rest, last] = [path.slice(0, -1), path.at(-1) ?? Buffer.alloc(0)];
  return index < left
    ? sha256(Buffer.of(1), rootByPath(index, left, leaf, rest), last)
    : sha256(Buffer.of(1), last, rootByPath(index - left, size - left, leaf, rest));
}
