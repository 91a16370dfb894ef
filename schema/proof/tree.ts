// The Merkle tree of RFC 6962 over stored nodes: roots and the paths of proofs read O(log n) hashes.
import { sha256 } from "./curve.ts";
import { leafDigest, nodeDigest } from "./path.ts";

/** A whole subtree of 2^level leaves; the index counts such subtrees from the left. */
export type NodePlace = { readonly level: number; readonly index: number };
export type TreeNode = NodePlace & { readonly hash: Buffer };
/** Gives the hash of a whole subtree; throws where it is not stored. */
export type ReadNode = (place: NodePlace) => Buffer;

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);

const EMPTY_ROOT: Buffer = asBuffer(sha256());

export const leafHash = (data: Uint8Array): Buffer => asBuffer(leafDigest(data));
const nodeHash = (left: Uint8Array, right: Uint8Array): Buffer => asBuffer(nodeDigest(left, right));

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

/** Roots by the digests they are of: sections rest on the same calls, and so do builds until others come in. */
const ROOTS = new Map<string, string>();
/** Of thousands of tokens one key is as long as those of a hundred are together: their length is bounded, not their number. */
const ROOT_CHARS_MAX = 4_000_000;
let rootChars = 0;

/** Root over SHA-256 digests (hex), each a leaf once, in ascending order: what one digest says of many calls. */
export function rootOfDigests(digests: Iterable<string>): string {
  const sorted = [...new Set(digests)].sort();
  const key = sorted.join();
  const known = ROOTS.get(key);
  const root = known ?? rootOfSorted(sorted);
  // Behind those that were asked for since.
  if (known === undefined) rootChars += key.length;
  else ROOTS.delete(key);
  ROOTS.set(key, root);
  for (const oldest of ROOTS.keys()) {
    if (rootChars <= ROOT_CHARS_MAX) break;
    ROOTS.delete(oldest);
    rootChars -= oldest.length;
  }
  return root;
}

function rootOfSorted(digests: readonly string[]): string {
  const leaves = digests.map((digest) => leafHash(Buffer.from(digest, "hex")));
  const hashOf = (from: number, to: number): Buffer => {
    if (to - from === 1) return leaves[from] ?? EMPTY_ROOT;
    const middle = from + splitOf(to - from);
    return nodeHash(hashOf(from, middle), hashOf(middle, to));
  };
  return (leaves.length === 0 ? EMPTY_ROOT : hashOf(0, leaves.length)).toString("hex");
}

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
