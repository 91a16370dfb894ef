// Makes a folder and the ones above it, one by one: the recursive mkdir of Node 20 never ends under /proc.
import { mkdir, stat } from "node:fs/promises";
import { dirname } from "node:path";

/** Rejects with the system's error where one of them cannot be made. `path` is absolute. */
export async function makeFolder(path: string): Promise<void> {
  const found = await stat(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === "ENOENT") return null;
    throw error;
  });
  if (found?.isDirectory()) return;
  if (found !== null) throw Object.assign(new Error(`${path} is no folder`), { code: "ENOTDIR" });
  await makeFolder(dirname(path));
  await mkdir(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== "EEXIST") throw error;
  });
}
