// Response headers: the ones every answer carries, and the block of them that a hot answer sends in one write.
import type { Env } from "../../schema/env.ts";
import { REQUEST_ID_BYTES } from "../request/request-id.ts";

export type Header = readonly [name: string, value: string];

const EXPOSED =
  "ETag, Link, PAYMENT-REQUIRED, PAYMENT-RESPONSE, RateLimit, RateLimit-Policy, Retry-After, X-Market, X-Request-Id, Idempotency-Replayed";

/** Headers of every answer beside X-Request-Id. */
export function commonHeaders(env: Env): readonly Header[] {
  return [
    ["access-control-allow-origin", "*"],
    ["access-control-expose-headers", EXPOSED],
    ["x-content-type-options", "nosniff"],
    ...(env.MARKET === "sandbox" ? [["x-market", "sandbox"] as const] : []),
  ];
}

/** Of an answer whose body would have to be made first, without it. */
export const UNMADE_HEADERS: readonly Header[] = [
  ["content-type", "application/json; charset=utf-8"],
  ["cache-control", "no-store"],
];

/** What a preflight is told. */
export const preflightHeaders = (allow: string): readonly Header[] => [
  ["allow", allow],
  ["access-control-allow-methods", allow],
  [
    "access-control-allow-headers",
    "Authorization, Content-Type, Idempotency-Key, If-None-Match, PAYMENT-SIGNATURE, X-Monitor-Secret, X-Request-Id, Mcp-Method, Mcp-Name, Mcp-Session-Id, MCP-Protocol-Version",
  ],
  ["access-control-max-age", "86400"],
];

const NAME = /^[a-z0-9-]+$/;
const VALUE = /^[\x20-\x7e]*$/;

/** Refuses what could split a response: the server writes names and values as they are. Throws on the first. */
export function verifyHeaders(headers: readonly Header[]): void {
  for (const [name, value] of headers) {
    if (!NAME.test(name) || !VALUE.test(value)) throw new Error(`response header ${JSON.stringify(name)} is not safe`);
  }
}

/** What stands before what is left of a caller's rates. */
const LIMITS_NAME = "\r\nratelimit: ";

/** Headers after X-Request-Id as the bytes of one header value; `rest` starts at the value of the first of them. */
export type HeaderBlock = {
  /** `<room for a request id>\r\n<name>: <value>\r\n…`, to be written as the value of x-request-id. */
  readonly withId: Buffer;
  /** The same, which the text of a RateLimit header goes behind. */
  readonly beforeLimits: Buffer;
  readonly firstName: string;
  readonly rest: Uint8Array;
  /** Whether its bytes differ from answer to answer. */
  readonly isTagged: boolean;
};

/** Joins checked headers into a block. */
export function joinHeaders(headers: readonly Header[]): HeaderBlock {
  verifyHeaders(headers);
  const [first] = headers;
  if (!first) throw new Error("a header block needs a header");
  const text = headers.map(([name, value]) => `${name}: ${value}`).join("\r\n");
  const beforeLimits = Buffer.from(`${"0".repeat(REQUEST_ID_BYTES)}\r\n${text}${LIMITS_NAME}`, "latin1");
  const withId = beforeLimits.subarray(0, -LIMITS_NAME.length);
  const rest = withId.subarray(REQUEST_ID_BYTES + 2 + first[0].length + 2);
  return { withId, beforeLimits, firstName: first[0], rest, isTagged: false };
}

/** A block whose tag is written in for each answer. */
export type TaggedBlock = HeaderBlock & { readonly tagAt: number };

/** Joins checked headers and room for a tag of so many characters in quotes into a block. */
export function joinTagged(headers: readonly Header[], tagLength: number): TaggedBlock {
  const noTag = `"${"0".repeat(tagLength)}"`;
  const block = joinHeaders([...headers, ["etag", noTag]]);
  return { ...block, isTagged: true, tagAt: block.withId.length - noTag.length };
}

/** Writes a tag of the same length, made of what a header may hold, into the block. */
export const stampTag = ({ withId, tagAt }: TaggedBlock, etag: string): number =>
  withId.write(etag, tagAt, etag.length, "latin1");
