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
  /** By path, in all encodings. */
  readonly files: ReadonlyMap<string, Representation>;
};

const TYPES: Readonly<Record<string, string>> = {
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".svg": "image/svg+xml",
};
/** The name changes with the bytes. */
const FOREVER: Header = ["cache-control", "public, max-age=31536000, immutable"];

async function readFiles(): Promise<ReadonlyMap<string, Buffer>> {
  if (!import.meta.isBuilt) return (await import("./bundle.ts")).bundlePages();
  const folder = join(import.meta.dirname, FOLDER);
  return new Map(readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))]));
}

/** Rejects where nothing was bundled. */
export async function openAssets(common: readonly Header[]): Promise<Assets> {
  const bytesOf = await readFiles();
  const files = [...bytesOf].flatMap(([name, bytes]): [string, Representation][] => {
    const type = TYPES[extname(name)];
    if (type === undefined) return [];
    const packed = {
      br: bytesOf.get(`${name}${PACKED.br.ending}`) ?? bytes,
      gzip: bytesOf.get(`${name}${PACKED.gzip.ending}`) ?? bytes,
    };
    return [[`${ASSET_PATH}${name}`, represent(bytes, [["content-type", type], FOREVER, ...common], { packed })]];
  });
  const manifest = JSON.parse(bytesOf.get(MANIFEST)?.toString() ?? "{}") as Manifest;
  return { manifest, files: new Map(files) };
}
