// Checks that the hash is in the log and that a key of the log signed the log's root.
import { fromHex, isSame, toHex, toUtf8 } from "../bytes.ts";
import { readCheckpoint } from "../checkpoint.ts";
import { cosignedAt } from "../cosignature.ts";
import { isSigned } from "../curve.ts";
import { decodeVerifier, type NoteVerifier, readNote } from "../note-text.ts";
import { isConsistent, leafDigest, rootFromInclusion } from "../path.ts";
import { Falsehood, type Named } from "./member.ts";
import type { Pins } from "./pins.ts";
import type { Inclusion } from "./proof-members.ts";

/** The log as the checkpoint over the object shows it. */
export type Log = {
  readonly origin: string;
  readonly size: number;
  readonly root: Uint8Array;
  readonly leaf: number;
  readonly keys: readonly NoteVerifier[];
};

/** Bytes of what was read as hex already. */
export const bytesOf = (text: string): Uint8Array => fromHex(text) ?? new Uint8Array(0);

const nameOf = ({ name, id }: NoteVerifier): string => `${name}+${id}`;

/** When each witness saw the checkpoint, in epoch seconds; those of whom it says nothing are left out. Throws Falsehood. */
function witnessesOfNote(note: string, witnesses: readonly NoteVerifier[]): Map<string, number> {
  const seen = new Map<string, number>();
  for (const witness of witnesses) {
    const timeS = cosignedAt(note, witness);
    if (timeS === false) throw new Falsehood(`the cosignature of ${nameOf(witness)} does not hold`);
    if (timeS !== null) seen.set(nameOf(witness), timeS);
  }
  return seen;
}

/** Names of the keys that signed the note; `witnesses` are read by others. Throws Falsehood where none did, or one that is known did not. */
export function signersOfNote(
  note: string,
  keys: readonly NoteVerifier[],
  path: string,
  named: Named,
  witnesses: readonly NoteVerifier[] = [],
): string[] {
  const read = readNote(note);
  if (read === null) throw new Falsehood(`${path} is no signed note`);
  const names: string[] = [];
  for (const one of read.signatures) {
    const name = `${one.name}+${one.id}`;
    const key = keys.find((known) => nameOf(known) === name);
    if (witnesses.some((witness) => nameOf(witness) === name)) continue;
    if (key === undefined) {
      named.add(`${path} (the signature of ${name})`);
      continue;
    }
    if (names.includes(name)) throw new Falsehood(`${path} has two signatures of ${name}`);
    if (!isSigned(toUtf8(read.text), one.signature, key.publicKey)) {
      throw new Falsehood(`the signature of ${name} in ${path} does not hold`);
    }
    names.push(name);
  }
  if (names.length === 0) throw new Falsehood(`${path} has no signature of a known key`);
  return names;
}

/** Keys that count: those pinned, or those that the proof itself gives. */
function readKeys(given: readonly string[], { keys }: Pins, named: Named): readonly NoteVerifier[] {
  if (new Set(given).size !== given.length) throw new Falsehood("inclusion gives a key twice");
  let read: NoteVerifier[];
  try {
    read = given.map(decodeVerifier);
  } catch (error) {
    throw new Falsehood(`a key of the log: ${error instanceof Error ? error.message : error}`);
  }
  if (keys.length === 0) return read;
  if (read.map(nameOf).join() !== keys.map(nameOf).join()) named.add("/data/inclusion/keys");
  return keys;
}

export type Signed = Log & { readonly signers: readonly string[]; readonly seen: ReadonlyMap<string, number> };

/** Throws Falsehood. @returns the log, who signed its checkpoint, and which pinned witnesses saw it when. */
export function checkLog(inclusion: Inclusion, hash: string, pins: Pins, named: Named): Signed {
  const { leaf_index: leaf, tree_size: size, root_hash: rootHash, hashes, checkpoint } = inclusion;
  const root = rootFromInclusion(leaf, size, leafDigest(bytesOf(hash)), hashes.map(bytesOf));
  if (root === null || toHex(root) !== rootHash) throw new Falsehood("the audit path does not lead to the root");
  const keys = readKeys(inclusion.keys, pins, named);
  const witnesses = pins.witnesses?.keys ?? [];
  const signers = signersOfNote(checkpoint, keys, "/data/inclusion/checkpoint", named, witnesses);
  const said = readCheckpoint(readNote(checkpoint)?.text ?? "");
  if (said === null) throw new Falsehood("the checkpoint cannot be read");
  if (said.size !== size) throw new Falsehood("the checkpoint is of another size");
  if (!isSame(said.root, root)) throw new Falsehood("the checkpoint signs another root");
  const origins = pins.origin === null ? pins.keys.map(({ name }) => name) : [pins.origin];
  if (origins.length > 0 && !origins.includes(said.origin)) throw new Falsehood("the checkpoint is of another log");
  return { origin: said.origin, size, root, leaf, keys, signers, seen: witnessesOfNote(checkpoint, witnesses) };
}

type Older = {
  readonly origin: string;
  readonly size: number;
  readonly root: string;
  readonly consistency: readonly string[];
};

/** The older tree holds the leaf, and the log still holds the older tree. Throws Falsehood. */
export function checkOlder(what: string, { origin, size, root, consistency }: Older, log: Log): void {
  if (origin !== log.origin) throw new Falsehood(`the ${what} is of another log`);
  if (log.leaf >= size) throw new Falsehood(`the ${what} is of a tree without this leaf`);
  if (!isConsistent({ size, root: bytesOf(root) }, log, consistency.map(bytesOf))) {
    throw new Falsehood(`the log does not continue the tree of the ${what}`);
  }
}
