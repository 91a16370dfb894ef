// Signed notes of C2SP: a text, then a line a signature; keys carry their name and an identifier made of both.
import { createHash, createPrivateKey, createPublicKey, sign, verify } from "node:crypto";

/** Ed25519, as the format numbers it. */
const ALGORITHM = 1;
const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");
const NAME = /^[^\s+]+$/u;
const SIGNATURE = /^— ([^\s+]+) ([A-Za-z0-9+/]+={0,2})$/u;

export type NoteVerifier = { readonly name: string; readonly id: string; readonly publicKey: Buffer };
export type NoteSigner = NoteVerifier & { readonly seed: Buffer };
export type NoteSignature = { readonly name: string; readonly id: string; readonly signature: Buffer };

const idOf = (name: string, key: Buffer): string =>
  createHash("sha256").update(`${name}\n`).update(Uint8Array.of(ALGORITHM)).update(key).digest("hex").slice(0, 8);

const privateOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: "der", type: "pkcs8" });
const publicOf = (key: Buffer) =>
  createPublicKey({ key: Buffer.concat([PUBLIC_DER, key]), format: "der", type: "spki" });

/** A signer from 32 secret bytes. Throws where the name has a space or a plus sign. */
export function signerOf(name: string, seed: Buffer): NoteSigner {
  if (!NAME.test(name)) throw new TypeError("a key's name has no spaces and no plus sign");
  if (seed.length !== 32) throw new TypeError("a seed has 32 bytes");
  const spki = createPublicKey(privateOf(seed)).export({ format: "der", type: "spki" });
  const publicKey = spki.subarray(PUBLIC_DER.length);
  return { name, id: idOf(name, publicKey), publicKey, seed };
}

const withAlgorithm = (bytes: Buffer) => Buffer.concat([Uint8Array.of(ALGORITHM), bytes]).toString("base64");
export const encodeSigner = (key: NoteSigner): string => `PRIVATE+KEY+${key.name}+${key.id}+${withAlgorithm(key.seed)}`;
export const encodeVerifier = (key: NoteVerifier): string => `${key.name}+${key.id}+${withAlgorithm(key.publicKey)}`;

function keyBytes(encoded: string): Buffer {
  const bytes = Buffer.from(encoded, "base64");
  if (bytes[0] !== ALGORITHM || bytes.length !== 33) throw new TypeError("the key is not an Ed25519 key");
  return bytes.subarray(1);
}

/** Reads `PRIVATE+KEY+<name>+<id>+<base64>`. Throws TypeError; the text of the key is never part of the message. */
export function decodeSigner(text: string): NoteSigner {
  const [, name, id, encoded] = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  if (!name || !encoded) throw new TypeError("a signing key reads PRIVATE+KEY+<name>+<id>+<base64>");
  const signer = signerOf(name, keyBytes(encoded));
  if (signer.id !== id) throw new TypeError(`the identifier of the signing key ${name} is not its own`);
  return signer;
}

/** Reads `<name>+<id>+<base64>`. Throws TypeError. */
export function decodeVerifier(text: string): NoteVerifier {
  const [, name, id, encoded] = /^([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  if (!name || !id || !encoded) throw new TypeError("a verifier key reads <name>+<id>+<base64>");
  const publicKey = keyBytes(encoded);
  if (idOf(name, publicKey) !== id) throw new TypeError(`the identifier of the key ${name} is not its own`);
  return { name, id, publicKey };
}

/** Signs a text that ends with a newline, once with every key. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (!text.endsWith("\n")) throw new TypeError("a note's text ends with a newline");
  const lines = signers.map((signer) => {
    const signature = sign(null, Buffer.from(text), privateOf(signer.seed));
    return `— ${signer.name} ${Buffer.concat([Buffer.from(signer.id, "hex"), signature]).toString("base64")}\n`;
  });
  return `${text}\n${lines.join("")}`;
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
    const bytes = Buffer.from(encoded ?? "", "base64");
    if (!name || bytes.length <= 4) return null;
    signatures.push({ name, id: bytes.toString("hex", 0, 4), signature: bytes.subarray(4) });
  }
  return signatures.length > 0 ? { text: note.slice(0, end + 1), signatures } : null;
}

/** Names of the keys whose signatures hold. A known key with a wrong signature makes the whole note invalid: null. */
export function verifyNote(note: string, verifiers: readonly NoteVerifier[]): string[] | null {
  const read = readNote(note);
  if (!read) return null;
  const names: string[] = [];
  for (const { name, id, signature } of read.signatures) {
    const key = verifiers.find((known) => known.name === name && known.id === id);
    if (!key) continue;
    if (!verify(null, Buffer.from(read.text), publicOf(key.publicKey), signature)) return null;
    names.push(name);
  }
  return names;
}
