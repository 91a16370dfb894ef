// Signed notes of C2SP as text: a text, then a line a signature; keys carry their name and an identifier made of both.
import { fromBase64, toHex, toUtf8 } from "./bytes.ts";
import { sha256 } from "./curve.ts";

/** Ed25519, as the format numbers it. */
export const ALGORITHM = 1;
const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

export type NoteVerifier = { readonly name: string; readonly id: string; readonly publicKey: Uint8Array };
type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Uint8Array };

/** Eight hex digits of a name and its key. */
export const keyId = (name: string, publicKey: Uint8Array): string =>
  toHex(sha256(toUtf8(`${name}\n`), Uint8Array.of(ALGORITHM), publicKey)).slice(0, 8);

/** 32 bytes after the algorithm's number. Throws TypeError. */
export function keyBytes(encoded: string): Uint8Array {
  const bytes = fromBase64(encoded);
  if (bytes?.[0] !== ALGORITHM || bytes.length !== 33) throw new TypeError("the key is not an Ed25519 key");
  return bytes.subarray(1);
}

/** Reads `<name>+<id>+<base64>`. Throws TypeError. */
export function decodeVerifier(text: string): NoteVerifier {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  if (!name || !id || !encoded) throw new TypeError("a verifier key reads <name>+<id>+<base64>");
  const publicKey = keyBytes(encoded);
  if (keyId(name, publicKey) !== id) throw new TypeError(`the identifier of the key ${name} is not its own`);
  return { name, id, publicKey };
}

/** The text of a note and its signature lines; null where it is not a note. */
export function readNote(
  note: string,
): { readonly text: string; readonly signatures: readonly NoteSignature[] } | null {
  const end = note.lastIndexOf("\n\n");
  if (end < 0 || !note.endsWith("\n")) return null;
  const signatures: NoteSignature[] = [];
  for (const line of note.slice(end + 2, -1).split("\n")) {
    const [, name, encoded] = SIGNATURE.exec(line) ?? [];
    const bytes = fromBase64(encoded ?? "");
    if (!name || bytes === null || bytes.length <= 4) return null;
    signatures.push({ name, id: toHex(bytes.subarray(0, 4)), signature: bytes.subarray(4) });
  }
  return signatures.length > 0 ? { text: note.slice(0, end + 1), signatures } : null;
}
