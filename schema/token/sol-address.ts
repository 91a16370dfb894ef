// Solana addresses: base58, and whether one can have a key at all; pure.
import { base58 } from "@scure/base";
import { isPoint } from "../proof/curve.ts";

const ADDRESS_BYTES = 32;

/** Bytes of a base58 text, or null where it is none. */
export function fromBase58(text: string): Uint8Array | null {
  try {
    return base58.decode(text);
  } catch {
    return null;
  }
}

export const toBase58 = (bytes: Uint8Array): string => base58.encode(bytes);

/**
 * Whether the bytes are a point of ed25519, as every key is. Addresses that programs derive for themselves are made
 * not to be: nobody signs for them.
 */
export const isOnCurve = (bytes: Uint8Array): boolean => bytes.length === ADDRESS_BYTES && isPoint(bytes);
