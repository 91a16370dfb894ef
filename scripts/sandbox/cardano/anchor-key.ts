// The key whose simulated coins pay for anchors; no secret, since nothing of them is worth anything.
import { createHash } from "node:crypto";
import { makeAnchorKey } from "../../../schema/pay/anchor.ts";

export const sandboxAnchorKey = (seed: number): string =>
  makeAnchorKey(createHash("sha256").update(`sandbox anchor ${seed}`).digest());
