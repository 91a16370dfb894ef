// Which new leaves an oracle network looks at: the root itself chooses, so that whoever keeps the log cannot.
import { createHash } from "node:crypto";
import { CORROBORATED_MAX } from "./report.ts";

/** One sampled leaf as the network gets it. */
export type SampleEntry = {
  readonly leaf_index: number;
  /** RFC 8785 text of the object. */
  readonly canonical: string;
  /** Audit path to the checkpoint's root, hex. */
  readonly inclusion: readonly string[];
};

/** Indexes from `from` up to `to`, at most twenty, in the order they are to be sent. Deterministic. */
export function sampledLeaves(root: Uint8Array, from: number, to: number): number[] {
  const chosen = new Set<number>();
  const wanted = Math.min(CORROBORATED_MAX, to - from);
  for (let draw = 0; chosen.size < wanted; draw++) {
    const digest = createHash("sha256").update(root).update(String(draw)).digest();
    chosen.add(from + (digest.readUIntBE(0, 6) % (to - from)));
  }
  return [...chosen];
}
