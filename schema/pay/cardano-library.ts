// The Cardano library, loaded at its first use: it writes and signs here, and reads nothing that a caller sent.
import { createRequire } from "node:module";
import { fault } from "../fault.ts";

const NAME = "@emurgo/cardano-serialization-lib-nodejs";
const load = createRequire(import.meta.url);

export type Library = typeof import("@emurgo/cardano-serialization-lib-nodejs");

let held: Library | null = null;

/** It refuses with strings. What its engine throws instead leaves its memory in a state nobody knows. */
const isBroken = (error: unknown): boolean =>
  error instanceof Error && (error.name === "RuntimeError" || error.name === "RangeError");

function open(): Library {
  if (held !== null) return held;
  // What was loaded before would be the same instance again.
  delete load.cache[load.resolve(NAME)];
  held = load(NAME) as Library;
  return held;
}

/**
 * Uses the library; nothing of it may outlive the use. Throws what `use` throws; after a failure that the library does
 * not document, upstream_unavailable, and the next use gets a fresh instance.
 */
export function withLibrary<T>(use: (library: Library) => T): T {
  try {
    return use(open());
  } catch (cause) {
    if (!isBroken(cause)) throw cause;
    held = null;
    throw fault("upstream_unavailable", "Transactions cannot be made just now; try again.", { retryAfterS: 1, cause });
  }
}
