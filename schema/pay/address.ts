// Cardano addresses: their bytes as bech32 (BIP 173) and back, and the key that locks one.

const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];
const CHECKSUM = 6;
const HASH_BYTES = 28;
/** Of two hashes: the longest there is but for those that point to a place in the chain. */
const BYTES_MAX = 80;
const TEXT_MAX = 160;

function polymod(values: readonly number[]): number {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (const [bit, generator] of GENERATOR.entries()) if ((top >>> bit) & 1) check ^= generator;
  }
  return check >>> 0;
}

const expanded = (prefix: string): number[] => {
  const codes = [...prefix].map((letter) => letter.charCodeAt(0));
  return [...codes.map((code) => code >> 5), 0, ...codes.map((code) => code & 31)];
};

/** Regroups bits; null where what is left over is more than padding. */
function regroup(values: Iterable<number>, from: number, to: number, pads: boolean): number[] | null {
  const made: number[] = [];
  let [held, bits] = [0, 0];
  for (const value of values) {
    held = ((held << from) | value) & 0xffff;
    bits += from;
    while (bits >= to) {
      bits -= to;
      made.push((held >> bits) & ((1 << to) - 1));
    }
  }
  const rest = held & ((1 << bits) - 1);
  if (pads) return bits > 0 ? [...made, rest << (to - bits)] : made;
  return bits < from && rest === 0 ? made : null;
}

/** What an address is locked by and how long it is then, by the high half of its first byte. */
function isAddress(bytes: Uint8Array): boolean {
  const kind = (bytes[0] ?? 0xff) >> 4;
  if (kind < 4) return bytes.length === 1 + 2 * HASH_BYTES;
  // Those that point to a stake registration have three numbers behind the hash.
  if (kind < 6) return bytes.length > 1 + HASH_BYTES + 2 && bytes.length <= BYTES_MAX;
  return (kind === 6 || kind === 7) && bytes.length === 1 + HASH_BYTES;
}

const prefixOf = (bytes: Uint8Array): string => (((bytes[0] ?? 0) & 15) === 0 ? "addr_test" : "addr");

/** Bech32 of an address; null for bytes that are none of the Shelley era. */
export function addressText(bytes: Uint8Array): string | null {
  if (!isAddress(bytes)) return null;
  const prefix = prefixOf(bytes);
  const words = regroup(bytes, 8, 5, true) ?? [];
  const check = polymod([...expanded(prefix), ...words, ...new Array<number>(CHECKSUM).fill(0)]) ^ 1;
  const tail = [0, 1, 2, 3, 4, 5].map((at) => (check >>> (5 * (5 - at))) & 31);
  return `${prefix}1${[...words, ...tail].map((word) => CHARSET[word]).join("")}`;
}

/** The bytes of an address; null for any other text. */
export function addressBytes(text: string): Buffer | null {
  const [, prefix = "", data = ""] = /^(addr|addr_test)1([02-9ac-hj-np-z]+)$/.exec(text.slice(0, TEXT_MAX + 1)) ?? [];
  if (text.length > TEXT_MAX || data.length <= CHECKSUM) return null;
  const words = [...data].map((letter) => CHARSET.indexOf(letter));
  if (polymod([...expanded(prefix), ...words]) !== 1) return null;
  const bytes = regroup(words.slice(0, -CHECKSUM), 5, 8, false);
  return bytes !== null && isAddress(Buffer.from(bytes)) && prefixOf(Buffer.from(bytes)) === prefix
    ? Buffer.from(bytes)
    : null;
}

/** Hash of the key that locks an address, hex; null for scripts, Byron and unreadable addresses. */
export function keyHashOf(address: string): string | null {
  const bytes = addressBytes(address);
  if (bytes === null) return null;
  // The low bit of an address's kind says that a script locks it.
  const isScript = (((bytes[0] ?? 0) >> 4) & 1) === 1;
  return isScript ? null : bytes.subarray(1, 1 + HASH_BYTES).toString("hex");
}
