// How what browsers load lies in the folder of what was built, and where it is asked for.
import { brotliCompressSync, constants, gzipSync } from "node:zlib";

/** Where the files are asked for. */
export const ASSET_PATH = "/page/";
/** Which file is whose. */
export const MANIFEST = "manifest.json";
/** The folder, beside the programs. */
export const FOLDER = "page";

export type Entry = {
  readonly file: string;
  /** Files that it loads at once. */
  readonly shared: readonly string[];
};
/** By the name of a page's folder, or of what lies in `kit`. */
export type Manifest = Readonly<Record<string, Entry>>;

const BEST = { params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY } };

/** What a file is packed by, and how its name ends then. */
export const PACKED = {
  br: { ending: ".br", pack: (bytes: Buffer): Buffer => brotliCompressSync(bytes, BEST) },
  gzip: { ending: ".gz", pack: (bytes: Buffer): Buffer => gzipSync(bytes, { level: 9 }) },
} as const;
