// The Merkle tree of RFC 6962 over stored nodes: roots, inclusion and consistency proofs read O(log n) hashes.
import { createHash } from "node:crypto";

/** A whole subtree of 2^level leaves; the index counts such subtrees from the left. */
export type NodePlace = { readonly level: number; readonly index: number };
export type TreeNode = NodePlace & { readonly hash: Buffer };
/** Gives the hash of a whole subtree; throws where it is not stored. */
export type ReadNode = (place: NodePlace) => Buffer;

const sha256 = (...parts: readonly Uint8Array[]): Buffer => {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return hash.digest();
};

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);
export const EMPTY_ROOT: Buffer = sha256();

export const leafHash = (data: Uint8Array): Buffer => sha256(LEAF, data);
export const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => sha256(NODE, left, right);

/** The largest power of two below n; n at least 2. */
function splitOf(n: number): number {
  let k = 1;
  while (k * 2 < n) k *= 2;
  return k;
}

/** Hash over the leaves from `from` up to `to`, where `from` is a multiple of the next power of two of the width. */
function rangeHash(from: number, to: number, read: ReadNode): Buffer {
  const width = to - from;
  const level = Math.log2(width);
  if (Number.isInteger(level)) return read({ level, index: from / width });
  const middle = from + splitOf(width);
  return nodeHash(rangeHash(from, middle, read), rangeHash(middle, to, read));
}

/** Root of the first `size` leaves. */
export const rootOf = (size: number, read: ReadNode): Buffer => (size === 0 ? EMPTY_ROOT : rangeHash(0, size, read));

/** Audit path of one leaf, deepest first. Throws RangeError where the leaf is not in the tree. */
export function inclusionPath(index: number, size: number, read: ReadNode): Buffer[] {
  if (index < 0 || index >= size) throw new RangeError(`leaf ${index} is not among ${size}`);
  const path: Buffer[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const middle = from + splitOf(to - from);
    if (index < middle) {
      path.push(rangeHash(middle, to, read));
      to = middle;
    } else {
      path.push(rangeHash(from, middle, read));
      from = middle;
    }
  }
  return path.reverse();
}

function consistencyOf(old: number, from: number, to: number, whole: boolean, read: ReadNode): Buffer[] {
  if (old === to) return whole ? [] : [rangeHash(from, to, read)];
  const middle = from + splitOf(to - from);
  return old <= middle
    ? [...consistencyOf(old, from, middle, whole, read), rangeHash(middle, to, read)]
    : [...consistencyOf(old, middle, to, false, read), rangeHash(from, middle, read)];
}

/** Proof that the tree of `size` leaves only added to the tree of `old` leaves. */
export function consistencyPath(old: number, size: number, read: ReadNode): Buffer[] {
  if (old < 0 || old > size) throw new RangeError(`no tree of ${old} leaves came before one of ${size}`);
  return old === 0 || old === size ? [] : consistencyOf(old, 0, size, true, read);
}

/** The stored nodes that a computation reads: run it with a recorder first, then with what was fetched. */
export function placesRead(compute: (read: ReadNode) => unknown): NodePlace[] {
  const places = new Map<string, NodePlace>();
  compute((place) => {
    places.set(`${place.level}/${place.index}`, place);
    return EMPTY_ROOT;
  });
  return [...places.values()];
}

/** Nodes of one level become nodes of the next; an odd one at the end waits for its neighbour. */
export function parentsOf(level: number, firstIndex: number, hashes: readonly Buffer[]): TreeNode[] {
  if (firstIndex % 2 !== 0) throw new RangeError("parents are made from an even index on");
  const parents: TreeNode[] = [];
  for (let at = 0; at + 1 < hashes.length; at += 2) {
    const [left, right] = [hashes[at], hashes[at + 1]];
    if (left && right) parents.push({ level: level + 1, index: (firstIndex + at) / 2, hash: nodeHash(left, right) });
  }
  return parents;
}

/** Root that a leaf and its audit path lead to; null where the path does not fit the tree (RFC 9162, 2.1.3.2). */
export function rootFromInclusion(index: number, size: number, leaf: Buffer, path: readonly Buffer[]): Buffer | null {
  if (index >= size) return null;
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const step of path) {
    if (sn === 0) return null;
    if (fn % 2 === 1 || fn === sn) {
      root = nodeHash(step, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      root = nodeHash(root, step);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 ? root : null;
}

/** Whether the path shows that the new root holds all of the old one (RFC 9162, 2.1.4.2). */
export function isConsistent(
  old: { readonly size: number; readonly root: Buffer },
  now: { readonly size: number; readonly root: Buffer },
  path: readonly Buffer[],
): boolean {
  if (old.size === now.size) return path.length === 0 && old.root.equals(now.root);
  if (old.size === 0) return path.length === 0;
  if (old.size > now.size) return false;
  const steps = Number.isInteger(Math.log2(old.size)) ? [old.root, ...path] : [...path];
  const first = steps.shift();
  if (!first || path.length === 0) return false;
  let [fn, sn] = [old.size - 1, now.size - 1];
  while (fn % 2 === 1) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  let [fr, sr] = [first, first];
  for (const step of steps) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeHash(step, fr);
      sr = nodeHash(step, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
    } else {
      sr = nodeHash(sr, step);
    }
    [fn, sn] = [Math.floor(fn / 2), Math.floor(sn / 2)];
  }
  return sn === 0 && fr.equals(old.root) && sr.equals(now.root);
}
