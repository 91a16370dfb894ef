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

/** Packing a large file as small as can be takes seconds, for a tenth of it. */
const LARGE_BYTES = 400_000;
const QUICK = 6;

const brotli = (bytes: Buffer): Buffer => {
  const quality = bytes.length > LARGE_BYTES ? QUICK : constants.BROTLI_MAX_QUALITY;
  return brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: quality } });
};

/** What a file is packed by, and how its name ends then. */
export const PACKED = {
  br: { ending: ".br", pack: brotli },
  gzip: {
    ending: ".gz",
    pack: (bytes: Buffer): Buffer => gzipSync(bytes, { level: bytes.length > LARGE_BYTES ? QUICK : 9 }),
  },
} as const;
