// What the paths of the Merkle tree of RFC 6962 prove: that a leaf is in it, and that a larger tree only added to it.
import { isSame } from "./bytes.ts";
import { sha256 } from "./curve.ts";

const LEAF = Uint8Array.of(0);
const NODE = Uint8Array.of(1);

export const leafDigest = (data: Uint8Array): Uint8Array => sha256(LEAF, data);
export const nodeDigest = (left: Uint8Array, right: Uint8Array): Uint8Array => sha256(NODE, left, right);

const half = (n: number): number => Math.floor(n / 2);

/** Root that a leaf and its audit path lead to; null where the path does not fit the tree (RFC 9162, 2.1.3.2). */
export function rootFromInclusion(
  index: number,
  size: number,
  leaf: Uint8Array,
  path: readonly Uint8Array[],
): Uint8Array | null {
  if (index >= size) return null;
  let [fn, sn, root] = [index, size - 1, leaf];
  for (const step of path) {
    if (sn === 0) return null;
    if (fn % 2 === 1 || fn === sn) {
      root = nodeDigest(step, root);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      root = nodeDigest(root, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 ? root : null;
}

type Tree = { readonly size: number; readonly root: Uint8Array };

/** Whether the path shows that the new root holds all of the old one (RFC 9162, 2.1.4.2). */
export function isConsistent(old: Tree, now: Tree, path: readonly Uint8Array[]): boolean {
  if (old.size === now.size) return path.length === 0 && isSame(old.root, now.root);
  if (old.size === 0) return path.length === 0;
  if (old.size > now.size) return false;
  const steps = Number.isInteger(Math.log2(old.size)) ? [old.root, ...path] : [...path];
  const first = steps.shift();
  if (!first || path.length === 0) return false;
  let [fn, sn] = [old.size - 1, now.size - 1];
  while (fn % 2 === 1) [fn, sn] = [half(fn), half(sn)];
  let [fr, sr] = [first, first];
  for (const step of steps) {
    if (sn === 0) return false;
    if (fn % 2 === 1 || fn === sn) {
      fr = nodeDigest(step, fr);
      sr = nodeDigest(step, sr);
      while (fn % 2 === 0 && fn !== 0) [fn, sn] = [half(fn), half(sn)];
    } else {
      sr = nodeDigest(sr, step);
    }
    [fn, sn] = [half(fn), half(sn)];
  }
  return sn === 0 && isSame(fr, old.root) && isSame(sr, now.root);
}
