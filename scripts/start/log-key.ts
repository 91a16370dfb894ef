// The key that signs the proof log where none is configured.
import { randomBytes } from "node:crypto";
import { encodeSigner, signerOf } from "../../schema/proof/note.ts";
import { keepKey } from "./keep-key.ts";

/** The text of the key, `PRIVATE+KEY+…`. */
export const readLogKey = (root: string, name: string): Promise<string> =>
  keepKey(root, "log.key", () => encodeSigner(signerOf(name, randomBytes(32))));
