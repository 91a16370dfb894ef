// The hash of Cardano: BLAKE2b of 28 bytes for keys and of 32 bytes for everything else.
import { blake2b } from "@noble/hashes/blake2.js";

/** Hex. */
export const blake2 = (bytes: Uint8Array, length: 28 | 32): string =>
  Buffer.from(blake2b(bytes, { dkLen: length })).toString("hex");
