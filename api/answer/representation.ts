// One answer in the encodings it is asked for: each made once, with its own strong tag and ready header block.
import { createHash } from "node:crypto";
import { promisify } from "node:util";
import { brotliCompress, brotliCompressSync, constants, gzip, gzipSync } from "node:zlib";
import type { Access } from "../gate/access.ts";
import { type Header, type HeaderBlock, joinHeaders } from "./header.ts";
import type { Encoding } from "./negotiate.ts";
import type { Stamped } from "./stamped.ts";

export type Variant = {
  readonly etag: string;
  readonly body: Buffer;
  readonly headers: readonly Header[];
  readonly block: HeaderBlock;
  /** Headers of a 304. */
  unchanged(): HeaderBlock;
};

export type Representation = {
  /** Variants made so far; read directly where there is no time for more. */
  readonly made: { [E in Encoding]?: Variant };
  /** The variant of an encoding, made when it is new; a promise only where making it would hold up the process. */
  variant(encoding: Encoding): Variant | Promise<Variant>;
  /** What callers get instead of it, ready to be sent, by reason; few, and gone with it. */
  readonly refusals: Map<string, Stamped>;
  bytes(): number;
  /** What a call that gets it is subject to; null for pages. */
  readonly access: Access | null;
};

/** Smaller bodies gain nothing; larger ones are compressed off the event loop. */
export const COMPRESSED_BYTES_MIN = 1_024;
const SYNC_BYTES_MAX = 64 * 1_024;
const SUFFIX: Readonly<Record<Encoding, string>> = { identity: "", br: "-br", gzip: "-gz" };

const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } };
const COMPRESS = {
  br: {
    sync: (body: Buffer) => brotliCompressSync(body, brotliOptions),
    later: (body: Buffer): Promise<Buffer> => promisify(brotliCompress)(body, brotliOptions),
  },
  gzip: {
    sync: (body: Buffer) => gzipSync(body),
    later: (body: Buffer): Promise<Buffer> => promisify<Buffer, Buffer>(gzip)(body),
  },
} as const;

/** What a 304 says of the answer it stands for. */
export const unchangedHeaders = (headers: readonly Header[]): readonly Header[] =>
  headers.filter(([name]) => !name.startsWith("content-"));

/** `headers` start with content-type; tag, vary and content-encoding are added here. */
export function represent(
  body: Buffer,
  headers: readonly Header[],
  access: Access | null = null,
  vary = "Accept-Encoding",
): Representation {
  const digest = createHash("sha256").update(body).digest("base64url").slice(0, 22);
  const made: { [E in Encoding]?: Variant } = {};
  const pending = new Map<Encoding, Promise<Variant>>();
  const keep = (encoding: Encoding, bytes: Buffer): Variant => {
    const plain = bytes === body;
    const etag = `"${digest}${plain ? "" : SUFFIX[encoding]}"`;
    const all: Header[] = [...headers, ["etag", etag], ["vary", vary]];
    if (!plain) all.push(["content-encoding", encoding]);
    let kept: HeaderBlock | undefined;
    const unchanged = () => {
      kept ??= joinHeaders(unchangedHeaders(all));
      return kept;
    };
    const variant = { etag, body: bytes, headers: all, block: joinHeaders(all), unchanged };
    made[encoding] = variant;
    pending.delete(encoding);
    return variant;
  };
  const make = (encoding: Encoding): Variant | Promise<Variant> => {
    if (encoding === "identity" || body.length < COMPRESSED_BYTES_MIN) return keep(encoding, body);
    if (body.length <= SYNC_BYTES_MAX) return keep(encoding, COMPRESS[encoding].sync(body));
    const later = COMPRESS[encoding].later(body).then((bytes) => keep(encoding, bytes));
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
