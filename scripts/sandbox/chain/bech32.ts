// Bech32 v0 addresses for wallets the simulation invents, so that they pass every address check.

const CHARSET = "qpzry9x8gf2tvdw0s3jn54khce6mua7l";
const GENERATOR = [0x3b6a57b2, 0x26508e6d, 0x1ea119fa, 0x3d4233dd, 0x2a1462b3];

const polymod = (values: readonly number[]): number => {
  let check = 1;
  for (const value of values) {
    const top = check >>> 25;
    check = ((check & 0x1ffffff) << 5) ^ value;
    for (let i = 0; i < 5; i++) if ((top >>> i) & 1) check ^= GENERATOR[i] ?? 0;
  }
  return check >>> 0;
};

const toFives = (hex: string): number[] => {
  const fives: number[] = [];
  let buffer = 0;
  let bits = 0;
  for (let i = 0; i < hex.length; i += 2) {
    buffer = (buffer << 8) | Number.parseInt(hex.slice(i, i + 2), 16);
    bits += 8;
    while (bits >= 5) {
      bits -= 5;
      fives.push((buffer >>> bits) & 31);
    }
    buffer &= (1 << bits) - 1;
  }
  if (bits > 0) fives.push((buffer << (5 - bits)) & 31);
  return fives;
};

/** The 20-byte hash in hex of such an address as witnessAddress makes; null for any other text. */
export const hashOfWitness = (address: string): string | null => {
  if (!/^bc1q[02-9ac-hj-np-z]{38}$/.test(address)) return null;
  const bits = [...address.slice(4, 36)].map((char) => CHARSET.indexOf(char).toString(2).padStart(5, "0")).join("");
  const hash = (bits.match(/.{8}/g) ?? [])
    .map((byte) => Number.parseInt(byte, 2).toString(16).padStart(2, "0"))
    .join("");
  return witnessAddress(hash) === address ? hash : null;
};

/** The mainnet P2WPKH address of a 20-byte hash in hex. */
export const witnessAddress = (hash160: string): string => {
  const words = [0, ...toFives(hash160)];
  const prefix = [3, 3, 0, 2, 3];
  const check = polymod([...prefix, ...words, 0, 0, 0, 0, 0, 0]) ^ 1;
  const tail = [0, 1, 2, 3, 4, 5].map((i) => (check >>> (5 * (5 - i))) & 31);
  return `bc1${[...words, ...tail].map((value) => CHARSET[value]).join("")}`;
};
