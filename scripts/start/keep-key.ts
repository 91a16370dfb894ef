// A key that is made at the first start and kept in the data folder, readable by its owner alone.
import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";

/** The text of the key. Two starters at once end with the same one: the file is written once. */
export async function keepKey(root: string, name: string, make: () => string): Promise<string> {
  const path = join(root, name);
  await writeFile(path, `${make()}\n`, { mode: 0o600, flag: "wx" }).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
  return (await readFile(path, "utf8")).trim();
}
