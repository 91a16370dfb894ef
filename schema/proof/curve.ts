// The hashes and curves of proofs, in Node and in a browser: SHA-256 and Ed25519, and Keccak-256 and secp256k1 of oracles.
import { ed25519 } from "@noble/curves/ed25519.js";
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { sha256 as sha2 } from "@noble/hashes/sha2.js";
import { keccak_256 } from "@noble/hashes/sha3.js";
import { joinBytes, toHex } from "./bytes.ts";

const ED25519_BYTES = { signature: 64, key: 32 };
const SIGNATURE_BYTES = 65;
const RECOVERY_FROM = 27;

/**
 * How wide a table of multiples is made at the first look: at the 8 of the library it takes as long as a dozen looks, or
 * a quarter of a second in a browser on a slow processor, and nearly all look at a few signatures. What also signs
 * keeps a small one.
 */
ed25519.Point.BASE.precompute(1);
secp256k1.Point.BASE.precompute(4);

export const sha256 = (...parts: readonly Uint8Array[]): Uint8Array => sha2(joinBytes(...parts));

export const keccak256 = (...parts: readonly Uint8Array[]): Uint8Array => keccak_256(joinBytes(...parts));

/** Of each kind. */
const FOUND_MAX = 512;

/**
 * What was found of the last signatures: proofs of one log repeat those of its checkpoints and reports, and each look
 * takes milliseconds. `key` holds everything that the finding depends on.
 */
function openFound<R>(): (key: string, look: () => R) => R {
  const found = new Map<string, { readonly result: R }>();
  return (key, look) => {
    const known = found.get(key);
    if (known !== undefined) return known.result;
    const result = look();
    const [oldest] = found.keys();
    if (found.size >= FOUND_MAX && oldest !== undefined) found.delete(oldest);
    found.set(key, { result });
    return result;
  };
}

const signed = openFound<boolean>();
const recovered = openFound<string | null>();

/** Whether the Ed25519 signature holds by RFC 8032; false for whatever is no key or no signature. */
export function isSigned(message: Uint8Array, signature: Uint8Array, publicKey: Uint8Array): boolean {
  if (signature.length !== ED25519_BYTES.signature || publicKey.length !== ED25519_BYTES.key) return false;
  return signed(toHex(sha256(publicKey, signature, message)), () => {
    try {
      return ed25519.verify(signature, message, publicKey, { zip215: false });
    } catch {
      return false;
    }
  });
}

/** Whether 32 bytes are a point of Ed25519, read as leniently as ledgers do (ZIP 215). */
export function isPoint(bytes: Uint8Array): boolean {
  try {
    ed25519.Point.fromBytes(bytes, true);
    return true;
  } catch {
    return false;
  }
}

/** `0x` and 40 hex digits in lower case, of an uncompressed public key. */
const addressOf = (publicKey: Uint8Array): string => `0x${toHex(keccak256(publicKey.subarray(1)).subarray(12))}`;

/** Address of the key of 32 secret bytes. */
export const addressOfSecret = (secret: Uint8Array): string => addressOf(secp256k1.getPublicKey(secret, false));

/** Signs a digest of 32 bytes: r, s and the recovery byte, 65 bytes, as Ethereum orders them. */
export function signDigest(digest: Uint8Array, secret: Uint8Array): Uint8Array {
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: "recovered" });
  return Uint8Array.of(...rest, recovery);
}

/** The one form of a signature: its recovery byte is 0 or 1, where others write 27 or 28. */
export const normalSignature = (signature: Uint8Array): Uint8Array =>
  signature.map((byte, at) => (at === SIGNATURE_BYTES - 1 && byte >= RECOVERY_FROM ? byte - RECOVERY_FROM : byte));

/** Address whose key signed the digest; null where the bytes are no signature. A malleated one (high s) is none. */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): string | null {
  if (signature.length !== SIGNATURE_BYTES) return null;
  const normal = normalSignature(signature);
  return recovered(toHex(sha256(normal, digest)), () => {
    try {
      const ordered = joinBytes(normal.subarray(SIGNATURE_BYTES - 1), normal.subarray(0, SIGNATURE_BYTES - 1));
      const read = secp256k1.Signature.fromBytes(ordered, "recovered");
      if (read.hasHighS()) return null;
      return addressOf(read.recoverPublicKey(digest).toBytes(false));
    } catch {
      return null;
    }
  });
}
