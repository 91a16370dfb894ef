// Signs and verifies notes of C2SP in Node, with its own Ed25519.

import { createPrivateKey, createPublicKey, sign, verify } from "node:crypto";
import { cosignedText } from "./cosignature.ts";
import { ALGORITHMS, type KeyUse, keyBytes, keyId, type NoteVerifier, readNote } from "./note-text.ts";

const PRIVATE_DER = Buffer.from("302e020100300506032b657004220420", "hex");
const PUBLIC_DER = Buffer.from("302a300506032b6570032100", "hex");
const NAME = /^[^\s+]+$/u;

export type NoteSigner = NoteVerifier & { readonly seed: Buffer };

const privateOf = (seed: Buffer) =>
  createPrivateKey({ key: Buffer.concat([PRIVATE_DER, seed]), format: "der", type: "pkcs8" });
const publicOf = (key: Uint8Array) =>
  createPublicKey({ key: Buffer.concat([PUBLIC_DER, key]), format: "der", type: "spki" });

/** A signer from 32 secret bytes. Throws where the name has a space or a plus sign. */
export function signerOf(name: string, seed: Buffer, use: KeyUse = "note"): NoteSigner {
  if (!NAME.test(name)) throw new TypeError("a key's name has no spaces and no plus sign");
  if (seed.length !== 32) throw new TypeError("a seed has 32 bytes");
  const spki = createPublicKey(privateOf(seed)).export({ format: "der", type: "spki" });
  const publicKey = spki.subarray(PUBLIC_DER.length);
  return { name, id: keyId(name, publicKey, use), publicKey, seed };
}

const withAlgorithm = (bytes: Uint8Array, use: KeyUse = "note") =>
  Buffer.concat([Uint8Array.of(ALGORITHMS[use]), bytes]).toString("base64");
export const encodeSigner = (key: NoteSigner): string => `PRIVATE+KEY+${key.name}+${key.id}+${withAlgorithm(key.seed)}`;
export const encodeVerifier = (key: NoteVerifier): string => `${key.name}+${key.id}+${withAlgorithm(key.publicKey)}`;
export const encodeWitness = (key: NoteVerifier): string =>
  `${key.name}+${key.id}+${withAlgorithm(key.publicKey, "cosignature")}`;

/** Reads `PRIVATE+KEY+<name>+<id>+<base64>`. Throws TypeError; the text of the key is never part of the message. */
export function decodeSigner(text: string): NoteSigner {
  const [, name, id, encoded] = /^PRIVATE\+KEY\+([^\s+]+)\+([0-9a-f]{8})\+(.+)$/u.exec(text) ?? [];
  if (!name || !encoded) throw new TypeError("a signing key reads PRIVATE+KEY+<name>+<id>+<base64>");
  const signer = signerOf(name, Buffer.from(keyBytes(encoded)));
  if (signer.id !== id) throw new TypeError(`the identifier of the signing key ${name} is not its own`);
  return signer;
}

const lineOf = ({ name, id }: NoteSigner, signature: Buffer): string =>
  `— ${name} ${Buffer.concat([Buffer.from(id, "hex"), signature]).toString("base64")}\n`;

/** The line by which a witness says that it saw the checkpoint of this text at `timeS`, in epoch seconds. */
export function cosignNote(text: string, timeS: number, signer: NoteSigner): string {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(timeS));
  const signature = sign(null, Buffer.from(cosignedText(text, timeS)), privateOf(signer.seed));
  return lineOf(signer, Buffer.concat([time, signature]));
}

/** Signs a text that ends with a newline, once with every key. */
export function signNote(text: string, signers: readonly NoteSigner[]): string {
  if (!text.endsWith("\n")) throw new TypeError("a note's text ends with a newline");
  const lines = signers.map((signer) => lineOf(signer, sign(null, Buffer.from(text), privateOf(signer.seed))));
  return `${text}\n${lines.join("")}`;
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
