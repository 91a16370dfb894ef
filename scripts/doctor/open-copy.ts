// The tables of a service that is stopped, opened without touching them: on a copy made of links, which goes away again.
import { copyFile, link, mkdir, mkdtemp, readdir, readlink, rm, symlink } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { startEngine } from "../start-engine.ts";

/** Of the store: what a start makes anew. */
const LEFT = new Set(["tmp", "shadow"]);
/** Files of a part never change; all others are copied. */
const PART = /\/[^/]+_\d+_\d+_\d+(_\d+)?\//;

async function putFolder(from: string, to: string): Promise<void> {
  await mkdir(to);
  for (const entry of await readdir(from, { withFileTypes: true })) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (entry.isDirectory()) {
      if (!LEFT.has(entry.name)) await putFolder(source, target);
    } else if (entry.isSymbolicLink()) await symlink(await readlink(source), target);
    else if (PART.test(source)) await link(source, target).catch(() => copyFile(source, target));
    else await copyFile(source, target);
  }
}

type OpenCopy = { readonly url: string; readonly password: string; close(): Promise<void> };

/** @param engine the engine's part of the data folder, which nobody has open. */
export async function openCopy(engine: string): Promise<OpenCopy> {
  const path = await mkdtemp(join(tmpdir(), "assay-doctor-"));
  const remove = () => rm(path, { recursive: true, force: true });
  try {
    await putFolder(join(engine, "store"), join(path, "store"));
    const opened = await startEngine({ path, supervise: false });
    return {
      url: opened.url,
      password: opened.token,
      close: async () => {
        await opened.stop();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    throw error;
  }
}
