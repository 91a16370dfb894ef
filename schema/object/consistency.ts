// The wire object consistency: GET /v1/log/consistency.
import { Type } from "typebox";
import { closed } from "../shape/closed.ts";
import { envelope } from "../shape/envelope.ts";

const Digest = Type.String({ pattern: "^[0-9a-f]{64}$" });
const Tree = closed({ size: Type.Integer(), root_hash: Digest });

const ConsistencyData = closed({
  origin: Type.String({ maxLength: 256 }),
  from: Tree,
  to: Tree,
  hashes: Type.Array(Digest, { description: "RFC 6962 consistency proof; empty where both trees are one." }),
  checkpoint: Type.String({ maxLength: 4_096, description: "The newest checkpoint, a C2SP signed note." }),
  keys: Type.Array(Type.String({ maxLength: 256 }), {
    description: "Public keys of the log, <name>+<id>+<base64>.",
  }),
  how_to_verify: Type.String({ maxLength: 1_000 }),
});

export const consistency = envelope("consistency", ConsistencyData);
