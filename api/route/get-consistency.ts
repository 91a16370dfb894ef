// GET /v1/log/consistency: the proof that a larger tree of the log only added to a smaller one; what witnesses need.
import { Type } from "typebox";
import { fault, isFault } from "../../schema/fault.ts";
import { consistency } from "../../schema/object/consistency.ts";
import { TreeFault } from "../../schema/proof/read-nodes.ts";
import { closed } from "../../schema/shape/closed.ts";
import { toTime } from "../../schema/shape/time.ts";
import { NOTHING, route } from "../contract.ts";
import { readConsistency, readRoot, type Tree } from "../proof/read-tree.ts";
import { signedLogOf } from "../proof/signed-log.ts";
import { consistencyExample } from "./example/consistency.ts";

const Size = (description: string) => Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER, description });

const HOW =
  "Check the signature of `checkpoint` with a key of `keys` (C2SP signed note, Ed25519): its text is origin, size and base64 root. Keep it. Later ask again with `from` its size: `from.root_hash` must be the root you kept, and `hashes` must lead by RFC 9162, 2.1.4.2, from it to `to.root_hash`, which the newest checkpoint signs. Where it does not, the log was changed: show both signed checkpoints to others.";

const contract = route({
  id: "getConsistency",
  method: "GET",
  path: "/v1/log/consistency",
  tag: "Trust",
  tier: "free",
  summary: "Prove that the log only grew",
  description:
    "The RFC 6962 consistency proof between any two sizes of the proof log up to its newest checkpoint, with that checkpoint. Whoever keeps a checkpoint can check at any time that nothing under it was changed or taken out.",
  params: NOTHING,
  query: closed({
    from: Size("Leaves of the older tree."),
    to: Type.Optional(Size("Leaves of the newer tree; those of the newest checkpoint without it.")),
  }),
  output: consistency,
  faults: ["not_ready", "upstream_unavailable"],
  maxAgeS: 5,
  example: { params: {}, query: { from: 2 }, answer: consistencyExample },
});

export const getConsistency = contract.handle(async ({ query }, deps) => {
  const log = signedLogOf(deps);
  if (log === null) throw fault("not_ready", "No checkpoint is signed yet: nothing was issued.", { retryAfterS: 60 });
  const { meta, note } = log;
  const { from, to = meta.size } = query;
  if (from > to || to > meta.size) {
    throw fault("invalid_request", `from is at most to, and to is at most ${meta.size}.`);
  }
  const treeOf = async (size: number): Promise<Tree> =>
    size === meta.size ? meta : { size, root: await readRoot(deps.store, size) };
  try {
    const [old, now] = [await treeOf(from), await treeOf(to)];
    const hashes = await readConsistency(deps.store, old, now);
    const shown = ({ size, root }: Tree) => ({ size, root_hash: root });
    const trees = { from: shown(old), to: shown(now), hashes };
    const data = { origin: meta.origin, ...trees, checkpoint: note, keys: [...meta.keys], how_to_verify: HOW };
    return {
      body: { object: "consistency" as const, id: null, as_of: toTime(meta.signedAt), data, sources: [] },
      asOf: meta.signedAt,
      from: null,
    };
  } catch (cause) {
    if (isFault(cause)) throw cause;
    if (cause instanceof TreeFault) deps.alarm?.("the log", cause.message);
    deps.log.warn({ err: cause instanceof Error ? cause.message : cause }, "a consistency proof was not read");
    throw fault("upstream_unavailable", "The log cannot be read.", { retryAfterS: 5, cause });
  }
});
