// Where a caller is sent who asks for the same target of another origin.
import { fault } from "../../schema/fault.ts";
import { LIMITS } from "../../schema/limit.ts";

/** A path, and nothing that could end a header: what follows an origin otherwise could make another host of it. */
const TARGET = /^\/[\x21-\x7e]*$/;

/** The target under the origin. Throws invalid_request. */
export function locationOf({ path, query }: { readonly path: string; readonly query: string }, origin: string): string {
  const target = query === "" ? path : `${path}?${query}`;
  if (target.length <= LIMITS.urlBytesMax && TARGET.test(target)) return `${origin}${target}`;
  throw fault("invalid_request", `A target is a path of at most ${LIMITS.urlBytesMax} printable ASCII characters.`);
}
