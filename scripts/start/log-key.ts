// The key that signs the proof log where none is configured: made once, kept in the data folder, readable by its owner.
import { randomBytes } from "node:crypto";
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { encodeSigner, signerOf } from "../../schema/proof/note.ts";

/** The text of the key, `PRIVATE+KEY+…`. Two starters at once end with the same one: the file is written once. */
export async function readLogKey(root: string, name: string): Promise<string> {
  const path = join(root, "log.key");
  const made = encodeSigner(signerOf(name, randomBytes(32)));
  await writeFile(path, `${made}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(path, "utf8")).trim();
}
