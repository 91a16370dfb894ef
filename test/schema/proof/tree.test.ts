// The log's tree against the definitions of RFC 6962 written down naively.
import { createHash } from "node:crypto";
import t from "tap";
import { isConsistent, rootFromInclusion } from "../../../schema/proof/path.ts";
import {
  consistencyPath,
  inclusionPath,
  leafHash,
  parentsOf,
  type ReadNode,
  rootOf,
} from "../../../schema/proof/tree.ts";

const sha = (...parts: Uint8Array[]) => createHash("sha256").update(Buffer.concat(parts)).digest();

/** MTH of RFC 6962, 2.1, from the data of all leaves. */
function naiveRoot(data: readonly Buffer[]): Buffer {
  const [first] = data;
  if (!first) return sha();
  if (data.length === 1) return sha(Buffer.of(0), first);
  let k = 1;
  while (k * 2 < data.length) k *= 2;
  return sha(Buffer.of(1), naiveRoot(data.slice(0, k)), naiveRoot(data.slice(k)));
}

const dataOf = (count: number) => Array.from({ length: count }, (_, i) => sha(Buffer.from(`leaf ${i}`)));

/** All whole subtrees, level by level, as the store would hold them. */
function storedNodes(data: readonly Buffer[]): ReadNode {
  const levels: Buffer[][] = [data.map((one) => leafHash(one))];
  for (let level = 0; (levels[level]?.length ?? 0) > 1; level++) {
    levels.push(parentsOf(level, 0, levels[level] ?? []).map(({ hash }) => hash));
  }
  return ({ level, index }) => {
    const hash = levels[level]?.[index];
    if (!hash) throw new Error(`${level}/${index} is not a whole subtree`);
    return hash;
  };
}

t.test("the golden root of the contract holds", async (t) => {
  const data = ["a", "b", "c"].map((text) => sha(Buffer.from(text)));
  t.equal(
    rootOf(3, storedNodes(data)).toString("hex"),
    "cac3d448d4e20a2ad5eae1f500e63c2a7f9217cd14572ba7fd22e26dc1ec2648",
  );
});

t.test(
  "roots, every inclusion proof and every consistency proof up to 40 leaves hold and none holds for another",
  async (t) => {
    const data = dataOf(40);
    for (let size = 1; size <= data.length; size++) {
      const read = storedNodes(data.slice(0, size));
      const root = naiveRoot(data.slice(0, size));
      t.ok(rootOf(size, read).equals(root), `root of ${size}`);
      const right = data.slice(0, size).every((one, index) => {
        const path = inclusionPath(index, size, read);
        const leads = (at: number, data: Buffer) =>
          root.equals(rootFromInclusion(at, size, leafHash(data), path) ?? Buffer.alloc(0));
        return leads(index, one) && (size === 1 || !leads((index + 1) % size, one)) && !leads(index, sha(one));
      });
      t.ok(right, `inclusion in ${size}`);
      const consistent = Array.from({ length: size + 1 }, (_, old) => {
        const before = { size: old, root: naiveRoot(data.slice(0, old)) };
        const path = consistencyPath(old, size, read);
        const forged = { size: old, root: sha(before.root) };
        return isConsistent(before, { size, root }, path) && (old === 0 || !isConsistent(forged, { size, root }, path));
      });
      t.ok(consistent.every(Boolean), `consistency up to ${size}`);
    }
  },
);
