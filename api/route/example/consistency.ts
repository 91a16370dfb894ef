// Example answer of GET /v1/log/consistency: two leaves that nothing followed yet.
import type { Static } from "typebox";
import type { consistency } from "../../../schema/object/consistency.ts";
import { verifyExample } from "./verify.ts";

const { inclusion } = verifyExample.data;

export const consistencyExample: Static<typeof consistency> = {
  object: "consistency",
  id: null,
  as_of: "2026-11-20T12:00:30.000Z",
  data: {
    origin: "assay.sandbox/log",
    from: { size: 2, root_hash: inclusion?.root_hash ?? "" },
    to: { size: 2, root_hash: inclusion?.root_hash ?? "" },
    hashes: [],
    checkpoint: inclusion?.checkpoint ?? "",
    keys: inclusion?.keys ?? [],
    how_to_verify:
      "Check the signature of `checkpoint` with a key of `keys` (C2SP signed note, Ed25519): its text is origin, size and base64 root. Keep it. Later ask again with `from` its size: `from.root_hash` must be the root you kept, and `hashes` must lead by RFC 9162, 2.1.4.2, from it to `to.root_hash`, which the newest checkpoint signs. Where it does not, the log was changed: show both signed checkpoints to others.",
  },
  sources: [],
};
