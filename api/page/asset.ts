// What pages load, in memory: read from what was built with this process, or bundled now where it runs as it is written.
import { readdirSync, readFileSync } from "node:fs";
import { extname, join } from "node:path";
import type { Header } from "../answer/header.ts";
import { type Representation, represent } from "../answer/representation.ts";
import { ASSET_PATH, FOLDER, MANIFEST, type Manifest, PACKED } from "./packed.ts";

declare global {
  interface ImportMeta {
    /** Set in what was built; `dirname` is its folder then. */
    readonly isBuilt?: true;
  }
}

export type Assets = {
  readonly manifest: Manifest;
  /** In all encodings, from its first reading on; null where there is none at that path. */
  fileAt(path: string): Representation | null;
};

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
/** The name changes with the bytes. */
const FOREVER: Header = ["cache-control", "public, max-age=31536000, immutable"];

type Bytes = (name: string) => Buffer | undefined;

/** What was built lies on disk until somebody asks: the viewer alone is larger than all the rest. */
async function openFiles(): Promise<Bytes> {
  if (!import.meta.isBuilt) {
    const made = await (await import("./bundle.ts")).bundlePages();
    return (name) => made.get(name);
  }
  const folder = join(import.meta.dirname, FOLDER);
  const names = new Set(readdirSync(folder));
  return (name) => (names.has(name) ? readFileSync(join(folder, name)) : undefined);
}

/** Rejects where nothing was bundled. */
export async function openAssets(common: readonly Header[]): Promise<Assets> {
  const bytesOf = await openFiles();
  const held = new Map<string, Representation>();
  const read = (name: string): Representation | null => {
    const [type, bytes] = [TYPES[extname(name)], bytesOf(name)];
    if (type === undefined || bytes === undefined) return null;
    const packed = {
      br: bytesOf(`${name}${PACKED.br.ending}`) ?? bytes,
      gzip: bytesOf(`${name}${PACKED.gzip.ending}`) ?? bytes,
    };
    return represent(bytes, [["content-type", type], FOREVER, ...common], { packed });
  };
  return {
    manifest: JSON.parse(bytesOf(MANIFEST)?.toString() ?? "{}") as Manifest,
    fileAt(path) {
      const known = held.get(path);
      if (known !== undefined) return known;
      const file = read(path.slice(ASSET_PATH.length));
      if (file !== null) held.set(path, file);
      return file;
    },
  };
}
