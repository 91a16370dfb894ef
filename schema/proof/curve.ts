// The curve and the hash of oracle networks: Keccak-256, and secp256k1 signatures from which the signer is recovered.
import { secp256k1 } from "@noble/curves/secp256k1.js";
import { keccak_256 } from "@noble/hashes/sha3.js";

const SIGNATURE_BYTES = 65;
const RECOVERY_FROM = 27;

export const keccak256 = (...parts: readonly Uint8Array[]): Buffer => Buffer.from(keccak_256(Buffer.concat(parts)));

/** `0x` and 40 hex digits in lower case, of an uncompressed public key. */
const addressOf = (publicKey: Uint8Array): string =>
  `0x${keccak256(publicKey.subarray(1)).subarray(12).toString("hex")}`;

/** Address of the key of 32 secret bytes. */
export const addressOfSecret = (secret: Uint8Array): string => addressOf(secp256k1.getPublicKey(secret, false));

/** Signs a digest of 32 bytes: r, s and the recovery byte, 65 bytes, as Ethereum orders them. */
export function signDigest(digest: Uint8Array, secret: Uint8Array): Buffer {
  const [recovery = 0, ...rest] = secp256k1.sign(digest, secret, { prehash: false, format: "recovered" });
  return Buffer.from([...rest, recovery]);
}

/** Address whose key signed the digest; null where the bytes are no signature. A malleated one (high s) is none. */
export function recoverAddress(digest: Uint8Array, signature: Uint8Array): string | null {
  if (signature.length !== SIGNATURE_BYTES) return null;
  const last = signature[64] ?? 0;
  const recovery = last >= RECOVERY_FROM ? last - RECOVERY_FROM : last;
  try {
    const read = secp256k1.Signature.fromBytes(Buffer.from([recovery, ...signature.subarray(0, 64)]), "recovered");
    if (read.hasHighS()) return null;
    return addressOf(read.recoverPublicKey(digest).toBytes(false));
  } catch {
    return null;
  }
}
