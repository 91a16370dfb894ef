// One answer in the encodings it is asked for: each made once, with its own strong tag and ready header block.
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync, type ZlibOptions } from "node:zlib";
import type { Access } from "../gate/access.ts";
import { type Header, type HeaderBlock, joinHeaders } from "./header.ts";
import type { Encoding } from "./negotiate.ts";
import { digestOf } from "./pieces.ts";
import type { Stamped } from "./stamped.ts";

/** What a hot answer is written from. */
export type Hot = {
  /** What ETag says. */
  tag(): string;
  bytes(): Buffer;
  head(): HeaderBlock;
  /** Headers of a 304. */
  unchanged(): HeaderBlock;
  /** Whether bytes and head may change once the answer is written. */
  readonly isShared: boolean;
};
export type Variant = Hot & {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: readonly Header[];
};

/** An answer as far as the hot path minds it. */
export type Sendable = {
  /** Variants made so far; read directly where there is no time for more. */
  readonly made: { readonly [E in Encoding]?: Hot };
  /** What callers get instead of it, ready to be sent, by reason; few, and gone with it. */
  readonly refusals: Map<string, Stamped>;
  /** What a call that gets it is subject to; null for pages. */
  readonly access: Access | null;
};

export type Representation = Sendable & {
  readonly made: { readonly [E in Encoding]?: Variant };
  /** The variant of an encoding, made when it is new; a promise only where making it would hold up the process. */
  variant(encoding: Encoding): Variant | Promise<Variant>;
  bytes(): number;
};

/** Smaller bodies gain nothing; larger ones are compressed off the event loop. */
export const COMPRESSED_BYTES_MIN = 1_024;
const SYNC_BYTES_MAX = 64 * 1_024;
/** What the bytes of a target depend on, where nothing else is said. */
export const VARY = "Accept-Encoding";
/** Tags of packed bytes end so: other bytes, another tag. */
const SUFFIX = { br: "-br", gzip: "-gz", quick: "-q" } as const;

/** How hard to try, in processor time: 51 kB of history take br 745 µs, or 163 for 8 % more bytes. */
const EFFORT = { kept: { br: 4, gzip: 6 }, quick: { br: 1, gzip: 1 } } as const;
type Effort = keyof typeof EFFORT;

const brotliOf = (effort: Effort) => ({ params: { [constants.BROTLI_PARAM_QUALITY]: EFFORT[effort].br } });
const gzipOf = (effort: Effort) => ({ level: EFFORT[effort].gzip });
const COMPRESS = {
  br: {
    sync: (body: Buffer, effort: Effort) => brotliCompressSync(body, brotliOf(effort)),
    later: (body: Buffer, effort: Effort): Promise<Buffer> => promisify(brotliCompress)(body, brotliOf(effort)),
  },
  gzip: {
    sync: (body: Buffer, effort: Effort) => gzipSync(body, gzipOf(effort)),
    later: (body: Buffer, effort: Effort): Promise<Buffer> =>
      promisify<Buffer, ZlibOptions, Buffer>(gzip)(body, gzipOf(effort)),
  },
} as const;

/** What a 304 says of the answer it stands for. */
export const unchangedHeaders = (headers: readonly Header[]): readonly Header[] =>
  headers.filter(([name]) => !name.startsWith("content-"));

type Traits = {
  readonly access?: Access;
  readonly vary?: string;
  /** What names the bytes exactly; by default their digest. */
  readonly digest?: string;
  /** `quick` where nobody but this call gets it. */
  readonly effort?: Effort;
  /** Packed before. */
  readonly packed?: { readonly [E in "br" | "gzip"]: Buffer };
};

/** `headers` start with content-type; tag, vary and content-encoding are added here. */
export function represent(body: Buffer, headers: readonly Header[], traits: Traits = {}): Representation {
  const { access = null, vary = VARY, digest = digestOf(body), effort = "kept", packed } = traits;
  const ending = effort === "quick" ? SUFFIX.quick : "";
  const made: { [E in Encoding]?: Variant } = {};
  const pending = new Map<Encoding, Promise<Variant>>();
  const keep = (encoding: Encoding, bytes: Buffer): Variant => {
    const plain = bytes === body;
    const etag = `"${digest}${plain || encoding === "identity" ? "" : SUFFIX[encoding] + ending}"`;
    const all: Header[] = [...headers, ["etag", etag], ["vary", vary]];
    if (!plain) all.push(["content-encoding", encoding]);
    const head = joinHeaders(all);
    let kept: HeaderBlock | undefined;
    const unchanged = () => {
      kept ??= joinHeaders(unchangedHeaders(all));
      return kept;
    };
    const hot = { tag: () => etag, bytes: () => bytes, head: () => head, unchanged, isShared: false };
    const variant = { ...hot, etag, body: bytes, headers: all };
    made[encoding] = variant;
    pending.delete(encoding);
    return variant;
  };
  const make = (encoding: Encoding): Variant | Promise<Variant> => {
    if (encoding === "identity" || body.length < COMPRESSED_BYTES_MIN) return keep(encoding, body);
    if (packed !== undefined) return keep(encoding, packed[encoding]);
    if (body.length <= SYNC_BYTES_MAX) return keep(encoding, COMPRESS[encoding].sync(body, effort));
    const later = COMPRESS[encoding].later(body, effort).then((bytes) => keep(encoding, bytes));
    pending.set(encoding, later);
    return later;
  };
  return {
    made,
    access,
    refusals: new Map(),
    variant: (encoding) => made[encoding] ?? pending.get(encoding) ?? make(encoding),
    bytes: () => [body, ...Object.values(made).map((v) => v.body)].reduce((sum, b) => sum + b.length + 1_024, 0),
  };
}
