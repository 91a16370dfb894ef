// Solana addresses: base58, and whether one can have a key at all; pure.

const ALPHABET = "123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz";
const P = 2n ** 255n - 19n;
const ADDRESS_BYTES = 32;

/** Bytes of a base58 text, or null where it is none. */
export function fromBase58(text: string): Uint8Array | null {
  let value = 0n;
  for (const char of text) {
    const digit = ALPHABET.indexOf(char);
    if (digit < 0) return null;
    value = value * 58n + BigInt(digit);
  }
  const zeros = /^1*/.exec(text)?.[0].length ?? 0;
  const hex = value === 0n ? "" : value.toString(16);
  return Uint8Array.from(Buffer.from("00".repeat(zeros) + (hex.length % 2 ? `0${hex}` : hex), "hex"));
}

export function toBase58(bytes: Uint8Array): string {
  let value = BigInt(`0x${Buffer.from(bytes).toString("hex") || "0"}`);
  let text = "";
  for (; value > 0n; value /= 58n) text = ALPHABET[Number(value % 58n)] + text;
  const zeros = bytes.findIndex((byte) => byte !== 0);
  return "1".repeat(zeros < 0 ? bytes.length : zeros) + text;
}

function power(base: bigint, exponent: bigint): bigint {
  let result = 1n;
  let square = base % P;
  for (let rest = exponent; rest > 0n; rest >>= 1n) {
    if (rest & 1n) result = (result * square) % P;
    square = (square * square) % P;
  }
  return result;
}

const D = ((P - 121_665n) * power(121_666n, P - 2n)) % P;

/**
 * Whether the bytes are a point of ed25519, as every key is. Addresses that programs derive for themselves are made
 * not to be: nobody signs for them.
 */
export function isOnCurve(bytes: Uint8Array): boolean {
  if (bytes.length !== ADDRESS_BYTES) return false;
  const y = BigInt(`0x${Buffer.from(bytes).reverse().toString("hex")}`) & (2n ** 255n - 1n);
  if (y >= P) return false;
  const square = (y * y) % P;
  // A quotient has a root wherever the product has one, and costs a second power of the field to take.
  const product = (((square - 1n + P) % P) * ((D * square + 1n) % P)) % P;
  return product === 0n || power(product, (P - 1n) / 2n) === 1n;
}
