// Signed notes of C2SP as text: a text, then a line a signature; keys carry their name and an identifier made of both.
import { fromBase64, toHex, toUtf8 } from "./bytes.ts";
import { sha256 } from "./curve.ts";

/** What a key signs with, as the format numbers it: Ed25519 over a note, or Ed25519 of a witness over a note and a time. */
export const ALGORITHMS = { note: 1, cosignature: 4 } as const;
export type KeyUse = keyof typeof ALGORITHMS;
const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

export type NoteVerifier = { readonly name: string; readonly id: string; readonly publicKey: Uint8Array };
type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Uint8Array };

/** Eight hex digits of a name and its key. */
export const keyId = (name: string, publicKey: Uint8Array, use: KeyUse = "note"): string =>
  toHex(sha256(toUtf8(`${name}\n`), Uint8Array.of(ALGORITHMS[use]), publicKey)).slice(0, 8);

/** 32 bytes after the algorithm's number. Throws TypeError. */
export function keyBytes(encoded: string, use: KeyUse = "note"): Uint8Array {
  const bytes = fromBase64(encoded);
  if (bytes?.[0] !== ALGORITHMS[use] || bytes.length !== 33) {
    throw new TypeError(
      use === "note" ? "the key is not an Ed25519 key" : "the key is not an Ed25519 key of a witness",
    );
  }
  return bytes.subarray(1);
}

function decodeKey(text: string, use: KeyUse): NoteVerifier {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  if (!name || !id || !encoded) throw new TypeError("a verifier key reads <name>+<id>+<base64>");
  const publicKey = keyBytes(encoded, use);
  if (keyId(name, publicKey, use) !== id) throw new TypeError(`the identifier of the key ${name} is not its own`);
  return { name, id, publicKey };
}

/** Reads `<name>+<id>+<base64>` of a key that signs notes. Throws TypeError. */
export const decodeVerifier = (text: string): NoteVerifier => decodeKey(text, "note");

/** Reads `<name>+<id>+<base64>` of a key that a witness cosigns with. Throws TypeError. */
export const decodeWitness = (text: string): NoteVerifier => decodeKey(text, "cosignature");

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
